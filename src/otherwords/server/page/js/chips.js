// What the user has fixed, as chips that can be taken away again.

import { el, put } from "./dom.js";
import { shown } from "./explain.js";
import { points } from "./text.js";

/**
 * Shows all choices of all paragraphs.
 *
 * @param {object} calls `undo(part, choice)` and `undoAll()`.
 */
export function showChoices(container, parts, calls) {
  const chips = parts.flatMap((part) =>
    part.choices.map((choice) => {
      const source = points(part.text).slice(choice.start, choice.end).join("");
      const says =
        choice.target === null ? [el("b", {}, source), " stays"] : [source, " → ", el("b", {}, shown(choice.target))];
      return el(
        "li",
        { class: "chip" },
        el("span", {}, ...says),
        el("button", { type: "button", class: "quiet", "aria-label": `Undo: ${source}`, click: () => calls.undo(part, choice) }, "×"),
      );
    }),
  );
  container.hidden = chips.length === 0;
  put(
    container,
    el("span", { class: "choices-title", id: "choices-title" }, "You decided:"),
    el("ul", { "aria-labelledby": "choices-title" }, ...chips),
    chips.length > 1 ? el("button", { type: "button", class: "quiet", click: calls.undoAll }, "Undo all") : null,
  );
}
