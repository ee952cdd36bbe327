// Where each event stands in the picture: order first, time second. Linear time alone puts five packets into one pixel; order
// alone hides the round trip. So each event has a row, and a little more room for the time since the last.

const mostForTime = 20;
const breakAbove = 12;
const breakRoom = 22;

/**
 * The y of each point.
 * @param {{event: number, at: number, share?: number, after?: number, extra?: number}[]} points ascending by `event`; `at` in microseconds;
 *   `share`: of a row's height, where a point needs less than one; `after`: more room below; `extra`: room above that is never squeezed
 * @param {{row: number, top: number, height?: number, stretch?: number, least?: number}} options `row`: height of a row; `height`: what the whole
 *   has to fit into, if it is squeezed by no more than `least`
 * @returns {{events: number[], ys: number[], breaks: {y: number, gap: number}[], height: number}}
 */
export function layOutTime(points, options) {
  const gaps = [];
  for (let i = 1; i < points.length; i++) {
    const gap = points[i].at - points[i - 1].at;
    if (gap > 0) gaps.push(gap);
  }
  gaps.sort((a, b) => a - b);
  const typical = gaps.length ? gaps[gaps.length >> 1] : 1;
  const steps = points.map((point, i) => {
    if (!i) return { room: 0, cut: 0, extra: 0 };
    const gap = point.at - points[i - 1].at;
    const cut = gap > breakAbove * typical ? gap : 0;
    const more = cut ? breakRoom : Math.min(mostForTime, (gap / typical) * (mostForTime / 2));
    return { room: options.row * (point.share ?? 1) + more + (points[i - 1].after || 0), cut, extra: point.extra || 0 };
  });
  const natural = steps.reduce((sum, step) => sum + step.room, 0), fixed = steps.reduce((sum, step) => sum + step.extra, 0);
  let scale = 1;
  if (options.height && natural > 0) {
    scale = Math.min(options.stretch || 1, Math.max(options.least || 0.2, (options.height - 2 * options.top - fixed) / natural));
  }
  const ys = [], breaks = [];
  let y = options.top;
  steps.forEach((step) => {
    if (step.cut) breaks.push({ y: y + (step.room * scale) / 2, gap: step.cut });
    y += step.room * scale + step.extra;
    ys.push(y);
  });
  return { events: points.map((point) => point.event), ys, breaks, height: y + options.top };
}
