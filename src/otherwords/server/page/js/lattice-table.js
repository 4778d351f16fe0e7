// The lattice of a sentence as a table, for those who would rather read than look.

import { likely } from "./confidence.js";
import { el } from "./dom.js";
import { shown, usabilityText } from "./explain.js";
import { tableDot, tableTitle } from "./tables.js";

const HEADS = ["Words", "Other words", "Table", "Confidence", "Table score", "Usability", "Rule", "Choice"];

function row(unit, application, take) {
  const confidence = typeof unit.confidence === "number" ? likely(unit.confidence) : "–";
  const press = () => take(unit);
  const says = `Take ${shown(unit.target)} for ${shown(unit.source)}`;
  return el(
    "tr",
    { class: unit.chosen ? "chosen" : false },
    el("td", {}, shown(unit.source)),
    el("th", { scope: "row" }, shown(unit.target)),
    el("td", {}, tableDot(unit.table), tableTitle(unit.table)),
    el("td", {}, confidence),
    el("td", {}, Math.exp(unit.score).toFixed(2)),
    el("td", {}, usabilityText(application, unit.usability)),
    el("td", {}, unit.rule || "–"),
    el("td", {}, unit.chosen ? "taken" : el("button", { type: "button", class: "quiet", "aria-label": says, click: press }, "Take")),
  );
}

/** All units, from left to right and the best first. */
export function latticeTable(units, application, take) {
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Units of this sentence" },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...HEADS.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, ...units.map((unit) => row(unit, application, take))),
    ),
  );
}
