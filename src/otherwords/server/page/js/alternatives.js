// What else could stand in a place: the units of the lattice, to take one of them.

import { fixedAt } from "./choices.js";
import { likely } from "./confidence.js";
import { byId, el, put } from "./dom.js";
import { explanation, shown, usabilityText } from "./explain.js";
import { hideTip, place, uncover } from "./floating.js";
import { roving } from "./roving.js";
import { tableDot, tableTitle } from "./tables.js";
import { points } from "./text.js";
import { confidenceOf, isSame, offers } from "./units.js";

const FEW = 6; // of a place, before one asks for more

let opener = null;

/** Closes it; the focus goes back to the word, unless it is elsewhere already. */
export function closeAlternatives() {
  const panel = byId("alternatives");
  if (panel.hidden) return;
  const hadFocus = panel.contains(document.activeElement);
  panel.hidden = true;
  if (hadFocus && opener?.isConnected) opener.focus();
  opener = null;
}

function item(label, notes, { pressed = false, tone = null, press }) {
  return el(
    "button",
    { type: "button", class: "option", "aria-pressed": pressed ? "true" : "false", click: press },
    tone ? tableDot(tone) : el("span", { class: "dot none", "aria-hidden": "true" }),
    el("span", { class: "option-words" }, label),
    el("span", { class: "option-notes" }, notes),
  );
}

/**
 * Opens it beside a word.
 *
 * @param {Element} anchor The word that was pressed.
 * @param {object} about `part`, `start` and `end` of the word in its source, `edit` if it changed,
 *   `lattice` (a promise), `application`, and `decide(choice, undone)`.
 */
export async function openAlternatives(anchor, about) {
  closeAlternatives();
  hideTip();
  opener = anchor;
  const panel = byId("alternatives");
  const words = points(about.part.text).slice(about.start, about.end).join("");
  const close = el("button", { type: "button", class: "quiet close", "aria-label": "Close", click: closeAlternatives }, "×");
  const title = el("h2", { id: "alternatives-title" }, "Instead of “", el("b", {}, shown(words)), "”");
  const body = el("div", { class: "offers", "aria-busy": "true" }, el("p", { class: "lead" }, "Looking…"));
  put(panel, el("div", { class: "sheet-head" }, title, close), body);
  panel.hidden = false;
  place(panel, anchor);
  close.focus({ preventScroll: true });
  let lattice;
  try {
    lattice = await about.lattice;
  } catch (trouble) {
    put(body, el("p", { class: "lead" }, trouble.message));
    return;
  }
  if (opener !== anchor) return;
  body.removeAttribute("aria-busy");
  put(body, ...content(lattice, about));
  roving(body, ".option");
  place(panel, anchor);
  uncover(anchor, panel);
  (body.querySelector('[aria-pressed="true"]') ?? body.querySelector(".option"))?.focus({ preventScroll: true });
}

function content(lattice, { part, start, end, edit, application, decide }) {
  const take = (choice, undone) => () => {
    closeAlternatives();
    decide(choice, undone);
  };
  const fixed = fixedAt(part.choices, start, end);
  const keeps = item("Keep it as it was", "", { pressed: !edit, press: take({ start, end, target: null }) });
  const groups = offers(lattice, start, end).map((group) => {
    const options = group.units.map((unit) => {
      const note = typeof unit.confidence === "number" ? likely(unit.confidence) : tableTitle(unit.table);
      const notes = application === "compress" ? `${note}, ${usabilityText(application, unit.usability)}` : note;
      return item(shown(unit.target), notes, {
        pressed: Boolean(edit && isSame(unit, edit)),
        tone: unit.table,
        press: take({ start: unit.start, end: unit.stop, target: unit.target }),
      });
    });
    const isHere = group.start === start && group.end === end;
    return el(
      "div",
      { class: "place" },
      isHere ? null : el("h3", {}, "for “", el("b", {}, group.source), "”"),
      ...folded(options),
    );
  });
  return [
    keeps,
    fixed ? item("Let otherwords decide again", "", { press: take(null, fixed) }) : null,
    ...groups,
    groups.length ? null : el("p", { class: "lead" }, "The tables offer nothing here."),
    edit ? why(edit, lattice, application) : null,
  ].filter(Boolean);
}

/** What hovering tells, for those who have no pointer. */
function why(edit, lattice, application) {
  const confidence = confidenceOf(lattice, edit);
  return el("details", { class: "why" }, el("summary", {}, `Why “${shown(edit.target)}”?`), ...explanation(edit, { application, confidence }));
}

/** The first few, and a button for the others. */
function folded(options) {
  const rest = options.slice(FEW);
  if (rest.length < 2) return options;
  for (const option of rest) option.hidden = true;
  const more = el("button", { type: "button", class: "quiet more-options" }, `${rest.length} more`);
  more.addEventListener("click", () => {
    for (const option of rest) option.hidden = false;
    more.remove();
    rest[0].focus();
  });
  return [...options, more];
}

/** Lets Escape and a press elsewhere close it. */
export function setUpAlternatives() {
  const panel = byId("alternatives");
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeAlternatives();
  });
  addEventListener("pointerdown", (event) => {
    if (!panel.contains(event.target)) closeAlternatives();
  });
  panel.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !panel.contains(event.relatedTarget)) closeAlternatives();
  });
}
