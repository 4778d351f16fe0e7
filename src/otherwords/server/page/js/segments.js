// What of a paraphrase is new and what is old, piece by piece.

import { points } from "./text.js";

/** What an edit is known by as long as the source stays the same. */
export const editKey = (edit) => `${edit.start}:${edit.end}:${edit.target}`;

/**
 * Cuts a paraphrase into pieces that together, `text` by `text`, are the whole.
 *
 * @param {string} source The text before.
 * @param {object[]} edits What changed, from left to right.
 * @param {{start: number, end: number}[]} open Tokens that the lattice has units for.
 * @returns {{kind: "same"|"open"|"edit", start: number, end: number, text: string, edit?: object}[]}
 */
export function segments(source, edits, open = []) {
  const characters = points(source);
  const slice = (start, end) => characters.slice(start, end).join("");
  const pieces = [];
  const push = (kind, start, end, more) => {
    if (end > start || more) pieces.push({ kind, start, end, text: slice(start, end), ...more });
  };
  let token = 0;
  const unchanged = (start, end) => {
    let at = start;
    while (token < open.length && open[token].start < start) token += 1;
    for (; token < open.length && open[token].end <= end; token += 1) {
      push("same", at, open[token].start);
      push("open", open[token].start, open[token].end);
      at = open[token].end;
    }
    push("same", at, end);
  };
  let at = 0;
  for (const edit of edits) {
    unchanged(at, edit.start);
    push("edit", edit.start, edit.end, { text: edit.target, edit });
    at = edit.end;
  }
  unchanged(at, characters.length);
  return pieces;
}

/** The tokens of a lattice that some unit would replace. */
export function openTokens(lattice) {
  return lattice.sentences.flatMap((sentence) => {
    const covered = new Set();
    for (const unit of sentence.units) {
      for (let token = unit.begin; token < unit.end; token += 1) covered.add(token);
    }
    return sentence.tokens.filter((_, token) => covered.has(token));
  });
}

/** The source with some of the edits applied. */
export function applied(source, edits) {
  return segments(source, edits)
    .map((piece) => piece.text)
    .join("");
}
