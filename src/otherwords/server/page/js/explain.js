// An edit or a unit in words: where it comes from and what it is worth.

import { likely } from "./confidence.js";
import { el } from "./dom.js";
import { tableDot, tableText, tableTitle } from "./tables.js";
import { counted } from "./text.js";

const USABILITY = {
  compress: (value) => `saves ${counted(value, "byte")}`,
  simplify: () => "brings in more common words",
  toward: (value) => `${counted(value, "word")} closer to the reference`,
  paraphrase: () => "any other words will do",
};

/** What a unit does for an application. */
export const usabilityText = (application, value) =>
  USABILITY[application]?.(value) ?? `usability ${Number(value.toFixed(3))}`;

/** Words that are there, or a word for none. */
export const shown = (words) => words.trim() || "(nothing)";

const row = (name, ...content) => el("div", {}, el("dt", {}, name), el("dd", {}, ...content));

const pair = (source, target) => el("p", { class: "pair" }, el("del", {}, shown(source)), " → ", el("ins", {}, shown(target)));

/**
 * What there is to know of a replacement.
 *
 * @param {{source: string, target: string, table: string, score: number, usability: number,
 *   rule?: string, inner?: object[]}} edit
 * @param {{application: string, confidence?: number|null}} about
 */
export function explanation(edit, { application, confidence = null }) {
  const parts = [
    pair(edit.source, edit.target),
    el("p", { class: "from" }, tableDot(edit.table), el("b", {}, tableTitle(edit.table)), ` ${tableText(edit.table)}`),
  ];
  if (edit.table !== "self") {
    parts.push(
      el(
        "dl",
        {},
        confidence === null ? null : row("Confidence", likely(confidence)),
        row("Table score", `${Math.exp(edit.score).toFixed(2)} `, el("small", {}, `log ${edit.score.toFixed(3)}, table ${edit.table}`)),
        row("Usability", usabilityText(application, edit.usability)),
        edit.rule ? row("Rule", el("span", { class: "rule" }, edit.rule)) : null,
      ),
    );
  }
  for (const inner of edit.inner ?? []) parts.push(el("p", { class: "inner" }, "inside: ", shown(inner.source), " → ", shown(inner.target), ` (${tableTitle(inner.table)})`));
  return parts;
}
