// The paraphrases of one paragraph: the best large, the others below it.

import { likely } from "./confidence.js";
import { copyButton } from "./copy.js";
import { el, put } from "./dom.js";
import { explanation } from "./explain.js";
import { tips } from "./floating.js";
import { editOf, marked, PRESSABLE } from "./marks.js";
import { onPress, roving } from "./roving.js";
import { bytes, change, counted, grouped, words } from "./text.js";
import { confidenceOf, offers } from "./units.js";

const proof = (one) => {
  if (one.optimal) return ["proven", "the best there is", "Nothing scores higher: the search proved it."];
  if (one.complete) return ["proven", "in its place", "The search proved that no other belongs before it."];
  return ["guess", "best so far", "The search ran out of time or candidates: something better may exist."];
};

const size = (before, after, noun) =>
  el(
    "span",
    { class: "size" },
    el("b", {}, grouped(after)),
    ` of ${counted(before, noun)} `,
    el("span", { class: after < before ? "saved" : "grown" }, change(before, after)),
  );

function facts(part, one) {
  const [kind, label, title] = proof(one);
  return el(
    "p",
    { class: "facts" },
    size(bytes(part.text), one.bytes ?? bytes(one.text), "byte"),
    size(words(part.text), one.words ?? words(one.text), "word"),
    el("span", { class: `badge ${kind}`, title }, label),
    typeof one.confidence === "number" && one.edits.length
      ? el("span", { class: "badge likely", title: "All changes together, as the model estimates it." }, likely(one.confidence))
      : null,
  );
}

function explainer(paraphrase, { lattice, application }) {
  return (element) => {
    const edit = editOf(element, paraphrase);
    const hint = el("p", { class: "hint" }, "Press for other words.");
    if (edit) return [...explanation(edit, { application, confidence: confidenceOf(lattice, edit) }), hint];
    const [start, end] = [Number(element.dataset.start), Number(element.dataset.end)];
    const ways = offers(lattice, start, end).reduce((sum, group) => sum + group.units.length, 0);
    return [el("p", {}, `Kept as it was. The tables offer ${counted(ways, "other way")} here.`), hint];
  };
}

/** One paraphrase with its changes in place; `press(element, edit)` is called for a word. */
function sentence(part, one, about, label) {
  const text = el("p", { class: "words", dir: "auto", role: "group", "aria-label": label }, ...marked(part, one, about));
  roving(text, PRESSABLE);
  tips(text, PRESSABLE, explainer(one, about));
  onPress(text, PRESSABLE, (element) => about.press(element, editOf(element, one)));
  return text;
}

function empty(part, about) {
  const why = part.choices.length ? "Undo a choice" : "Try a lower confidence, or another purpose";
  const press = about.hasOpenWords ? ", or press a word to see what else the tables offer for it" : "";
  return el("p", { class: "lead" }, `Nothing to change here. ${why}${press}.`);
}

function entry(part, one, place, about) {
  const isBest = place === 0;
  const label = isBest ? "Best paraphrase" : `Paraphrase ${place + 1}`;
  return el(
    "li",
    { class: isBest ? "paraphrase best" : "paraphrase" },
    sentence(part, one, about, label),
    isBest && one.edits.length === 0 ? empty(part, about) : null,
    one.fits ? null : el("p", { class: "misfit" }, "Too long for the budget: this is the shortest there is."),
    one.confident === false ? el("p", { class: "misfit" }, "Less likely right than you asked for: only this fits the budget.") : null,
    el("div", { class: "line" }, facts(part, one), copyButton(() => one.text, isBest ? "the best paraphrase" : `paraphrase ${place + 1}`)),
  );
}

// What has the focus is drawn anew: the same word of the same paraphrase gets it again.
function focusedWord(container) {
  const word = document.activeElement?.closest?.(PRESSABLE);
  if (!word || !container.contains(word)) return null;
  const list = [...container.querySelectorAll(".paraphrase")];
  return { place: list.indexOf(word.closest(".paraphrase")), start: Number(word.dataset.start) };
}

function focusAgain(container, { place, start }) {
  const list = container.querySelectorAll(".paraphrase");
  const found = [...(list[place] ?? list[0])?.querySelectorAll(PRESSABLE) ?? []];
  const word = found.find((one) => Number(one.dataset.end) > start) ?? found.at(-1);
  word?.focus({ preventScroll: true });
}

/**
 * Shows the paraphrases of a paragraph.
 *
 * @param {object} about `lattice` (or null), `old`, `application`, `press(element, edit)`.
 */
export function showResults(container, part, about) {
  const focused = focusedWord(container);
  const hasOpenWords = Boolean(about.lattice?.sentences.some((one) => one.units.length));
  const list = part.result.paraphrases.map((one, place) => entry(part, one, place, { ...about, hasOpenWords }));
  put(container, el("ol", { class: "list", "aria-label": "Paraphrases, best first" }, ...list));
  if (focused) focusAgain(container, focused);
}
