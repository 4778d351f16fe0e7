// Choices: what the user has fixed. source[start:end] becomes a target, or stays as it is (null).

import { points } from "./text.js";

const overlap = (one, other) => one.start < other.end && other.start < one.end;

/** Choices with one more; those that it contradicts give way. */
export const choose = (choices, choice) =>
  [...choices.filter((other) => !overlap(other, choice)), choice].sort((a, b) => a.start - b.start);

/** Choices without one. */
export const undo = (choices, choice) => choices.filter((other) => other !== choice);

/** The choice that decides over any of this stretch. */
export const fixedAt = (choices, start, end) =>
  choices.find((choice) => overlap(choice, { start, end }));

/**
 * Choices of a text that has been edited: what stands before the edit stays, what stands behind it
 * moves along, what it touches is gone.
 */
export function moved(choices, before, after) {
  if (choices.length === 0 || before === after) return choices;
  const [old, now] = [points(before), points(after)];
  const least = Math.min(old.length, now.length);
  let head = 0;
  while (head < least && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < least - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const shift = now.length - old.length;
  return choices.flatMap((choice) => {
    if (choice.end <= head) return [choice];
    if (choice.start < old.length - tail) return [];
    return [{ ...choice, start: choice.start + shift, end: choice.end + shift }];
  });
}
