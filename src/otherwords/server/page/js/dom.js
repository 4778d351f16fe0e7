// Elements made of data: text is only ever set as text, so nothing in it can become markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element; functions among the attributes listen to the event of that name. */
export const el = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** The same for SVG. */
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** Puts children in the place of all that an element has. */
export const put = (element, ...children) => element.replaceChildren(...children.filter(Boolean));

/** Whether motion is welcome. */
export const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Tells screen readers, without moving anything. */
export function say(message) {
  const live = byId("live");
  // The same message twice is only read twice if the text changes.
  live.textContent = live.textContent === message ? `${message}\u00a0` : message;
}
