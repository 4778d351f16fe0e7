// Keys, personal links, and forms that are sent once. Everything but links works without it.
"use strict";
(() => {
  const link = document.getElementById("enter");
  if (link && location.hash.length > 1) {
    link.elements.token.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname); // so that nobody reads it there
    link.requestSubmit();
  }

  // A page out of the browser's memory may be older than what is stored.
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  const form = document.getElementById("judge");
  if (!form) return;

  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });

  const differences = document.getElementById("differences");
  if (differences) {
    const key = "otherwords.rating.differences";
    const show = () => document.body.classList.toggle("differing", differences.checked);
    try {
      differences.checked = localStorage.getItem(key) === "yes";
    } catch {
      // Without storage the choice holds for this page.
    }
    show();
    differences.addEventListener("change", () => {
      show();
      try {
        localStorage.setItem(key, differences.checked ? "yes" : "no");
      } catch {
        // As above.
      }
    });
  }

  const questions = [...form.querySelectorAll(".question")];
  const single = form.dataset.single === "yes";
  let at = 0;

  const point = () => {
    if (single) return;
    questions.forEach((question, number) => question.classList.toggle("current", number === at));
  };

  questions.forEach((question, number) => {
    question.addEventListener("change", () => {
      at = number + 1;
      point();
    });
  });
  point();

  const answer = (key) => {
    const question = questions[at];
    const choice = question && question.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!choice) return false;
    if (single) {
      choice.click();
      return true;
    }
    choice.checked = true;
    choice.focus();
    at += 1;
    point();
    if (at === questions.length) form.requestSubmit();
    return true;
  };

  const follow = (id) => {
    const target = document.getElementById(id);
    if (target) target.click();
    return Boolean(target);
  };

  const actions = {
    u: () => follow("back"),
    Backspace: () => follow("back"),
    s: () => follow("skip"),
    d: () => follow("differences"),
    g: () => {
      const guidelines = document.getElementById("guidelines");
      guidelines.open = !guidelines.open;
      return true;
    },
  };

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const done = Object.hasOwn(actions, key) ? actions[key]() : answer(key);
    if (done) event.preventDefault();
    else if (key === "Enter" && !event.target.closest("a, button, input, summary")) form.requestSubmit();
  });
})();
