// One tab stop for many things: arrow keys go from one to the next.

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Lets arrow keys, Home and End move the focus among the elements that match.
 *
 * @param {Element} container It may be filled again at any time; call `renew` then.
 * @returns {{renew: () => void}}
 */
export function roving(container, selector) {
  const items = () => [...container.querySelectorAll(selector)].filter((item) => !item.hidden);
  const enter = (item) => {
    for (const other of items()) other.setAttribute("tabindex", other === item ? "0" : "-1");
  };
  container.addEventListener("focusin", (event) => {
    const item = event.target.closest(selector);
    if (item) enter(item);
  });
  container.addEventListener("keydown", (event) => {
    const item = event.target.closest?.(selector);
    if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = items();
    const at = all.indexOf(item);
    let next = STEPS[event.key] === undefined ? null : at + STEPS[event.key];
    if (event.key === "Home") next = 0;
    if (event.key === "End") next = all.length - 1;
    if (next === null || !all[next]) return;
    event.preventDefault();
    all[next].focus();
  });
  const renew = () => {
    const all = items();
    if (!all.some((item) => item.getAttribute("tabindex") === "0")) enter(all[0]);
  };
  renew();
  return { renew };
}

/** Calls back for a click, Enter or the space bar on what matches. */
export function onPress(container, selector, call) {
  container.addEventListener("click", (event) => {
    const item = event.target.closest?.(selector);
    if (item) call(item, event);
  });
  container.addEventListener("keydown", (event) => {
    const item = event.target.closest?.(selector);
    if (!item || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    call(item, event);
  });
}
