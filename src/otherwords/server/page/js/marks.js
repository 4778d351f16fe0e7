// A paraphrase with what changed in it, in place; every word that could be another can be pressed.

import { el } from "./dom.js";
import { shown } from "./explain.js";
import { editKey, openTokens, segments } from "./segments.js";
import { tableTone } from "./tables.js";

/** What words that can be pressed have in common. */
export const PRESSABLE = "[data-start]";

const pressable = (piece, attributes, ...children) =>
  el(
    "span",
    { role: "button", tabindex: "-1", "data-start": piece.start, "data-end": piece.end, "aria-haspopup": "dialog", ...attributes },
    ...children,
  );

function changed(piece, { old, decisions }) {
  const { edit, text } = piece;
  const key = editKey(edit);
  const decision = decisions?.[key];
  const isGone = !text.trim();
  const word = pressable(
    piece,
    {
      class: `edit ${tableTone(edit.table)}${isGone ? " gone" : ""}${decision ? ` ${decision}` : ""}`,
      "data-key": key,
      "aria-label": isGone ? `left out: ${shown(edit.source)}` : undefined,
    },
    isGone ? "‸" : text,
  );
  if (!old || !edit.source.trim()) return [word];
  return [el("span", { class: `old ${decision ?? ""}` }, el("del", {}, edit.source), " "), word];
}

/**
 * The pieces of a paraphrase as nodes.
 *
 * @param {object} part Its source and decisions.
 * @param {object} paraphrase One of its result.
 * @param {{lattice?: object|null, old?: boolean, decisions?: object}} how `old` shows what stood there.
 */
export function marked(part, paraphrase, { lattice = null, old = false, decisions = null } = {}) {
  const open = lattice ? openTokens(lattice) : [];
  return segments(part.text, paraphrase.edits ?? [], open).flatMap((piece) => {
    if (piece.kind === "same") return [document.createTextNode(piece.text)];
    if (piece.kind === "open") return [pressable(piece, { class: "open" }, piece.text)];
    return changed(piece, { old, decisions });
  });
}

/** The edit that an element shows; undefined for a word that did not change. */
export const editOf = (element, paraphrase) =>
  paraphrase.edits.find((edit) => editKey(edit) === element.dataset.key);
