// The tables in words that need no manual.

import { el } from "./dom.js";

const KNOWN = {
  plain: ["Plain words", "Wordy phrases and plain ones for them, written by hand."],
  pt1: ["By translation", "Phrases that were translated alike: what other languages say the same way, English may say either way."],
  pt2: ["From the news", "Phrases that reports of the same event put in each other's place."],
  pt3: ["From retellings", "Phrases that different English versions of one text use for each other."],
  pt4: ["Patterns", "Sentence patterns with gaps; the words in the gaps are carried along."],
  pt5: ["Verb and object", "A verb with its object that says the same as another verb with its object."],
  self: ["Follows from it", "Not a change of its own: it follows from another one, as “an” for “a”."],
};
const ORDER = Object.keys(KNOWN);

/** What a table is called on this page. */
export const tableTitle = (name) => KNOWN[name]?.[0] ?? name;

/** What it holds. */
export const tableText = (name) => KNOWN[name]?.[1] ?? `Replacements of the table “${name}” of this model.`;

/** The class that gives a table its colour; tables that nobody knows share the remaining one. */
export const tableTone = (name) => `tone-${ORDER.includes(name) ? name : "other"}`;

/** Names of tables in the order in which they are always shown. */
export const tableOrder = (names) =>
  [...new Set(names)].sort((a, b) => {
    const [first, second] = [ORDER.indexOf(a), ORDER.indexOf(b)].map((at) => (at < 0 ? ORDER.length : at));
    return first - second || (a < b ? -1 : Number(a > b));
  });

/** A dot in the colour of a table. */
export const tableDot = (name) => el("span", { class: `dot ${tableTone(name)}`, "aria-hidden": "true" });

/** All that are known, for those who want to read. */
export const legend = () =>
  ORDER.map((name) =>
    el("div", {}, el("dt", {}, tableDot(name), `${tableTitle(name)} `, el("code", {}, name)), el("dd", {}, tableText(name))),
  );
