// @ts-check
// The only place where HTML from the server enters the page.

/** @typedef {{createHTML: (html: string) => any}} Policy */

/** Where the browser enforces trusted types, this is the one policy there is.
 * @type {Policy} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('kokoron', {
  createHTML: (/** @type {string} */ html) => html,
}) ?? { createHTML: (/** @type {string} */ html) => html };

/**
 * Puts HTML that the server has sanitised into a node, in place of what was
 * there. Nothing else may be given to it.
 * @param {Element} node
 * @param {string} html
 */
export function putServerHTML(node, html) {
  node.innerHTML = policy.createHTML(html);
}
