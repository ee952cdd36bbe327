// The language of the page. English is complete; a language that lacks a word shows the English one, and a test finds that.
import { wordsEnglish } from "./words.en.js";

const wordTables = { en: wordsEnglish };
let wordTable = wordsEnglish;

/**
 * Chooses the language by its tag; one without a table shows English words around its own sentences.
 * @param {string} tag
 */
export function useLanguage(tag) {
  wordTable = wordTables[tag] || wordTables[tag.split("-")[0]] || wordsEnglish;
}

/**
 * A word or sentence, with `{name}` replaced by values.
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @returns {string}
 */
export function say(key, values) {
  const text = wordTable[key] ?? wordsEnglish[key] ?? "⟦" + key + "⟧";
  return values ? text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole)) : text;
}

/**
 * What a language calls itself.
 * @param {string} tag
 * @returns {string}
 */
export function languageName(tag) {
  const table = wordTables[tag] || wordTables[tag.split("-")[0]];
  return table ? table["language.name"] : tag;
}

/**
 * Puts the words into the shell: `data-say` names the text, `data-say-label` the accessible name, `data-say-hint` the placeholder.
 * @param {ParentNode} root
 */
export function putWords(root) {
  for (const node of root.querySelectorAll("[data-say]")) node.textContent = say(node.getAttribute("data-say") || "");
  for (const node of root.querySelectorAll("[data-say-label]")) node.setAttribute("aria-label", say(node.getAttribute("data-say-label") || ""));
  for (const node of root.querySelectorAll("[data-say-hint]")) node.setAttribute("placeholder", say(node.getAttribute("data-say-hint") || ""));
}
