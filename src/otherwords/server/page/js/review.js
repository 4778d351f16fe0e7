// A document, paragraph by paragraph: each change is accepted, rejected, or left undecided.

import { el, moves, put, say } from "./dom.js";
import { explanation } from "./explain.js";
import { tips } from "./floating.js";
import { editOf, marked, PRESSABLE } from "./marks.js";
import { editsOf, isAnswered } from "./parts.js";
import { ReviewBar } from "./review-bar.js";
import { onPress, roving } from "./roving.js";
import { editKey } from "./segments.js";
import { confidenceOf } from "./units.js";

const CHANGE = ".edit[data-start]";
const DECISIONS = { a: "accepted", r: "rejected", u: null };

export class Review {
  #shown = []; // what is drawn, by paragraph
  #draft = { parts: [], after: "" };
  #about = null;

  /**
   * @param {Element} container
   * @param {object} calls `press(element, part, edit)`, `enter(part)` when pointer or focus come to
   *   a paragraph, `decided()` after a decision, `save(format, marks)`.
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
      const { part, edit } = this.#at(element);
      const confidence = edit ? confidenceOf(this.#about.latticeOf(part), edit) : null;
      return edit && [...explanation(edit, { application: this.#about.application, confidence }), this.bar.hint()];
    });
    onPress(this.text, PRESSABLE, (element) => {
      const { part, edit } = this.#at(element);
      calls.press(element, part, edit);
    });
    this.text.addEventListener("focusin", (event) => {
      this.#summarise();
      calls.enter(this.#partOf(event.target), true);
    });
    this.text.addEventListener("pointerover", (event) => {
      const part = this.#partOf(event.target);
      if (part) calls.enter(part, false);
    });
    container.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draws what is new in the paragraphs. */
  show(draft, about) {
    this.#about = about;
    this.#draft = draft;
    while (this.#shown.length > draft.parts.length) this.#shown.pop().element.remove();
    draft.parts.forEach((part, place) => this.#draw(part, place));
    this.stops.renew();
    this.#summarise();
  }

  #draw(part, place) {
    const wanted = { result: part.result, text: part.text, decisions: part.decisions, lattice: this.#about.latticeOf(part) };
    const drawn = (this.#shown[place] ??= { element: this.text.appendChild(el("p", { class: "words", dir: "auto", "data-place": place })) });
    if (Object.keys(wanted).every((name) => drawn[name] === wanted[name])) return;
    Object.assign(drawn, wanted);
    const { element } = drawn;
    const focused = element.contains(document.activeElement) ? document.activeElement.dataset : null;
    const stop = element.querySelector('[tabindex="0"]')?.dataset.start;
    element.classList.toggle("waiting", !isAnswered(part));
    const [best] = isAnswered(part) ? part.result.paraphrases : [{ edits: [] }];
    put(element, ...marked(part, best, { old: true, decisions: part.decisions, lattice: wanted.lattice }));
    const words = [...element.querySelectorAll(PRESSABLE)];
    words.find((word) => word.dataset.start === stop)?.setAttribute("tabindex", "0");
    if (!focused) return;
    const again = words.find((word) => Number(word.dataset.end) > Number(focused.start)) ?? words.at(-1);
    again?.focus({ preventScroll: true });
  }

  #partOf(element) {
    const place = element.closest?.("[data-place]")?.dataset.place;
    return place === undefined ? null : this.#draft.parts[Number(place)];
  }

  #at(element) {
    const part = this.#partOf(element);
    return { part, edit: editOf(element, part.result.paraphrases[0]) };
  }

  #changes() {
    return [...this.text.querySelectorAll(CHANGE)];
  }

  /** The change that keys and buttons are about. */
  current() {
    const stop = this.text.querySelector(`${PRESSABLE}[tabindex="0"]`);
    if (!stop || stop.matches(CHANGE)) return stop;
    // On a word that did not change: the next change behind it.
    const behind = (one) => stop.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
    return this.#changes().find(behind) ?? this.#changes().at(-1) ?? null;
  }

  /** Goes some changes on or back. */
  step(by) {
    const changes = this.#changes();
    if (changes.length === 0) return;
    const at = changes.indexOf(this.current());
    // From outside, the first step leads to the current change.
    const isThere = changes[at] === document.activeElement || this.bar.foot.contains(document.activeElement);
    this.#focus(changes[Math.min(Math.max(isThere ? at + by : at, 0), changes.length - 1)]);
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
    this.show(this.#draft, this.#about);
    const changes = this.#changes();
    const isOpen = (one) => !one.matches(".accepted, .rejected");
    const next = changes.slice(place + 1).find(isOpen) ?? changes.find(isOpen) ?? changes[place];
    this.#focus(decision === null ? changes[place] : next);
    this.calls.decided();
  }

  /** Decides over all changes. */
  decideAll(decision) {
    for (const part of this.#draft.parts) this.#set(part, editsOf(part), decision);
    this.show(this.#draft, this.#about);
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
    this.bar.show(this.#draft, changes.indexOf(this.current()), changes.length);
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
