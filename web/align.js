// Two runs beside each other: the common beginning and end, and between them the longest common subsequence.

/**
 * Pairs of places in two lists of keys; -1 where one side stands alone.
 * @param {string[]} left
 * @param {string[]} right
 * @returns {[number, number][]}
 */
export function alignKeys(left, right) {
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < left.length - head && tail < right.length - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail++;
  const rows = left.length - head - tail, columns = right.length - head - tail;
  /** @type {[number, number][]} */
  const pairs = [];
  for (let i = 0; i < head; i++) pairs.push([i, i]);
  if (rows * columns > 4e6) {   // too much to compare: each side alone
    for (let i = 0; i < rows; i++) pairs.push([head + i, -1]);
    for (let j = 0; j < columns; j++) pairs.push([-1, head + j]);
  } else {
    const width = columns + 1, best = new Uint16Array((rows + 1) * width);
    for (let i = rows - 1; i >= 0; i--) {
      for (let j = columns - 1; j >= 0; j--) {
        best[i * width + j] = left[head + i] === right[head + j] ? best[(i + 1) * width + j + 1] + 1 : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
      }
    }
    let i = 0, j = 0;
    while (i < rows || j < columns) {
      if (i < rows && j < columns && left[head + i] === right[head + j]) pairs.push([head + i++, head + j++]);
      else if (j >= columns || (i < rows && best[(i + 1) * width + j] >= best[i * width + j + 1])) pairs.push([head + i++, -1]);
      else pairs.push([-1, head + j++]);
    }
  }
  for (let i = tail; i > 0; i--) pairs.push([left.length - i, right.length - i]);
  return pairs;
}
