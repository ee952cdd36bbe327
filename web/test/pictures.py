"""The pictures of a page at the sizes that people have: no word stands on another, none is cut or struck through, and each can be read
in both colours. Used by browser.py."""

SIZES = [(1280, 640), (1366, 657), (1440, 764), (1920, 1080), (390, 844)]

# What is wrong with the words of the picture. A word's box is turned with it; a little of its height is air.
WORDS = """
const corners = (node) => {
  const box = node.getBBox(), m = node.getScreenCTM(), high = box.y + box.height * 0.18, low = box.y + box.height * 0.86;
  return [[box.x, high], [box.x + box.width, high], [box.x + box.width, low], [box.x, low]].map(([x, y]) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f]);
};
const apart = (p, q) => [p, q].some((shape) => shape.some(([x, y], i) => {
  const [x2, y2] = shape[(i + 1) % 4], along = (one) => one.map(([a, b]) => a * (y2 - y) + b * (x - x2)), a = along(p), b = along(q);
  return Math.max(...a) <= Math.min(...b) || Math.max(...b) <= Math.min(...a);
}));
const wire = document.querySelector('#hs-wire'), edge = wire.getBoundingClientRect(), found = [];
const words = [...wire.querySelectorAll('text'), ...document.querySelectorAll('#hs-heads text')].filter((node) => node.textContent && node.getBBox().width)
  .map((node) => ({ node, text: node.textContent, shape: corners(node) }));
const lines = [...wire.querySelectorAll('.lifeline')].map((node) => node.getBoundingClientRect().left);
words.forEach((one, i) => {
  const xs = one.shape.map(([x]) => x), left = Math.min(...xs), right = Math.max(...xs);
  for (const other of words.slice(i + 1)) if (one.node.closest('svg') === other.node.closest('svg') && !apart(one.shape, other.shape)) found.push(one.text + ' stands on ' + other.text);
  if (left < edge.left - 1 || right > edge.right + 1) found.push(one.text + ' is cut');
  // The name of an arrow has a ground of its own.
  if (one.node.closest('#hs-wire') && !one.node.closest('.name') && lines.some((x) => left < x - 1 && right > x + 1)) found.push(one.text + ' is struck through');
});
const ticks = [...wire.querySelectorAll('.tick')].map((node) => node.textContent);
if (new Set(ticks).size !== ticks.length) found.push('one instant stands twice: ' + ticks);
return found;
"""

# The words of the picture whose ink has too little contrast with their ground (WCAG 1.4.3).
CONTRAST = """
const parts = (colour) => colour.match(/[\\d.]+/g).map(Number), solid = (colour) => colour && colour !== 'none' && (parts(colour)[3] ?? 1) > 0;
const light = (colour) => { const [r, g, b] = parts(colour).map((x) => (x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ground = (node) => {
  const { stroke } = getComputedStyle(node), rect = node.closest('.chapter')?.querySelector('rect');
  if (rect) return getComputedStyle(rect).fill;
  if (solid(stroke)) return stroke;
  for (let at = node.closest('svg'); at; at = at.parentElement) if (solid(getComputedStyle(at).backgroundColor)) return getComputedStyle(at).backgroundColor;
};
return [...document.querySelectorAll('#hs-wire text, #hs-heads text')].filter((node) => node.textContent && node.getBBox().width).flatMap((node) => {
  const a = light(getComputedStyle(node).fill), b = light(ground(node)), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  return ratio < 4.5 ? [node.textContent + ': ' + ratio.toFixed(1)] : [];
});
"""

# The tables of the answer that have no head are read as text: none of them is wider than its room.
TABLES = """
return [...document.querySelectorAll('#hs-answer .table-room:not(:has(thead))')].filter((room) => room.scrollWidth > room.clientWidth + 1).map((room) => room.textContent.slice(0, 40));
"""

SETTLED = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"


def pictures(browser, need):
    """Looks at the overview and the story of each run at each size."""
    for run in browser.js("return HandshakeSim.document.runs.map((run) => run.id)"):
        for width, height in SIZES:
            browser.size(width, height)
            browser.js(SETTLED)
            cut = browser.js(TABLES)
            need(not cut, f"{run}, {width} x {height}: tables are cut: {cut[:4]}")
            for level in ("visit", "story"):
                browser.js("HandshakeSim.show({ run: arguments[0], level: arguments[1] })", run, level)
                wrong = browser.js(WORDS)
                need(not wrong, f"{run}, {level}, {width} x {height}: {len(wrong)} words, {wrong[:4]}")
        for theme in ("light", "dark"):
            browser.js("HandshakeSim.show({ level: 'visit', theme: arguments[0] })", theme)
            pale = browser.js(CONTRAST)
            need(not pale, f"{run}, {theme}: too pale: {pale[:4]}")
