// Copying, with a word of confirmation.

import { el, say } from "./dom.js";

async function copy(text) {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed here; there is an older way.
    }
  }
  // Pages that are not from this machine and not encrypted have no clipboard but this.
  const area = el("textarea", { class: "unseen", "aria-hidden": "true", tabindex: "-1" });
  area.value = text;
  document.body.append(area);
  const focused = document.activeElement;
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return done;
}

/** A button that copies what `text()` gives when it is pressed; `what` is for those who cannot see where it stands. */
export function copyButton(text, what) {
  const words = el("span", {}, "Copy");
  const click = async () => {
    const done = await copy(text());
    words.textContent = done ? "Copied ✓" : "Select and copy it yourself, please";
    button.classList.toggle("done", done);
    say(done ? "Copied." : "The browser does not let this page copy.");
    setTimeout(() => {
      words.textContent = "Copy";
      button.classList.remove("done");
    }, 2000);
  };
  const button = el(
    "button",
    { type: "button", class: "button copy", click },
    words,
    el("span", { class: "unseen" }, ` ${what}`),
  );
  return button;
}
