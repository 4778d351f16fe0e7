// Sets the colours before anything is drawn; not a module, as those run too late.
"use strict";
(() => {
  const key = "otherwords.theme";
  const root = document.documentElement;
  const read = () => {
    try {
      return localStorage.getItem(key) || "auto";
    } catch {
      return "auto";
    }
  };
  const show = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  show(read());
  addEventListener("DOMContentLoaded", () => {
    const group = document.getElementById("theme");
    const chosen = group.querySelector(`input[value="${CSS.escape(read())}"]`);
    if (chosen) chosen.checked = true;
    group.addEventListener("change", (event) => {
      show(event.target.value);
      try {
        localStorage.setItem(key, event.target.value);
      } catch {
        // Without storage the choice holds until the page is left.
      }
    });
  });
})();
