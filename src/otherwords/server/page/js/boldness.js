// Boldness: how likely correct a change must be before it is made.

/** From timid to bold; `precision` is what the server is asked for. */
export const LEVELS = [
  { name: "timid", precision: 0.8, says: "only what is almost surely right" },
  { name: "careful", precision: 0.6, says: "what is likely right" },
  { name: "balanced", precision: 0.4, says: "what may well be right" },
  { name: "lively", precision: 0.2, says: "what is not surely wrong" },
  { name: "bold", precision: "normal", says: "whatever scores best, patterns too" },
];

/** The level at a place of the slider. */
export const levelAt = (place) => LEVELS[Math.min(Math.max(Math.round(place), 0), LEVELS.length - 1)];
