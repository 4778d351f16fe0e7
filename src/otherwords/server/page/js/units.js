// Units of a lattice, and how they fit what a paraphrase shows.

const plain = (text) => text.trim().replace(/\s+/gu, " ").toLowerCase();

/** All units of a lattice. */
export const unitsOf = (lattice) => lattice.sentences.flatMap((sentence) => sentence.units);

/** Whether an edit and a unit are the same replacement; the surface may have another case. */
export const isSame = (unit, edit) =>
  unit.start === edit.start && unit.stop === edit.end && plain(unit.target) === plain(edit.target ?? "");

/** The best first: by how likely they are right, then by the table's score; ties by spelling. */
export const byWorth = (a, b) =>
  (b.confidence ?? 0) - (a.confidence ?? 0) || b.score - a.score || (a.target < b.target ? -1 : Number(a.target > b.target));

/**
 * How likely an edit is right; null if that is not known. The lattice comes first: an answer is sure
 * of whatever the user has decided.
 */
export function confidenceOf(lattice, edit) {
  const units = lattice ? unitsOf(lattice).filter((one) => isSame(one, edit)) : [];
  return (units.find((one) => one.table === edit.table) ?? units[0] ?? edit).confidence ?? null;
}

/**
 * Units that would change any of a stretch, in groups of the same place: this very place first, then
 * smaller and larger ones.
 *
 * @returns {{start: number, end: number, source: string, units: object[]}[]}
 */
export function offers(lattice, start, end) {
  const groups = new Map();
  for (const unit of unitsOf(lattice)) {
    if (unit.start >= end || unit.stop <= start) continue;
    const key = `${unit.start}:${unit.stop}`;
    if (!groups.has(key)) groups.set(key, { start: unit.start, end: unit.stop, source: unit.source, units: [] });
    groups.get(key).units.push(unit);
  }
  const distance = (group) => Math.abs(group.start - start) + Math.abs(group.end - end);
  const sorted = [...groups.values()].sort((a, b) => distance(a) - distance(b) || a.start - b.start);
  for (const group of sorted) group.units = unique(group.units.sort(byWorth));
  return sorted;
}

/** Units without those that a better one says already: several tables may offer the same words. */
export function unique(units) {
  const seen = new Set();
  return units.filter((unit) => {
    const words = `${unit.start}:${unit.stop}:${plain(unit.target)}`;
    const isNew = !seen.has(words);
    seen.add(words);
    return isNew;
  });
}
