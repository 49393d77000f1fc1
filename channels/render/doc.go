// Package render turns the Markdown of a reply into what a channel can show.
// Its one job is to do so without losing or inventing a word:
//
//   - Text gives plain text with entities (styles laid over ranges of it),
//     Split cuts that into messages a channel accepts, Telegram does both;
//   - HTML gives a page fragment that is safe to insert as it is.
//
// All functions are pure, safe for concurrent use, and take time about linear
// in the length of the reply, also for replies built to be slow: beyond 2000
// marks in one paragraph, or 32 levels of quotes and lists, what follows is
// shown as it was written.
//
// Differences from CommonMark, all for the sake of chat: raw HTML is text; a
// line break stays one; emphasis works next to Chinese, Japanese and Korean
// characters and full-width punctuation; text faces such as (*^_^*), formulas,
// Windows paths and bare addresses are left alone; ||x|| hides x; a single
// tilde means nothing; a link definition nobody refers to stays visible.
//
// It never loads an address, shows an image, or passes on markup of the reply.
package render
