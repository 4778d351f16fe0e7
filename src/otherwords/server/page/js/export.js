// Documents as files: text, Markdown or HTML, with or without marks of what changed.

import { el } from "./dom.js";
import { editsOf } from "./parts.js";
import { editKey, segments } from "./segments.js";

const HTML = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text) => text.replace(/[&<>"']/gu, (character) => HTML[character]);

// What Markdown would take for markup, anywhere and at the beginning of a line.
const escapeMarkdown = (text) =>
  text
    .replace(/[\\`*_[\]<>&~|]/gu, "\\$&")
    .replace(/^(\s*)([-+#=])/gmu, "$1\\$2")
    .replace(/^(\s*\d+)([.)])/gmu, "$1\\$2");

// Marks stand around words, not around the spaces beside them, or Markdown does not see them.
const around = (open, close, escape) => (text) => {
  const [, lead, words, tail] = text.match(/^(\s*)(.*?)(\s*)$/su);
  return words ? `${lead}${open}${escape(words)}${close}${tail}` : text;
};

const FORMATS = {
  txt: {
    type: "text/plain",
    escape: (text) => text,
    gone: around("[-", "-]", (text) => text),
    come: around("{+", "+}", (text) => text),
    page: (paragraphs, after) => paragraphs.map(({ before, text }) => before + text).join("") + after,
  },
  md: {
    type: "text/markdown",
    escape: escapeMarkdown,
    gone: around("~~", "~~", escapeMarkdown),
    come: around("**", "**", escapeMarkdown),
    page: (paragraphs) => `${paragraphs.map(({ text }) => text.trim()).join("\n\n")}\n`,
  },
  html: {
    type: "text/html",
    escape: escapeHtml,
    gone: around("<del>", "</del>", escapeHtml),
    come: around("<ins>", "</ins>", escapeHtml),
    page: (paragraphs) =>
      [
        "<!doctype html>",
        '<html lang="en">',
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        "<title>In other words</title>",
        "<style>body{max-width:40rem;margin:2rem auto;padding:0 1rem;font:1.1rem/1.6 serif}ins{background:#d9ebe7;text-decoration:none}del{color:#8a2b1f}</style>",
        ...paragraphs.map(({ text }) => `<p>${text.trim()}</p>`),
        "</html>",
        "",
      ].join("\n"),
  },
};

/** The formats there are. */
export const formats = Object.keys(FORMATS);

function written(part, format, marks) {
  const edits = editsOf(part).filter((edit) => part.decisions[editKey(edit)] !== "rejected");
  return segments(part.text, edits)
    .map((piece) => {
      if (piece.kind !== "edit" || !marks) return format.escape(piece.text);
      const gap = piece.edit.source.trim() && piece.text.trim() ? " " : "";
      return `${format.gone(piece.edit.source)}${gap}${format.come(piece.text)}`;
    })
    .join("");
}

/**
 * A document in a format; changes that were rejected are left out.
 *
 * @param {{parts: object[], after: string}} document
 */
export function exported({ parts, after }, name, marks) {
  const format = FORMATS[name];
  return format.page(
    parts.map((part) => ({ before: part.before, text: written(part, format, marks) })),
    after,
  );
}

/** Lets the browser save a document. */
export function download(document_, name, marks) {
  const blob = new Blob([exported(document_, name, marks)], { type: `${FORMATS[name].type};charset=utf-8` });
  const link = el("a", { href: URL.createObjectURL(blob), download: `in-other-words.${name}` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
