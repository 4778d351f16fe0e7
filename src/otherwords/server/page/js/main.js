// The page: the form asks, the server answers, and what is shown can be pressed to ask again.

import { closeAlternatives, openAlternatives, setUpAlternatives } from "./alternatives.js";
import { knowsConfidence } from "./api.js";
import { Asking } from "./asking.js";
import { choose, undo } from "./choices.js";
import { showChoices } from "./chips.js";
import { asked, fillForm, isReady, onlyBold, setUpForm } from "./controls.js";
import { byId, say } from "./dom.js";
import { showExamples } from "./examples.js";
import { download } from "./export.js";
import { setUpTips } from "./floating.js";
import { LatticeView } from "./lattice-view.js";
import { clearNotice, showStorage, showTrouble } from "./notices.js";
import { isAnswered, renewed, stored } from "./parts.js";
import { showResults } from "./results.js";
import { Review } from "./review.js";
import { state, update } from "./state.js";
import { legend } from "./tables.js";
import { counted } from "./text.js";

let draft = renewed(state.parts, state.text);
let looked = null; // the paragraph whose lattice is shown

const isDocument = () => draft.parts.length > 1;
const store = () => update({ parts: stored(draft.parts) });

const asking = new Asking({
  answered(parts, done, all) {
    clearNotice();
    byId("progress").hidden = !isDocument() || done === all;
    byId("progress-bar").value = done / all;
    byId("progress-says").textContent = `${done} of ${counted(all, "paragraph")}`;
    if (done > 0) show();
  },
  finished(parts) {
    byId("answer").removeAttribute("aria-busy");
    byId("signature").textContent = parts[0].result.signature;
    say(spoken(parts));
    look(looked && parts.includes(looked) ? looked : parts[0]);
  },
  async failed(trouble) {
    const { confidence } = asked(isDocument());
    if (trouble.status === 422 && confidence !== "bold" && !(await knowsConfidence())) {
      onlyBold();
      ask(0);
      return;
    }
    byId("answer").removeAttribute("aria-busy");
    byId("progress").hidden = true;
    showTrouble(trouble, () => ask(0), draft.parts.some((part) => part.choices.length) ? undoAll : null);
  },
});

function spoken(parts) {
  if (isDocument()) return `${counted(parts.length, "paragraph")} ready.`;
  const [best] = parts[0].result.paraphrases;
  return best.edits.length ? `${counted(best.edits.length, "change")}: ${best.text}` : "Nothing to change.";
}

/** Asks for all that is not known yet, after a while. */
function ask(delay) {
  closeAlternatives();
  draft = renewed(draft.parts, state.text);
  showStorage(store());
  if (!isReady()) {
    asking.stop();
    clearNotice();
    byId("answer").removeAttribute("aria-busy");
    byId("progress").hidden = true;
    show();
    return;
  }
  byId("answer").setAttribute("aria-busy", "true");
  asking.soon(draft.parts, asked(isDocument()), delay);
  if (!draft.parts.some((part) => part.result)) show();
}

const latticeOf = (part) => asking.knownLattice(part, asked(isDocument()));

/** Draws what is known. */
function show() {
  const ready = isReady();
  const single = ready && !isDocument() && draft.parts[0].result ? draft.parts[0] : null;
  byId("welcome").hidden = Boolean(state.text.trim());
  byId("waiting-for-reference").hidden = !state.text.trim() || ready;
  byId("marks-switch").hidden = !single;
  byId("paraphrases").hidden = !single;
  byId("review").hidden = !ready || !isDocument();
  byId("lattice").hidden = !ready || !draft.parts.some(isAnswered);
  showChoices(byId("choices"), draft.parts, { undo: undone, undoAll });
  if (single && isAnswered(single)) {
    showResults(byId("paraphrases"), single, {
      lattice: latticeOf(single),
      old: state.marks,
      application: state.application,
      press: (element, edit) => press(element, single, edit),
    });
  }
  if (ready && isDocument()) review.show(draft, { latticeOf, application: state.application });
}

/** Fetches the lattice of a paragraph: its words can then be pressed. */
async function fetchLattice(part) {
  if (!isAnswered(part) || latticeOf(part)) return;
  try {
    await asking.latticeOf(part, asked(isDocument()));
  } catch {
    return; // The paraphrase is there; pressing a word will say what is wrong.
  }
  if (draft.parts.includes(part)) show();
}

/** Makes a paragraph the one whose lattice is drawn. */
async function look(part) {
  looked = part;
  await fetchLattice(part);
  if (looked === part) draw();
}

function draw() {
  if (byId("lattice-body").hidden || !looked || !isAnswered(looked)) return;
  const lattice = latticeOf(looked);
  if (!lattice) return;
  view.show({
    part: looked,
    parts: draft.parts,
    lattice,
    edits: looked.result.paraphrases[0].edits,
    application: state.application,
    ...state.lattice,
  });
}

function press(element, part, edit) {
  if (!isAnswered(part)) return; // Another answer is on its way.
  openAlternatives(element, {
    part,
    start: Number(element.dataset.start),
    end: Number(element.dataset.end),
    edit,
    application: state.application,
    lattice: asking.latticeOf(part, asked(isDocument())),
    decide: (choice, old) => decide(part, old ? undo(part.choices, old) : choose(part.choices, choice)),
  });
}

function decide(part, choices) {
  part.choices = choices;
  store();
  ask(0);
}

const undone = (part, choice) => decide(part, undo(part.choices, choice));

function undoAll() {
  for (const part of draft.parts) part.choices = [];
  store();
  ask(0);
}

const review = new Review(byId("review"), {
  press,
  enter: (part, isFocused) => (isFocused && part !== looked ? look(part) : fetchLattice(part)),
  decided: store,
  save: (format, marks) => download(draft, format, marks),
});

const view = new LatticeView(byId("lattice-body"), {
  changed: (settings) => update({ lattice: { ...state.lattice, ...settings } }),
  take: (part, choice) => decide(part, choose(part.choices, choice)),
  look,
});

function openLattice(shown) {
  byId("lattice-body").hidden = !shown;
  byId("lattice-open").setAttribute("aria-expanded", String(shown));
  byId("lattice-open").textContent = shown ? "Close" : "Look inside";
  draw();
}

byId("lattice-open").addEventListener("click", () => {
  update({ lattice: { ...state.lattice, shown: !state.lattice.shown } });
  openLattice(state.lattice.shown);
});

function takeExample({ application, text, reference = "" }) {
  update({ application, text, reference, parts: [] });
  fillForm();
  ask(0);
  byId("answer-title").focus();
}

setUpForm({
  edited: ask,
  redrawn: show,
  stored: showStorage,
  // What was offered for one purpose may not be offered for another.
  purposed: () => draft.parts.forEach((part) => Object.assign(part, { choices: [] })),
});
setUpTips();
setUpAlternatives();
showExamples(byId("examples"), takeExample);
byId("legend").replaceChildren(...legend());
addEventListener("online", () => ask(0));
fillForm();
openLattice(state.lattice.shown);
ask(0);
