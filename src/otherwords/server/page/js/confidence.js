// Confidence: how likely each sentence must be right.

/** From the surest to the boldest; `confidence` is what the server is asked for. */
export const LEVELS = [
  { name: "90 %", confidence: 0.9, says: "few changes, the surest ones" },
  { name: "80 %", confidence: 0.8, says: "the default" },
  { name: "60 %", confidence: 0.6, says: "more changes, more mistakes" },
  { name: "40 %", confidence: 0.4, says: "many changes, many mistakes" },
  { name: "bold", confidence: "bold", says: "no limit, whatever scores best" },
];

/** The level at a position of the slider. */
export const levelAt = (place) => LEVELS[Math.min(Math.max(Math.round(place), 0), LEVELS.length - 1)];

/** A probability in words. */
export const likely = (share) => `${Math.round(100 * share)} % likely right`;
