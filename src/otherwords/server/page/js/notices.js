// What went wrong, kindly, and how to go on.

import { setKey } from "./api.js";
import { byId, el, put } from "./dom.js";

// What servers say begins small and may lack a full stop; here it is a sentence.
const sentence = (message) => `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/[.\s]*$/u, "")}.`;

const tooMuch = (trouble) => ["That is more than this server takes at once.", `${sentence(trouble.message)} Blank lines make paragraphs, which are asked for one by one.`];

// By code, or else by status.
const SAYS = {
  offline: () => ["No answer from the server.", "Is it still running? Your text is safe here; it will be asked for again as soon as you wish."],
  429: () => ["The server has its hands full.", "Others are being served first."],
  503: () => ["The server is about to stop or start.", "It should be back in a moment."],
  "too-long": tooMuch,
  "too-many": tooMuch,
  413: tooMuch,
  401: () => ["This server asks for a key.", "Whoever runs it can give you one."],
  403: () => ["This server does not let you in.", "Whoever runs it may know why."],
};

let countdown = 0;

/** Takes the notice away. */
export function clearNotice() {
  clearInterval(countdown);
  const notice = byId("notice");
  notice.hidden = true;
  put(notice);
}

/**
 * Shows a trouble, with a button to try again; if the server says when, that happens by itself.
 *
 * @param {Trouble} trouble
 * @param {() => void} retry
 * @param {(() => void)|null} undoChoices If there are choices, which may be what cannot be.
 */
export function showTrouble(trouble, retry, undoChoices = null) {
  clearNotice();
  const [title, text] = (SAYS[trouble.code] ?? SAYS[trouble.status] ?? ((other) => ["That did not work.", sentence(other.message)]))(trouble);
  const again = () => {
    clearNotice();
    retry();
  };
  const button = el("button", { type: "button", class: "button", click: again }, "Try again");
  const parts = [el("p", {}, el("strong", {}, title), ` ${text}`)];
  if (trouble.status === 401) parts.push(keyForm(again));
  else if (trouble.status === 422 && undoChoices) parts.push(el("button", { type: "button", class: "button", click: undoChoices }, "Undo my choices"));
  else parts.push(button);
  const notice = byId("notice");
  put(notice, ...parts);
  notice.hidden = false;
  if (trouble.retryAfter !== null) wait(button, Math.max(1, Math.ceil(trouble.retryAfter)), again);
}

function wait(button, seconds, again) {
  let left = seconds;
  const show = () => {
    button.textContent = `Try again (by itself in ${left} s)`;
  };
  show();
  countdown = setInterval(() => {
    left -= 1;
    if (left > 0) show();
    else again();
  }, 1000);
}

function keyForm(again) {
  const input = el("input", { type: "password", id: "api-key", autocomplete: "off", required: true });
  const submit = (event) => {
    event.preventDefault();
    setKey(input.value.trim());
    again();
  };
  return el(
    "form",
    { class: "key-form", submit },
    el("label", { for: "api-key" }, "API key"),
    input,
    el("button", { class: "button" }, "Use it"),
  );
}

/** Says that a reload would lose the text, if the browser could not store it. */
export function showStorage(isKept) {
  byId("unkept").hidden = isKept;
}
