// Words as a search compares them. `SearchWords` in Swift folds in the same way, and tests hold both to the same examples.

// Words that a question has and that say nothing about what is looked for.
const smallWords = new Set("a an and are as at be by can do does for how i in is it my of on or the to vs what when where which who why with".split(" "));

/** A word without its ending: "certificates", "certificate"; "replies", "reply"; "signed", "signs". */
function stemOf(word) {
  let stem = word;
  if (stem.length > 4 && stem.endsWith("ies")) stem = stem.slice(0, -3) + "y";
  else if (stem.length > 3 && stem.endsWith("s") && !/(ss|us|is)$/.test(stem)) stem = stem.slice(0, -1);
  else if (stem.length > 6 && stem.endsWith("ing")) stem = stem.slice(0, -3);
  else if (stem.length > 5 && stem.endsWith("ed")) stem = stem.slice(0, -2);
  return stem.length > 4 && stem.endsWith("e") ? stem.slice(0, -1) : stem;
}

/**
 * A text in small letters with one space where hyphens, dashes, underscores and other signs stand, each word without its ending.
 * @param {string} text
 * @returns {string}
 */
export function foldText(text) {
  return text.toLowerCase().replace(/['’]s\b/g, "").split(/[^\p{L}\p{N}.]+/u).map((word) => stemOf(word.replace(/^\.+|\.+$/g, ""))).filter(Boolean).join(" ");
}

/**
 * The folded words of a query, without the small ones unless it has no others.
 * @param {string} query
 * @returns {string[]}
 */
export function foldedQuery(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean), rest = words.filter((word) => !smallWords.has(word.replace(/[?.!,]+$/, "")));
  return (rest.length ? rest : words).map(foldText).filter(Boolean);
}
