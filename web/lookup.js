// Looks words up in the pages of the site.
import { foldText, foldedQuery } from "./fold.js";

// What a page was folded to. The words of the pages do not change while one types.
const foldedParts = new WeakMap();

/**
 * The places that have all words of a query, the one with the most hits first. A hit in a heading counts as ten. A heading that is the query, such
 * as that of a term, comes first.
 * @param {{path: string, title: string, parts: {head: string, text: string}[]}[]} pages
 * @param {string} query
 * @returns {{page: any, part: any, weight: number}[]}
 */
export function lookUp(pages, query) {
  const words = foldedQuery(query), found = [];
  if (words.length === 0) return found;
  const whole = words.join(" ");
  for (const page of pages) {
    for (const part of page.parts) {
      if (!foldedParts.has(part)) foldedParts.set(part, { own: foldText(part.head), head: foldText(page.title + " " + part.head), text: foldText(part.text) });
      const { own, head, text } = foldedParts.get(part);
      if (!words.every((word) => head.includes(word) || text.includes(word))) continue;
      const weight = words.reduce((sum, word) => sum + (head.includes(word) ? 10 : 0) + Math.min(9, text.split(word).length - 1), own === whole ? 1000 : 0);
      found.push({ page, part, weight });
    }
  }
  return found.sort((one, other) => other.weight - one.weight);
}

/**
 * A piece of a text around the first word of a query that is in it, cut between words.
 * @param {string} text
 * @param {string} query
 * @returns {string}
 */
export function excerptOf(text, query) {
  const words = foldedQuery(query);
  if (/\p{Script=Han}/u.test(query)) return hanExcerpt(text, words);
  const first = [...text.matchAll(/\S+/g)].find(([piece]) => words.some((word) => foldText(piece).includes(word.split(" ")[0])));
  const places = first ? [first.index] : [];
  const middle = places.length > 0 ? Math.min(...places) : 0;
  const start = middle > 60 ? text.indexOf(" ", middle - 60) + 1 : 0;
  const end = start + 180 < text.length ? text.lastIndexOf(" ", start + 180) : text.length;
  return (start > 0 ? "… " : "") + text.slice(start, Math.max(end, middle)) + (end < text.length ? " …" : "");
}

/** A piece of a text without spaces between its words. */
function hanExcerpt(text, words) {
  const low = text.toLowerCase(), places = words.map((word) => low.indexOf(word)).filter((place) => place >= 0);
  const middle = places.length > 0 ? Math.min(...places) : 0, start = middle > 30 ? middle - 30 : 0, end = Math.min(text.length, start + 90);
  return (start > 0 ? "…" : "") + text.slice(start, end) + (end < text.length ? "…" : "");
}

/**
 * Whether a text has all words of a query, in whatever spelling. The end of a word may still be missing: it is being typed.
 * @param {string} folded the text, folded
 * @param {string} query
 * @returns {boolean}
 */
export function isMeant(folded, query) {
  const text = " " + folded;
  return foldedQuery(query).every((word) => text.includes((/^\p{Script=Han}/u.test(word) ? "" : " ") + word));
}
