// Where the words and units of a sentence are drawn: words side by side on the ground, each unit on
// the lowest level that is free above the words it would replace.

const MARGIN = 24;
const WORD_GAP = 18; // beside each word
const LABEL_GAP = 34; // beside a label, with the bends of its line
const LEVEL = 32; // from one level to the next
const SKY = 16; // above the highest

/** Columns as wide as their words, and wide enough together for each label above them. */
function columns(tokens, units, measure) {
  const widths = tokens.map((token) => measure(token.text) + WORD_GAP);
  for (const unit of [...units].sort((a, b) => a.end - a.begin - (b.end - b.begin))) {
    const span = widths.slice(unit.begin, unit.end);
    const lack = measure(unit.label) + LABEL_GAP - span.reduce((sum, width) => sum + width, 0);
    if (lack <= 0) continue;
    for (let at = unit.begin; at < unit.end; at += 1) widths[at] += lack / span.length;
  }
  return widths;
}

/** A level for each unit: the chosen ones are the lowest, then short ones, then likely ones. */
function levels(units) {
  const order = units
    .map((unit, place) => ({ unit, place }))
    .sort(
      (a, b) =>
        Number(b.unit.chosen) - Number(a.unit.chosen) ||
        a.unit.end - a.unit.begin - (b.unit.end - b.unit.begin) ||
        a.place - b.place,
    );
  const taken = []; // per level, the stretches that are no longer free
  const level = [];
  for (const { unit, place } of order) {
    const isFree = (row) => row.every((other) => other.end <= unit.begin || unit.end <= other.begin);
    let at = taken.findIndex(isFree);
    if (at < 0) at = taken.push([]) - 1;
    taken[at].push(unit);
    level[place] = at;
  }
  return { level, count: taken.length };
}

/**
 * Lays a sentence out.
 *
 * @param {{text: string}[]} tokens
 * @param {{begin: number, end: number, label: string, chosen: boolean}[]} units The best first.
 * @param {(text: string) => number} measure How wide a text is.
 * @returns {{width: number, height: number, ground: number, nodes: number[], arcs: {left: number,
 *   right: number, y: number}[]}} `nodes` stand between words, `arcs` belong to the units.
 */
export function layout(tokens, units, measure) {
  const nodes = [MARGIN];
  for (const width of columns(tokens, units, measure)) nodes.push(nodes.at(-1) + width);
  const { level, count } = levels(units);
  const ground = SKY + (count + 0.5) * LEVEL;
  const arcs = units.map((unit, place) => ({
    left: nodes[unit.begin],
    right: nodes[unit.end],
    y: ground - (level[place] + 1) * LEVEL,
  }));
  return { width: nodes.at(-1) + MARGIN, height: ground + 44, ground, nodes, arcs };
}

/** The line of a unit: up at its first node, along, and down at its last. */
export function line({ left, right, y }, ground) {
  const bend = Math.min(10, (right - left) / 2);
  return `M${left} ${ground}V${y + bend}Q${left} ${y} ${left + bend} ${y}H${right - bend}Q${right} ${y} ${right} ${y + bend}V${ground}`;
}
