// The language of the page. A test compares the keys and the placeholders of the tables.
import { wordsEnglish } from "./words.en.js";
import { wordsChinese } from "./words.zh.js";

const wordTables = { en: wordsEnglish, zh: wordsChinese };
let wordTable = wordsEnglish, wordLanguage = "en";

const mainTag = (tag) => tag.split("-")[0];

/**
 * Chooses the language by its tag; one without a table shows English words around its own sentences.
 * @param {string} tag
 */
export function useLanguage(tag) {
  wordLanguage = tag;
  wordTable = wordTables[mainTag(tag)] || wordsEnglish;
}

/** The tag of the chosen language, as the document has it. */
export function language() { return wordLanguage; }

/**
 * The one of these languages that a tag names: "zh-Hans" means "zh".
 * @param {string[]} languages
 * @param {string} tag
 * @returns {string | undefined}
 */
export function languageOf(languages, tag) {
  return languages.find((one) => one === tag) ?? languages.find((one) => mainTag(one) === mainTag(tag));
}

const latinEdge = /[A-Za-z0-9<#$"'_@+-]/, hanEdge = /\p{Script=Han}/u;

/** Whether a space belongs between two characters: one is Han, the other a Latin letter or a digit. */
function needsSpace(left, right) {
  return (hanEdge.test(left) && latinEdge.test(right)) || (latinEdge.test(left) && hanEdge.test(right));
}

/**
 * Two pieces of text one behind the other, with a space where Han and Latin meet.
 * @param {string} left
 * @param {string} right
 * @returns {string}
 */
export function spaced(left, right) {
  return left + (left && right && needsSpace(left[left.length - 1], right[0]) ? " " : "") + right;
}

/** A table's sentence with its values. */
function wordsFrom(table, key, values) {
  const text = table[key] ?? wordsEnglish[key] ?? "⟦" + key + "⟧";
  if (!values) return text;
  return text.split(/(\{\w+\})/).reduce((said, piece) => {
    const name = piece[0] === "{" ? piece.slice(1, -1) : "";
    return spaced(said, name && name in values ? String(values[name]) : piece);
  }, "");
}

/**
 * A word or sentence, with `{name}` replaced by values.
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @returns {string}
 */
export function say(key, values) { return wordsFrom(wordTable, key, values); }

/**
 * The same in another language than that of the page: in that of a text on it.
 * @param {string} tag
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @returns {string}
 */
export function sayIn(tag, key, values) { return wordsFrom(wordTables[mainTag(tag)] || wordsEnglish, key, values); }

/**
 * Texts as a list.
 * @param {string[]} texts
 * @returns {string}
 */
export function listOf(texts) { return texts.join(say("list.and")); }

const wideLetter = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/gu;
const narrowText = /^[\x20-\x7e]*$/;

/**
 * How wide a text is in letters: a Han character and a full-width mark count as two.
 * @param {string} text
 * @returns {number}
 */
export function widthOf(text) {
  return narrowText.test(text) ? text.length : text.length + (text.match(wideLetter) || []).length;
}

/**
 * The beginning of a text that is no wider than so many letters.
 * @param {string} text
 * @param {number} most
 * @returns {string}
 */
export function startOf(text, most) {
  if (text.length <= most && widthOf(text) <= most) return text;
  let cut = Math.max(0, Math.min(text.length, most));
  while (cut > 0 && widthOf(text.slice(0, cut)) > most) cut--;
  return text.slice(0, cut);
}

/**
 * What a language calls itself.
 * @param {string} tag
 * @returns {string}
 */
export function languageName(tag) {
  const table = wordTables[mainTag(tag)];
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
