// Something to begin with, for those who have no text at hand.

import { el, put } from "./dom.js";

const LETTER = `In spite of the fact that the weather was bad, a large number of people came to the meeting in order to express their opinion. The chairman was of the opinion that the majority of them were in favour of the plan.

Prior to the start of the discussion, we would like to inform you that the new rules will be put in place in the near future. At this point in time, it is not possible to say on what date.

The doctor told him that he was suffering from a serious illness and had to take medicine on a regular basis. He made the decision to give assistance to others with regard to the same problem.`;

const EXAMPLES = [
  {
    title: "Shorter",
    application: "compress",
    text: "In spite of the fact that the weather was bad, a large number of people came to the meeting in order to express their opinion.",
  },
  {
    title: "Simpler",
    application: "simplify",
    text: "Prior to the commencement of the journey, passengers are requested to verify that they are in possession of a valid ticket.",
  },
  {
    title: "Toward",
    application: "toward",
    text: "The government announced on Monday that it would provide financial assistance to families who had lost their homes.",
    reference: "On Monday the government said it would give money and support to households without a house.",
  },
  {
    title: "Free",
    application: "paraphrase",
    text: "She was of the opinion that the majority of students did not have sufficient time to complete the task.",
  },
  { title: "A document", application: "compress", text: LETTER },
];

/** Lists them; `take(example)` is called for the one that is pressed. */
export function showExamples(container, take) {
  put(
    container,
    ...EXAMPLES.map((example) => {
      const words = example.text.replace(/\s+/gu, " ");
      return el(
        "li",
        {},
        el("button", { type: "button", class: "example", click: () => take(example) }, el("b", {}, example.title), el("span", {}, words)),
      );
    }),
  );
}
