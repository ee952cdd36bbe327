// The language of a page that has one language alone, for scripts with few words.

/**
 * The words of this page's language.
 * @template T
 * @param {{en: T, zh: T}} words
 * @returns {T}
 */
export function ownWords(words) { return document.documentElement.lang?.startsWith("zh") ? words.zh : words.en; }
