// Text as the server counts it: in code points and bytes; and paragraphs that join to the same text.

const encoder = new TextEncoder();

/** The code points of a text; the server's offsets count these. */
export const points = (text) => Array.from(text);

/** Bytes of UTF-8. */
export const bytes = (text) => encoder.encode(text).length;

/** Words, as people count them: what stands between white space. */
export const words = (text) => text.split(/\s+/u).filter(Boolean).length;

/** A number for reading. */
export const grouped = (number) => number.toLocaleString("en-GB");

/** A number with its noun. */
export const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

/** "−12 %": how a size changed. */
export function change(before, after) {
  if (before === 0 || before === after) return "±0 %";
  const share = Math.round((100 * (after - before)) / before);
  return `${share > 0 ? "+" : "−"}${Math.abs(share)} %`;
}

/** Terms that a user separated by commas or lines. */
export const terms = (text) =>
  text
    .split(/[,;\n]/u)
    .map((term) => term.trim())
    .filter(Boolean);

// A blank line ends a paragraph, and so does a line that ends as sentences do; any other line break
// may be one of wrapped text.
const BREAK = /\r?\n[ \t]*(?:\r?\n[ \t]*)+|(?<=[.!?…]["'”’»)\]]*)[ \t]*\r?\n[ \t]*/gu;

/**
 * Cuts a text into paragraphs.
 *
 * @returns {{parts: {before: string, text: string}[], after: string}} All of it, in this order,
 *   is the text again; no paragraph is blank.
 */
export function paragraphs(text) {
  const parts = [];
  let before = "";
  let at = 0;
  const take = (end, gap) => {
    const piece = text.slice(at, end);
    if (piece.trim()) {
      const lead = piece.match(/^\s*/u)[0];
      parts.push({ before: before + lead, text: piece.slice(lead.length) });
      before = gap;
    } else {
      before += piece + gap;
    }
  };
  for (const found of text.matchAll(BREAK)) {
    take(found.index, found[0]);
    at = found.index + found[0].length;
  }
  take(text.length, "");
  return { parts, after: before };
}
