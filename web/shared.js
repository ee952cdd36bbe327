// A document in which what repeats is written once, read back. docs/web.md describes the form.

/**
 * The document itself. Values that stood once in the form are one object in it, wherever they stand: nothing changes a document.
 * @param {any} whole a document, or the form of one
 * @returns {any}
 */
export function openShared(whole) {
  if (whole.schema !== "handshakesim.shared") return whole;
  const known = [];
  /** `fill` gives what goes into the next hole. */
  const open = (written, fill) => {
    if (written === null || typeof written !== "object") return written;
    if (!Array.isArray(written)) return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, open(value, fill)]));
    if (!written.length) return fill();
    const [place, ...rest] = written;
    if (place < 0) {
      const parts = rest.map((value) => open(value, fill));
      return place === -2 ? parts.join("") : parts;
    }
    if (!rest.length) return known[place];
    let at = 0;
    return open(whole.forms[place], () => open(rest[at++], fill));
  };
  for (const value of whole.values) known.push(open(value));
  return open(whole.value);
}
