// @ts-check
// Small helpers for building the page. No element ever gets a style attribute
// or a handler from a string, so the strictest content security policy holds.

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} classes
 * @param {Record<string, string>} [attributes]
 * @param {(Node|string)[]} [children]
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, classes, attributes = {}, children = []) {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/**
 * Makes a button that does something.
 * @param {string} classes
 * @param {string} label
 * @param {() => void} run
 * @returns {HTMLButtonElement}
 */
export function button(classes, label, run) {
  const node = el('button', classes, { type: 'button' }, [label]);
  node.addEventListener('click', run);
  return node;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes a decorative line icon of 24 × 24.
 * @param {string} path
 * @returns {SVGElement}
 */
export function icon(path) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(SVG, 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

/** Icons, drawn with strokes. */
export const ICONS = {
  send: 'M12 19V5M5.5 11.5 12 5l6.5 6.5',
  stop: 'M7.5 7.5h9v9h-9z',
  down: 'M12 5v14M5.5 12.5 12 19l6.5-6.5',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  leave: 'M10 4H5v16h5M10 12h10M16 8l4 4-4 4',
};

/**
 * Sets text only where it differs, so that a screen reader is not told twice.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Makes the children of a node exactly these, moving as little as possible.
 * @param {Element} parent
 * @param {Element[]} wanted
 */
export function arrange(parent, wanted) {
  const keep = new Set(wanted);
  for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((node, i) => {
    if (parent.children[i] !== node) parent.insertBefore(node, parent.children[i] ?? null);
  });
}
