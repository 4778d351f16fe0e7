// The lattice of a sentence as a picture: words on the ground, units as lines above them.

import { likely } from "./confidence.js";
import { svg } from "./dom.js";
import { shown } from "./explain.js";
import { layout, line } from "./lattice-layout.js";
import { tableTitle, tableTone } from "./tables.js";

const LABEL_HEIGHT = 22;

// What is not in the page yet has no width; a canvas measures without drawing.
function measurer() {
  const context = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(document.body);
  context.font = `15px ${style.fontFamily}`;
  return (text) => context.measureText(text).width;
}

/** What a screen reader says of a unit. */
export function unitName(unit) {
  const confidence = typeof unit.confidence === "number" ? `, ${likely(unit.confidence)}` : "";
  return `${shown(unit.source)}: ${shown(unit.target)}, ${tableTitle(unit.table)}${confidence}${unit.chosen ? ", taken" : ""}`;
}

function arc(unit, place, where, measure) {
  const label = measure(unit.label) + 18;
  const middle = (where.left + where.right) / 2;
  return svg(
    "g",
    {
      class: `arc ${tableTone(unit.table)}${unit.chosen ? " chosen" : ""}`,
      role: "button",
      tabindex: "-1",
      "data-unit": place,
      "aria-label": unitName(unit),
    },
    svg("rect", { class: "pill", x: middle - label / 2, y: where.y - LABEL_HEIGHT / 2, width: label, height: LABEL_HEIGHT, rx: LABEL_HEIGHT / 2 }),
    svg("text", { x: middle, y: where.y + 5 }, unit.label),
  );
}

/**
 * Draws a sentence.
 *
 * @param {object[]} tokens
 * @param {object[]} units Those to draw, each with `label` and `chosen`; the best first.
 */
export function drawing(tokens, units) {
  const measure = measurer();
  const { width, height, ground, nodes, arcs } = layout(tokens, units, measure);
  const isReplaced = (place) => units.some((unit) => unit.chosen && unit.begin <= place && place < unit.end);
  const kept = tokens.map((token, place) =>
    svg("line", { class: isReplaced(place) ? "ground" : "ground kept", x1: nodes[place], x2: nodes[place + 1], y1: ground, y2: ground }),
  );
  const words = tokens.map((token, place) =>
    svg(
      "text",
      { class: `token${token.protected ? " protected" : ""}${isReplaced(place) ? " replaced" : ""}`, x: (nodes[place] + nodes[place + 1]) / 2, y: ground + 26 },
      token.text,
    ),
  );
  const path = (place) =>
    svg("path", { class: `line-of ${tableTone(units[place].table)}${units[place].chosen ? " chosen" : ""}`, "data-line": place, d: line(arcs[place], ground) });
  // Labels lie above all lines, and the way that was taken above the others.
  const order = units.map((_, place) => place).sort((a, b) => Number(units[a].chosen) - Number(units[b].chosen));
  return svg(
    "svg",
    { class: "graph", width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "The lattice of this sentence; arrow keys go from line to line" },
    svg("g", { "aria-hidden": "true" }, ...kept, ...words),
    svg("g", { "aria-hidden": "true" }, ...order.map(path)),
    ...units.map((unit, place) => arc(unit, place, arcs[place], measure)),
    svg("g", { "aria-hidden": "true" }, ...nodes.map((x) => svg("circle", { class: "node", cx: x, cy: ground, r: 3.5 }))),
  );
}
