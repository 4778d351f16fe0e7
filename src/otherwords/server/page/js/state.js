// What the user wrote and set; kept in the browser so that a reload loses nothing.

const KEY = "otherwords.state";

const DEFAULTS = {
  text: "",
  reference: "",
  application: "compress",
  length: 100, // per cent of the source; 100 sets no limit
  confidence: 1, // position of the slider
  count: 3,
  diverse: true,
  editQuotes: false,
  keep: "",
  avoid: "",
  marks: false, // whether old words are shown beside new ones
  more: false, // whether further options are shown
  parts: [], // per paragraph: what was chosen and decided
  lattice: { shown: false, most: 4, hidden: [] },
};

const RANGES = { length: [30, 100], confidence: [0, 4], count: [1, 10], most: [1, 13] };

function isFit(name, found, value) {
  if (found === null || typeof found !== typeof value || Array.isArray(found) !== Array.isArray(value)) return false;
  const [least, most] = RANGES[name] ?? [-Infinity, Infinity];
  return typeof found !== "number" || (found >= least && found <= most);
}

// What another version or another page has stored must not break this one.
function checked(stored, defaults = DEFAULTS) {
  const state = structuredClone(defaults);
  for (const [name, value] of Object.entries(defaults)) {
    if (!Object.hasOwn(stored, name) || !isFit(name, stored[name], value)) continue;
    state[name] = name === "lattice" ? checked(stored[name], value) : stored[name];
  }
  return state;
}

const isPart = (part) => typeof part?.text === "string" && Array.isArray(part.choices) && Boolean(part.decisions);

function load() {
  // A tab has its own text; a new one goes on with what was written last.
  for (const storage of ["sessionStorage", "localStorage"]) {
    try {
      const stored = JSON.parse(globalThis[storage].getItem(KEY));
      if (!stored || Array.isArray(stored)) continue;
      const state = checked(stored);
      return { ...state, parts: state.parts.filter(isPart) };
    } catch {
      // Nothing there, or nothing that we can read.
    }
  }
  return checked({});
}

/** All of it, to read; change it by `update`. */
export const state = load();

/** Changes some of it, and stores it. Says whether it could be stored. */
export function update(changes) {
  Object.assign(state, changes);
  let kept = true;
  for (const storage of ["sessionStorage", "localStorage"]) {
    try {
      globalThis[storage].setItem(KEY, JSON.stringify(state));
    } catch {
      kept = false;
    }
  }
  return kept;
}
