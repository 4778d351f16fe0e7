// The form: what is set there goes into the state, and what is stored comes back into it.

import { LEVELS, levelAt } from "./confidence.js";
import { byId } from "./dom.js";
import { state, update } from "./state.js";
import { bytes, counted, grouped, terms, words } from "./text.js";

const TEXTS = ["source", "reference", "keep", "avoid"];
const TICKS = ["diverse", "edit-quotes", "marks"];
const NAMES = { source: "text", "edit-quotes": "editQuotes" };
const WHILE_TYPING = 300; // milliseconds of rest
const AT_ONCE = 80; // for what is set by hand

/** What the server is asked for, beside the text. */
export function asked(isDocument) {
  const n = isDocument ? 1 : state.count;
  return {
    application: state.application,
    ...(state.application === "toward" ? { reference: state.reference } : {}),
    n,
    diverse: state.diverse && n > 1,
    ratio: state.length < 100 ? state.length / 100 : null,
    keep: terms(state.keep),
    avoid: terms(state.avoid),
    edit_quotes: state.editQuotes,
    confidence: levelAt(state.confidence).confidence,
  };
}

/** Leaves only the boldest level, for a model that does not know how likely changes are right. */
export function onlyBold() {
  update({ confidence: LEVELS.length - 1 });
  const slider = byId("confidence");
  slider.value = state.confidence;
  slider.disabled = true;
  describe();
}

/** Whether there is enough to ask for. */
export const isReady = () => Boolean(state.text.trim()) && (state.application !== "toward" || Boolean(state.reference.trim()));

/** Writes sizes and meanings beside what they belong to. */
export function describe() {
  const size = bytes(state.text);
  byId("source-size").textContent = `${counted(size, "byte")}, ${counted(words(state.text), "word")}`;
  const limit = Math.floor((size * state.length) / 100);
  const says = state.length >= 100 ? "no limit" : `${state.length} %${size ? `: at most ${grouped(limit)} of ${counted(size, "byte")}` : " of the text"}`;
  byId("length-says").textContent = says;
  byId("length").setAttribute("aria-valuetext", says);
  const level = levelAt(state.confidence);
  const meaning = byId("confidence").disabled ? "this model does not know how likely changes are right" : level.says;
  byId("confidence-says").textContent = `${level.name}: ${meaning}`;
  byId("confidence").setAttribute("aria-valuetext", `${level.name}: ${meaning}`);
  byId("reference-sheet").hidden = state.application !== "toward";
  byId("clear").hidden = !state.text;
}

/** Shows the state in the form. */
export function fillForm() {
  for (const id of TEXTS) byId(id).value = state[NAMES[id] ?? id];
  for (const id of TICKS) byId(id).checked = state[NAMES[id] ?? id];
  byId("length").value = state.length;
  byId("confidence").value = state.confidence;
  byId("count").value = String(state.count);
  byId("more").open = state.more;
  const purpose = document.querySelector(`[name="application"][value="${CSS.escape(state.application)}"]`);
  if (purpose) purpose.checked = true;
  describe();
}

/**
 * Listens to the form.
 *
 * @param {object} calls `edited(delay)` when something is to be asked again, `purposed()` before it
 *   when the purpose is another, `redrawn()` when only the looks changed, `stored(whether)`.
 */
export function setUpForm(calls) {
  const set = (changes, delay) => {
    calls.stored(update(changes));
    describe();
    if (delay !== null) calls.edited(delay);
  };
  for (const id of TEXTS) {
    byId(id).addEventListener("input", (event) => set({ [NAMES[id] ?? id]: event.target.value }, WHILE_TYPING));
  }
  for (const id of ["diverse", "edit-quotes"]) {
    byId(id).addEventListener("change", (event) => set({ [NAMES[id] ?? id]: event.target.checked }, AT_ONCE));
  }
  byId("marks").addEventListener("change", (event) => {
    set({ marks: event.target.checked }, null);
    calls.redrawn();
  });
  for (const id of ["length", "confidence", "count"]) {
    byId(id).addEventListener("input", (event) => set({ [id]: Number(event.target.value) }, AT_ONCE));
  }
  byId("purposes").addEventListener("change", (event) => {
    calls.purposed();
    set({ application: event.target.value }, AT_ONCE);
  });
  byId("more").addEventListener("toggle", () => set({ more: byId("more").open }, null));
  byId("ask").addEventListener("submit", (event) => event.preventDefault());
  byId("clear").addEventListener("click", () => {
    byId("source").value = "";
    set({ text: "" }, 0);
    byId("source").focus();
  });
}
