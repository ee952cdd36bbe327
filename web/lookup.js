// Looks words up in the pages of the site.

/**
 * The places that have all words of a query, the one with the most hits first. A hit in a heading counts as ten.
 * @param {{path: string, title: string, parts: {head: string, text: string}[]}[]} pages
 * @param {string} query
 * @returns {{page: any, part: any, weight: number}[]}
 */
export function lookUp(pages, query) {
  const words = queryWords(query), found = [];
  if (words.length === 0) return found;
  for (const page of pages) {
    for (const part of page.parts) {
      const head = (page.title + " " + part.head).toLowerCase(), text = part.text.toLowerCase();
      if (!words.every((word) => head.includes(word) || text.includes(word))) continue;
      const weight = words.reduce((sum, word) => sum + (head.includes(word) ? 10 : 0) + Math.min(9, text.split(word).length - 1), 0);
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
  const low = text.toLowerCase(), places = queryWords(query).map((word) => low.indexOf(word)).filter((place) => place >= 0);
  const middle = places.length > 0 ? Math.min(...places) : 0;
  const start = middle > 60 ? text.indexOf(" ", middle - 60) + 1 : 0;
  const end = start + 180 < text.length ? text.lastIndexOf(" ", start + 180) : text.length;
  return (start > 0 ? "… " : "") + text.slice(start, Math.max(end, middle)) + (end < text.length ? " …" : "");
}

function queryWords(query) {
  return query.toLowerCase().split(/\s+/).filter((word) => word !== "");
}
