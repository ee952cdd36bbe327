// The tree of fields of a pane, as rows: each field with its depth, its parent and its pointer.

/**
 * The fields in the order of the wire, parents before their children.
 * @param {any[]} fields
 * @param {string} pointer of `fields`
 * @returns {{field: any, pointer: string, depth: number, parent: number, position: number, size: number, last: number}[]}
 */
export function flattenFields(fields, pointer) {
  const rows = [];
  const walk = (list, at, depth, parent) => {
    (list || []).forEach((field, index) => {
      const row = { field, pointer: at + "/" + index, depth, parent, position: index + 1, size: list.length, last: 0 };
      const own = rows.push(row) - 1;
      walk(field.children, row.pointer + "/children", depth + 1, own);
      row.last = rows.length - 1;
    });
  };
  walk(fields, pointer, 0, -1);
  return rows;
}

const isLeafRow = (row) => !row.field.children || !row.field.children.length;

/**
 * The row of the leaf that covers an octet; -1 if none does.
 * @param {ReturnType<typeof flattenFields>} rows
 * @param {number} offset
 * @returns {number}
 */
export function leafCovering(rows, offset) {
  return rows.findIndex(({ field }, at) => isLeafRow(rows[at]) && field.offset <= offset && offset < field.offset + field.length);
}

/**
 * The deepest row with exactly this span; -1 if there is none.
 * @param {ReturnType<typeof flattenFields>} rows
 * @param {number} offset
 * @param {number} length
 * @returns {number}
 */
export function rowOfSpan(rows, offset, length) {
  let best = -1;
  rows.forEach(({ field, depth }, at) => {
    if (field.offset === offset && field.length === length && (best < 0 || depth > rows[best].depth)) best = at;
  });
  return best;
}

/**
 * The rows that can be seen when those in `open` are unfolded.
 * @param {ReturnType<typeof flattenFields>} rows
 * @param {Set<number>} open
 * @returns {number[]}
 */
export function visibleRows(rows, open) {
  const out = [];
  for (let at = 0; at < rows.length;) {
    out.push(at);
    at = isLeafRow(rows[at]) || open.has(at) ? at + 1 : rows[at].last + 1;
  }
  return out;
}

/**
 * The rows above a row, from its parent to the root.
 * @param {ReturnType<typeof flattenFields>} rows
 * @param {number} at
 * @returns {number[]}
 */
export function rowsAbove(rows, at) {
  const out = [];
  for (let up = rows[at]?.parent ?? -1; up >= 0; up = rows[up].parent) out.push(up);
  return out;
}

/**
 * The rows that are unfolded when a tree is shown first: level by level, as long as no more than `most` rows can be seen. A tree of few rows
 * is wholly unfolded; the first level always is.
 * @param {ReturnType<typeof flattenFields>} rows
 * @param {number} most
 * @returns {Set<number>}
 */
export function rowsOpenAtFirst(rows, most) {
  const open = new Set();
  for (let depth = 0; ; depth++) {
    const next = [];
    let more = 0;
    rows.forEach((row, at) => {
      if (row.depth === depth && !isLeafRow(row)) next.push(at);
      else if (row.depth === depth + 1) more++;
    });
    if (!next.length || (depth > 0 && rows.length > 70 && visibleRows(rows, open).length + more > most)) return open;
    next.forEach((at) => open.add(at));
  }
}
