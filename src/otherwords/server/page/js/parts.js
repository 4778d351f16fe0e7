// The paragraphs of the text with all that belongs to each: choices, decisions, answer.

import { moved } from "./choices.js";
import { paragraphs } from "./text.js";

/**
 * A paragraph.
 * @typedef {{before: string, text: string, choices: object[], decisions: Object<string, string>,
 *   result: object|null}} Part
 */

// The same object for the same paragraph: whoever looks at it goes on doing so.
const kept = (paragraph, old) => Object.assign(old, { choices: [], decisions: {}, result: null, ...old, ...paragraph });

/**
 * Paragraphs of a text, with what those of the text before had: a paragraph that is still there
 * keeps all, one that was edited keeps the choices that the edit did not touch.
 *
 * @param {Part[]} before
 * @returns {{parts: Part[], after: string}}
 */
export function renewed(before, text) {
  const { parts: cut, after } = paragraphs(text);
  const byText = new Map();
  for (const old of before) byText.set(old.text, [...(byText.get(old.text) ?? []), old]);
  const found = cut.map((paragraph) => byText.get(paragraph.text)?.shift());
  const taken = new Set(found);
  const left = before.filter((old) => !taken.has(old));
  const isOneForOne = left.length === found.filter((old) => !old).length;
  const edited = isOneForOne ? left : [];
  const parts = cut.map((paragraph, place) => {
    if (found[place]) return kept(paragraph, found[place]);
    const old = edited.shift();
    return kept(paragraph, old ? { choices: moved(old.choices, old.text, paragraph.text), result: old.result } : {});
  });
  return { parts, after };
}

/** Whether the answer is one to the text as it is now. */
export const isAnswered = (part) => part.result?.source === part.text;

/** What changes in the best paraphrase; nothing if there is none yet. */
export const editsOf = (part) => (isAnswered(part) ? part.result.paraphrases[0].edits : []);

/** What is worth storing of paragraphs: what the user decided. */
export const stored = (parts) =>
  parts.map(({ text, choices, decisions }) => ({ text, choices, decisions }));
