// The lattice of one sentence at a time: which sentence, which tables, how much of it.

import { el, put } from "./dom.js";
import { explanation } from "./explain.js";
import { tips } from "./floating.js";
import { drawing } from "./lattice-drawing.js";
import { latticeTable } from "./lattice-table.js";
import { onPress, roving } from "./roving.js";
import { tableDot, tableOrder, tableTitle } from "./tables.js";
import { counted } from "./text.js";
import { byWorth, isSame, unique } from "./units.js";

const ALL = 13; // on the slider, as many as there are

/** Units of a sentence with what is shown of them; edits that no unit stands for become one. */
export function unitsWithChoice(sentence, edits) {
  const inside = edits.filter((edit) => edit.start >= sentence.start && edit.end <= sentence.end);
  const found = new Set();
  const units = sentence.units.map((unit) => {
    const edit = inside.find((one) => !found.has(one) && isSame(unit, one) && unit.table === one.table);
    if (edit) found.add(edit);
    return { ...unit, label: unit.target.trim() || "∅", chosen: Boolean(edit) };
  });
  for (const edit of inside.filter((one) => !found.has(one))) {
    const covered = sentence.tokens.map((token, place) => ({ token, place })).filter(({ token }) => token.start < edit.end && token.end > edit.start);
    if (covered.length === 0) continue;
    const [begin, end] = [covered[0].place, covered.at(-1).place + 1];
    units.push({ ...edit, rule: edit.rule ?? "", begin, end, stop: edit.end, confidence: edit.confidence ?? null, label: edit.target.trim() || "∅", chosen: true });
  }
  return units.sort((a, b) => a.begin - b.begin || a.end - b.end || Number(b.chosen) - Number(a.chosen) || byWorth(a, b));
}

/** At most so many for each place, and all that were taken. */
export function fewer(units, most) {
  const counts = new Map();
  return units.filter((unit) => {
    const key = `${unit.begin}:${unit.end}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return unit.chosen || most >= ALL || counts.get(key) <= most;
  });
}

export class LatticeView {
  #place = 0; // of the sentence
  #source = null;
  #drawn = [];
  #about = null;

  /**
   * @param {Element} container
   * @param {object} calls `changed({most, hidden})` for the settings, `take(part, choice)`, and
   *   `look(part)` for another paragraph.
   */
  constructor(container, calls) {
    this.container = container;
    this.calls = calls;
    this.controls = el("div", { class: "lattice-controls" });
    this.picture = el("div", { class: "scroll picture" });
    this.table = el("details", { class: "as-table" }, el("summary", {}, "As a table"));
    this.table.addEventListener("toggle", () => this.#fillTable());
    put(container, this.controls, this.picture, this.table);
    tips(this.picture, ".arc", (element) => this.#explain(this.#drawn[Number(element.dataset.unit)]));
    onPress(this.picture, ".arc", (element) => this.#take(this.#drawn[Number(element.dataset.unit)]));
    this.stops = roving(this.picture, ".arc");
    for (const type of ["pointerover", "focusin"]) this.picture.addEventListener(type, (event) => this.#light(event.target.closest(".arc")));
    for (const type of ["pointerout", "focusout"]) this.picture.addEventListener(type, () => this.#light(null));
  }

  /** Makes the line of a label stand out. */
  #light(arc) {
    for (const lit of this.picture.querySelectorAll(".lit")) lit.classList.remove("lit");
    if (arc) this.picture.querySelector(`path[data-line="${arc.dataset.unit}"]`)?.classList.add("lit");
  }

  /**
   * Shows a lattice.
   *
   * @param {object} about `part` of `parts`, its `lattice`, `edits` of what is shown of it, `application`, and the
   *   settings `most` and `hidden`.
   */
  show(about) {
    this.#about = about;
    const isNew = this.#source !== about.lattice.source;
    if (isNew) this.#place = 0;
    this.#source = about.lattice.source;
    this.#place = Math.min(this.#place, about.lattice.sentences.length - 1);
    this.#draw();
    if (isNew) this.#toGround();
  }

  /** Scrolls to the first words, which stand at the bottom. */
  #toGround() {
    this.picture.scrollTo(0, this.picture.scrollHeight);
  }

  #draw() {
    const { lattice, edits, most, hidden } = this.#about;
    const sentence = lattice.sentences[this.#place];
    if (!sentence) {
      put(this.controls);
      put(this.picture, el("p", { class: "lead" }, "There is no sentence here."));
      return;
    }
    this.units = unitsWithChoice(sentence, edits);
    const visible = unique(this.units.filter((unit) => unit.chosen || !hidden.includes(unit.table)));
    this.#drawn = fewer(visible, most);
    const focused = this.picture.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    const { scrollLeft, scrollTop } = this.picture;
    put(this.controls, ...this.#controls(visible));
    put(this.picture, drawing(sentence.tokens, this.#drawn));
    this.#light(null);
    this.picture.scrollTo(scrollLeft, scrollTop);
    this.stops.renew();
    const again = [...this.picture.querySelectorAll(".arc")].find((arc) => arc.getAttribute("aria-label") === focused);
    if (focused) (again ?? this.picture.querySelector(".arc"))?.focus({ preventScroll: true });
    this.#fillTable();
  }

  #fillTable() {
    const [summary] = this.table.children;
    const { hidden, application } = this.#about ?? {};
    if (!this.table.open || !this.units) return put(this.table, summary);
    const rows = this.units.filter((unit) => !hidden.includes(unit.table));
    return put(this.table, summary, latticeTable(rows, application, (unit) => this.#take(unit)));
  }

  #controls(visible) {
    return [...this.#steppers(), this.#tables(), this.#most(visible)].filter(Boolean);
  }

  /** Which paragraph, and which sentence of it. */
  #steppers() {
    const { lattice, part, parts } = this.#about;
    const paragraph = parts.indexOf(part);
    return [
      this.#stepper("Paragraph", paragraph, parts.length, (place) => this.calls.look(parts[place])),
      this.#stepper("Sentence", this.#place, lattice.sentences.length, (place) => {
        this.#place = place;
        this.#draw();
        this.#toGround();
      }),
    ];
  }

  #stepper(what, place, count, go) {
    if (count < 2) return null;
    const step = (by, label, sign) => {
      const click = async () => {
        await go(place + by);
        this.controls.querySelector(`[aria-label="${label}"]:not(:disabled)`)?.focus();
      };
      const isEnd = place + by < 0 || place + by >= count;
      return el("button", { type: "button", class: "button", "aria-label": label, disabled: isEnd, click }, sign);
    };
    const name = what.toLowerCase();
    return el("div", { class: "stepper" }, step(-1, `Previous ${name}`, "‹"), el("span", {}, `${what} ${place + 1} of ${count}`), step(1, `Next ${name}`, "›"));
  }

  #tables() {
    const { hidden } = this.#about;
    const toggle = (name) => (event) => {
      const others = hidden.filter((other) => other !== name);
      this.#change({ hidden: event.target.checked ? others : [...others, name] });
    };
    const boxes = tableOrder(this.units.map((unit) => unit.table)).map((name) => {
      const count = this.units.filter((unit) => unit.table === name).length;
      const box = el("input", { type: "checkbox", value: name, change: toggle(name) });
      box.checked = !hidden.includes(name);
      return el("label", { class: "tick" }, box, tableDot(name), el("span", {}, tableTitle(name), " ", el("small", {}, String(count))));
    });
    return el("fieldset", { class: "ticks" }, el("legend", { class: "unseen" }, "Tables"), ...boxes);
  }

  #most(visible) {
    const { most } = this.#about;
    const input = el("input", { type: "range", id: "lattice-most", min: 1, max: ALL, step: 1, value: most });
    input.addEventListener("change", () => this.#change({ most: Number(input.value) }));
    const says = `${counted(this.#drawn.length, "unit")} of ${visible.length}`;
    return el("div", { class: "slider small" }, el("div", { class: "slider-head" }, el("label", { for: "lattice-most" }, "Lines for each place"), el("output", { for: "lattice-most" }, `${most >= ALL ? "all" : `at most ${most}`}, ${says}`)), input);
  }

  #change(settings) {
    const focused = this.controls.contains(document.activeElement) ? document.activeElement : null;
    const name = focused?.id ? `#${focused.id}` : `[value="${CSS.escape(focused?.value ?? "")}"]`;
    Object.assign(this.#about, settings);
    this.calls.changed({ most: this.#about.most, hidden: this.#about.hidden });
    this.#draw();
    if (focused) this.controls.querySelector(name)?.focus();
  }

  #explain(unit) {
    const hint = unit.chosen ? "Press to keep the words as they were." : "Press to take it.";
    return [...explanation(unit, { application: this.#about.application, confidence: unit.confidence ?? null }), el("p", { class: "hint" }, hint)];
  }

  #take(unit) {
    this.calls.take(this.#about.part, { start: unit.start, end: unit.stop, target: unit.chosen ? null : unit.target });
  }
}
