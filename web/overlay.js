// What a run says in the language of the page: the journal is English, and the document has the words of other languages beside it.
import { language } from "./words.js";

/** The words of a run in the language of the page: `runs[].words` of the document; nothing in the language of the journal. */
function overlayOf(model) { return model.run.words?.[language()]; }

/**
 * What a page says of a run beside its journal, in the language of the page: label, title, about, the telling.
 * @param {any} run
 * @returns {{label: string, title?: string, about?: string, telling?: any[]}}
 */
export function saidOf(run) { return run.said?.[language()] ?? run; }

/**
 * The title of a flight.
 * @param {any} run
 * @param {number} index
 * @returns {string}
 */
export function titleOfFlight(run, index) { return run.said?.[language()]?.flights[index] ?? run.flights[index].title; }

/**
 * A name of the journal in the language of the page: of a quantity, a check, a timer, a setting; itself where it has no other.
 * @param {any} model
 * @param {string} text
 * @returns {string}
 */
export function termOf(model, text) {
  const names = overlayOf(model)?.names;
  return names && Object.hasOwn(names, text) ? names[text] : text;
}

/**
 * The pointer to a name in the language of the page; `pointer` where it has no other.
 * @param {any} model
 * @param {string} text
 * @param {string} pointer
 * @returns {string}
 */
export function termPointer(model, text, pointer) {
  if (termOf(model, text) === text) return pointer;
  return "/runs/" + model.index + "/words/" + language() + "/names/" + text.replace(/~/g, "~0").replace(/\//g, "~1");
}

/**
 * What stands at a place of a list of the journal, in the language of the page, with its pointer: a limit, a conclusion, a purpose.
 * @param {any} model
 * @param {string} list `limits`, `conclusions` or `next`
 * @param {number} index
 * @param {string} text what the journal has there
 * @param {string} pointer to that
 * @returns {{text: string, pointer: string}}
 */
export function listedIn(model, list, index, text, pointer) {
  const other = overlayOf(model)?.[list]?.[index];
  return other === undefined ? { text, pointer } : { text: other, pointer: "/runs/" + model.index + "/words/" + language() + "/" + list + "/" + index };
}
