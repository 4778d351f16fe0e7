// Things that float beside words: where they fit, and the tip that explains.

import { byId, moves, put } from "./dom.js";

const GAP = 8;

/** Puts an element under a word, or above it where there is more room. */
export function place(element, anchor) {
  const lines = anchor.getClientRects();
  const line = lines[0] ?? anchor.getBoundingClientRect();
  const last = lines[lines.length - 1] ?? line;
  const { offsetWidth: width, offsetHeight: height } = element;
  const [wide, high] = [document.documentElement.clientWidth, innerHeight];
  const left = Math.max(GAP, Math.min(line.left, wide - width - GAP));
  const below = last.bottom + GAP;
  const above = line.top - GAP - height;
  const top = below + height <= high - GAP || above < GAP ? below : above;
  element.style.left = `${left + scrollX}px`;
  element.style.top = `${top + scrollY}px`;
}

/** Scrolls a word out from under what has come up from the edge of the screen. */
export function uncover(anchor, element) {
  if (getComputedStyle(element).position !== "fixed") return;
  const lack = anchor.getBoundingClientRect().bottom + 2 * GAP - element.getBoundingClientRect().top;
  if (lack > 0) scrollBy({ top: lack, behavior: moves() ? "smooth" : "auto" });
}

let hiding = 0;
let anchored = null;

/** Hides the tip. */
export function hideTip() {
  clearTimeout(hiding);
  byId("tip").hidden = true;
  anchored?.removeAttribute("aria-describedby");
  anchored = null;
}

function showTip(anchor, content) {
  clearTimeout(hiding);
  if (anchored && anchored !== anchor) anchored.removeAttribute("aria-describedby");
  anchored = anchor;
  const tip = byId("tip");
  put(tip, ...content);
  tip.hidden = false;
  place(tip, anchor);
  anchor.setAttribute("aria-describedby", "tip");
}

/** Explains what matches inside a container, on hover and on focus; null explains nothing. */
export function tips(container, selector, explain) {
  const enter = (event) => {
    const anchor = event.target.closest?.(selector);
    if (!anchor || !byId("alternatives").hidden) return;
    const content = explain(anchor);
    if (content) showTip(anchor, content);
  };
  const leave = () => {
    clearTimeout(hiding);
    // A moment to reach the tip itself with the pointer.
    hiding = setTimeout(hideTip, 150);
  };
  container.addEventListener("pointerover", (event) => event.pointerType !== "touch" && enter(event));
  container.addEventListener("pointerout", leave);
  container.addEventListener("focusin", (event) => event.target.matches?.(":focus-visible") && enter(event));
  container.addEventListener("focusout", leave);
}

/** Lets the pointer rest on the tip, and Escape and scrolling take it away. */
export function setUpTips() {
  const tip = byId("tip");
  tip.addEventListener("pointerover", () => clearTimeout(hiding));
  tip.addEventListener("pointerout", () => {
    hiding = setTimeout(hideTip, 150);
  });
  addEventListener("keydown", (event) => event.key === "Escape" && hideTip());
  addEventListener("resize", hideTip);
}
