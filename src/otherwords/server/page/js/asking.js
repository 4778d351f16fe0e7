// Asks the server as the user types: not too often, one question at a time, nothing twice.

import { lattice, paraphrase, paraphrases } from "./api.js";

const MOST_ANSWERS = 3000; // to remember
const MOST_TEXTS = 16; // at a time
const MOST_CHARACTERS = 8000; // at a time

/** Answers by question, the oldest of which are forgotten. */
class Memory extends Map {
  remember(key, value) {
    if (this.size >= MOST_ANSWERS) this.delete(this.keys().next().value);
    this.set(key, value);
    return value;
  }
}

export class Asking {
  #answers = new Memory();
  #lattices = new Memory();
  #timer = 0;
  #running = null;

  /**
   * @param {object} calls `answered(parts, done, all)` after each paragraph, `finished(parts)`, and
   *   `failed(trouble)`.
   */
  constructor(calls) {
    this.calls = calls;
  }

  /** Stops what is under way: its answers are no longer wanted. */
  stop() {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#running = null;
  }

  /** Asks after a while, if nothing else is asked before. */
  soon(parts, options, delay) {
    this.stop();
    this.#timer = setTimeout(() => this.now(parts, options), delay);
  }

  /** Asks for all paragraphs whose answer is not known. */
  async now(parts, options) {
    this.stop();
    const control = new AbortController();
    this.#running = control;
    const isStale = () => control.signal.aborted;
    try {
      const left = this.#known(parts, options);
      const report = () => {
        if (!isStale()) this.calls.answered(parts, parts.length - left.size, parts.length);
      };
      report();
      for (const group of groups([...left])) {
        for await (const [part, result] of this.#ask(group, options, control.signal)) {
          if (isStale()) return;
          part.result = this.#answers.remember(question(part, options), result);
          left.delete(part);
          report();
        }
      }
      if (!isStale()) this.calls.finished(parts);
    } catch (error) {
      if (error.name !== "AbortError" && !isStale()) this.calls.failed(error);
    } finally {
      if (this.#running === control) this.#running = null;
    }
  }

  /** What the tables offer for a paragraph, however likely right: choosing is the user's own risk. */
  latticeOf(part, options) {
    const body = latticeQuestion(part, options);
    const key = JSON.stringify(body);
    const known = this.#lattices.get(key);
    if (known) return known.promise;
    const answer = { value: null, promise: lattice(body) };
    this.#lattices.remember(key, answer);
    answer.promise.then(
      (value) => Object.assign(answer, { value }),
      () => this.#lattices.delete(key),
    );
    return answer.promise;
  }

  /** The same if it is here already; null otherwise. */
  knownLattice(part, options) {
    return this.#lattices.get(JSON.stringify(latticeQuestion(part, options)))?.value ?? null;
  }

  #known(parts, options) {
    const left = new Set();
    for (const part of parts) {
      const answer = this.#answers.get(question(part, options));
      if (answer) part.result = answer;
      else left.add(part);
    }
    return left;
  }

  async *#ask(group, options, signal) {
    const [first] = group;
    if (group.length === 1) {
      const { text, choices } = first;
      yield [first, await paraphrase({ ...options, text, ...(choices.length ? { choices } : {}) }, signal)];
      return;
    }
    let place = 0;
    const texts = group.map((part) => part.text);
    for await (const result of paraphrases({ ...options, texts }, signal)) {
      yield [group[place], result];
      place += 1;
    }
  }
}

function latticeQuestion(part, { n, diverse, ratio, ...others }) {
  // Bold has units that are never right, and those inside quotations: only who is bold sees them.
  return { ...others, confidence: others.confidence === "bold" ? "bold" : 0, text: part.text };
}

const question = (part, options) => JSON.stringify([options, part.text, part.choices]);

/** Paragraphs to ask for at a time; one with choices is asked for alone. */
function groups(parts) {
  const made = [];
  let size = Infinity;
  for (const part of parts) {
    const group = made.at(-1);
    const fits = group && group.length < MOST_TEXTS && size + part.text.length <= MOST_CHARACTERS;
    if (fits && part.choices.length === 0 && group[0].choices.length === 0) {
      group.push(part);
      size += part.text.length;
    } else {
      made.push([part]);
      size = part.text.length;
    }
  }
  return made;
}
