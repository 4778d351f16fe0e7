// The bars above and below a document: where the review stands, and what can be done.

import { el, put } from "./dom.js";
import { formats } from "./export.js";
import { editsOf } from "./parts.js";
import { applied, editKey } from "./segments.js";
import { bytes, change, counted, grouped, words } from "./text.js";

const FORMAT_NAMES = { txt: "Text", md: "Markdown", html: "HTML" };

const button = (label, key, click, more = {}) =>
  el("button", { type: "button", class: "button", click, ...more }, label, key ? el("kbd", { "aria-hidden": "true" }, key) : null);

/** What a document has come to: sizes and decisions. */
export function tally({ parts, after }) {
  const sum = { open: 0, accepted: 0, rejected: 0, bytes: [0, 0], words: [0, 0] };
  for (const part of parts) {
    const edits = editsOf(part);
    for (const edit of edits) sum[part.decisions[editKey(edit)] ?? "open"] += 1;
    const text = applied(part.text, edits.filter((edit) => part.decisions[editKey(edit)] !== "rejected"));
    for (const [name, count] of [["bytes", bytes], ["words", words]]) {
      sum[name][0] += count(part.before + part.text);
      sum[name][1] += count(part.before + text);
    }
  }
  sum.bytes = sum.bytes.map((size) => size + bytes(after));
  return sum;
}

export class ReviewBar {
  /** @param {object} calls `all`, `current`, `step`, `other`, `save(format, marks)`. */
  constructor(calls) {
    this.summary = el("p", { class: "facts" });
    this.position = el("span", { class: "position" });
    const format = el(
      "select",
      { id: "export-format" },
      ...formats.map((name) => el("option", { value: name }, FORMAT_NAMES[name])),
    );
    const marks = el("input", { type: "checkbox", id: "export-marks" });
    this.head = el(
      "div",
      { class: "review-head" },
      this.summary,
      el(
        "div",
        { class: "review-actions" },
        button("Accept all", "⇧A", () => calls.all("accepted")),
        button("Reject all", "⇧R", () => calls.all("rejected")),
        button("Reset", "⇧U", () => calls.all(null)),
      ),
      el(
        "div",
        { class: "review-actions export" },
        el("label", { for: "export-format" }, "Export as"),
        format,
        el("label", { class: "switch" }, marks, el("span", {}, "with marks")),
        button("Download", "", () => calls.save(format.value, marks.checked)),
        el("small", { class: "lead" }, "What is undecided counts as accepted."),
      ),
    );
    this.foot = el(
      "div",
      { class: "review-foot", role: "toolbar", "aria-label": "The current change" },
      button("‹", "", () => calls.step(-1), { "aria-label": "Previous change" }),
      this.position,
      button("›", "", () => calls.step(1), { "aria-label": "Next change" }),
      button("Accept", "a", () => calls.current("accepted"), { class: "button accept" }),
      button("Reject", "r", () => calls.current("rejected"), { class: "button reject" }),
      button("Undecided", "u", () => calls.current(null)),
      button("Other words", "↵", calls.other),
    );
  }

  /** What the keys do, for tips. */
  hint() {
    return el("p", { class: "hint" }, el("kbd", {}, "a"), " accept, ", el("kbd", {}, "r"), " reject, ", el("kbd", {}, "Enter"), " other words");
  }

  /** Says where things stand. */
  show(draft, at, all) {
    const sum = tally(draft);
    put(
      this.summary,
      el("span", {}, el("b", {}, grouped(all)), all === 1 ? " change: " : " changes: ", `${sum.accepted} accepted, ${sum.rejected} rejected, ${sum.open} undecided`),
      el("span", {}, el("b", {}, grouped(sum.bytes[1])), ` of ${counted(sum.bytes[0], "byte")} `, el("span", { class: "saved" }, change(...sum.bytes))),
      el("span", {}, el("b", {}, grouped(sum.words[1])), ` of ${counted(sum.words[0], "word")} `, el("span", { class: "saved" }, change(...sum.words))),
    );
    this.position.textContent = all ? `${at + 1} of ${all}` : "no changes";
    for (const one of this.foot.querySelectorAll("button")) one.disabled = all === 0;
  }
}
