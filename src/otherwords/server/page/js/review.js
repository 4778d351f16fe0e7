// A document, paragraph by paragraph: each change is accepted, rejected, or left undecided.

import { el, moves, put, say } from "./dom.js";
import { explanation } from "./explain.js";
import { tips } from "./floating.js";
import { editOf, marked, PRESSABLE } from "./marks.js";
import { ReviewBar } from "./review-bar.js";
import { onPress, roving } from "./roving.js";
import { editKey } from "./segments.js";

const CHANGE = ".edit[data-start]";
const DECISIONS = { a: "accepted", r: "rejected", u: null };

export class Review {
  #shown = []; // what is drawn, by paragraph
  #parts = [];
  #about = null;

  /**
   * @param {Element} container
   * @param {object} calls `press(element, part, edit)`, `decided()` after a decision, `save(format,
   *   marks)`.
   */
  constructor(container, calls) {
    this.container = container;
    this.calls = calls;
    this.bar = new ReviewBar({
      all: (decision) => this.decideAll(decision),
      current: (decision) => this.decide(decision),
      step: (by) => this.step(by),
      other: () => this.current()?.click(),
      save: calls.save,
    });
    this.text = el("div", { class: "document", role: "group", "aria-label": "The document with its changes" });
    put(container, this.bar.head, this.text, this.bar.foot);
    this.stops = roving(this.text, PRESSABLE);
    tips(this.text, CHANGE, (element) => {
      const { edit } = this.#at(element);
      return edit && [...explanation(edit, { application: this.#about.application }), this.bar.hint()];
    });
    onPress(this.text, PRESSABLE, (element) => {
      const { part, edit } = this.#at(element);
      calls.press(element, part, edit);
    });
    this.text.addEventListener("focusin", () => this.#summarise());
    container.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draws what is new in the paragraphs. */
  show(parts, about) {
    const isOther = this.#about?.application !== about.application;
    this.#about = about;
    this.#parts = parts;
    while (this.#shown.length > parts.length) this.#shown.pop().element.remove();
    parts.forEach((part, place) => {
      const drawn = this.#shown[place];
      if (!isOther && drawn?.result === part.result && drawn.text === part.text && drawn.decisions === part.decisions) return;
      this.#draw(part, place);
    });
    this.stops.renew();
    this.#summarise();
  }

  #draw(part, place) {
    let drawn = this.#shown[place];
    if (!drawn) {
      drawn = { element: el("p", { class: "words", "data-place": place }) };
      this.#shown[place] = drawn;
      this.text.append(drawn.element);
    }
    const focused = drawn.element.contains(document.activeElement) ? document.activeElement.dataset : null;
    Object.assign(drawn, { result: part.result, text: part.text, decisions: part.decisions });
    const isAnswered = part.result?.source === part.text;
    drawn.element.classList.toggle("waiting", !isAnswered);
    const [best] = isAnswered ? part.result.paraphrases : [];
    put(drawn.element, ...(best ? marked(part, best, { old: true, decisions: part.decisions }) : [document.createTextNode(part.text)]));
    if (focused) {
      const words = [...drawn.element.querySelectorAll(PRESSABLE)];
      const again = words.find((word) => Number(word.dataset.end) > Number(focused.start)) ?? words.at(-1);
      again?.focus({ preventScroll: true });
    }
  }

  #at(element) {
    const part = this.#parts[Number(element.closest("[data-place]").dataset.place)];
    return { part, edit: editOf(element, part.result.paraphrases[0]) };
  }

  #changes() {
    return [...this.text.querySelectorAll(CHANGE)];
  }

  /** The change that keys and buttons are about. */
  current() {
    return this.text.querySelector(`${CHANGE}[tabindex="0"]`) ?? this.text.querySelector(CHANGE);
  }

  /** Goes some changes on or back. */
  step(by) {
    const changes = this.#changes();
    if (changes.length === 0) return;
    const at = changes.indexOf(this.current());
    const isInside = this.text.contains(document.activeElement);
    const next = changes[isInside ? Math.min(Math.max(at + by, 0), changes.length - 1) : Math.max(at, 0)];
    this.#focus(next);
  }

  #focus(element) {
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "center", behavior: moves() ? "smooth" : "auto" });
  }

  /** Decides over the current change, and goes to the next that is undecided. */
  decide(decision) {
    const element = this.current();
    if (!element) return;
    const { part, edit } = this.#at(element);
    const place = this.#changes().indexOf(element);
    this.#set(part, [edit], decision);
    this.show(this.#parts, this.#about);
    const changes = this.#changes();
    const isOpen = (one) => !one.matches(".accepted, .rejected");
    const next = changes.slice(place + 1).find(isOpen) ?? changes.find(isOpen) ?? changes[place];
    this.#focus(decision === null ? changes[place] : next);
    this.calls.decided();
  }

  /** Decides over all changes. */
  decideAll(decision) {
    for (const part of this.#parts) {
      if (part.result) this.#set(part, part.result.paraphrases[0].edits, decision);
    }
    this.show(this.#parts, this.#about);
    say(decision ? `All changes ${decision}.` : "All changes undecided.");
    this.calls.decided();
  }

  #set(part, edits, decision) {
    const decisions = { ...part.decisions };
    for (const edit of edits) {
      if (decision) decisions[editKey(edit)] = decision;
      else delete decisions[editKey(edit)];
    }
    part.decisions = decisions;
  }

  #summarise() {
    const changes = this.#changes();
    this.bar.show(this.#parts, changes.indexOf(this.current()), changes.length);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
    const key = event.key.toLowerCase();
    if (key in DECISIONS) {
      if (event.shiftKey) this.decideAll(DECISIONS[key]);
      else this.decide(DECISIONS[key]);
    } else if (key === "j") this.step(1);
    else if (key === "k") this.step(-1);
    else return;
    event.preventDefault();
  }
}
