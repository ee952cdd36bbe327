// The graph of quantities: boxes in rows by depth, a dot for each operation. Pure.

/**
 * The quantities of a run, each with the event at which the first party held it (infinity if none did), in order of birth.
 * @param {any} journal
 * @returns {{name: string, born: number}[]}
 */
export function quantitiesOf(journal) {
  const born = new Map();
  const meet = (name, event) => born.set(name, Math.min(born.get(name) ?? Infinity, event));
  for (const entries of Object.values(journal.ledger)) for (const entry of /** @type {any[]} */ (entries)) meet(entry.secret, entry.event);
  for (const rule of journal.derivations) for (const name of [rule.conclusion, ...rule.premises]) meet(name, Infinity);
  return [...born].map(([name, event]) => ({ name, born: event })).sort((a, b) => a.born - b.born);
}

/**
 * The places of the quantities and operations. Circles, such as encrypt and decrypt, are broken by who was born first.
 * @param {any} journal
 * @param {number} width
 * @returns {{boxes: {name: string, x: number, y: number, width: number, height: number}[], dots: {x: number, y: number, rule: any, index: number, forward: boolean}[], height: number, width: number}}
 */
export function layOutGraph(journal, width) {
  const quantities = quantitiesOf(journal);
  const order = new Map(quantities.map((quantity, i) => [quantity.name, i]));
  const latest = (rule) => Math.max(...rule.premises.map((premise) => /** @type {number} */ (order.get(premise))));
  // Rules are taken in the order in which their premises were born; one that would close a circle goes backward.
  const taken = new Set();
  const rulesOf = (name) => journal.derivations.filter((rule) => rule.conclusion === name && taken.has(rule));
  const madeFrom = (name, wanted) => name === wanted || rulesOf(name).some((rule) => rule.premises.some((premise) => madeFrom(premise, wanted)));
  const early = (rule) => (latest(rule) < /** @type {number} */ (order.get(rule.conclusion)) ? 0 : 1);
  for (const rule of [...journal.derivations].sort((a, b) => early(a) - early(b) || latest(a) - latest(b))) {
    if (!rule.premises.some((premise) => madeFrom(premise, rule.conclusion))) taken.add(rule);
  }
  const forward = (rule) => taken.has(rule);
  const depth = new Map();
  const depthOf = (name) => {
    if (!depth.has(name)) {
      const rules = rulesOf(name);
      depth.set(name, rules.length ? 1 + Math.max(...rules.flatMap((rule) => rule.premises.map(depthOf))) : 0);
    }
    return depth.get(name);
  };
  for (const { name } of quantities) depthOf(name);
  // What nothing is made of stands one row above what it is used for, not at the top: that shortens the lines.
  for (const { name } of quantities) {
    if (journal.derivations.some((rule) => rule.conclusion === name && forward(rule))) continue;
    const used = journal.derivations.filter((rule) => rule.premises.includes(name) && forward(rule)).map((rule) => depth.get(rule.conclusion));
    if (used.length) depth.set(name, Math.max(0, Math.min(...used) - 1));
  }
  const boxWidth = (name) => Math.max(92, Math.min(width - 20, name.length * 7.4 + 22));
  const rows = [];
  for (const { name } of quantities) (rows[depth.get(name)] ||= []).push(name);
  // A row that is too wide becomes two.
  const lines = [];
  for (const row of rows.filter(Boolean)) {
    let line = [], used = 0;
    for (const name of row) {
      const more = boxWidth(name) + 16;
      if (line.length && used + more > width) {
        lines.push({ names: line, joined: true });
        line = [];
        used = 0;
      }
      line.push(name);
      used += more;
    }
    lines.push({ names: line, joined: false });
  }
  const gap = Math.max(40, Math.min(70, (860 - lines.length * 30) / Math.max(1, lines.length)));
  const place = new Map();
  let y = 8;
  for (const { names, joined } of lines) {
    const centre = (name) => {
      const from = journal.derivations.filter((rule) => rule.conclusion === name).flatMap((rule) => rule.premises).filter((premise) => place.has(premise)).map((premise) => place.get(premise).x);
      return from.length ? from.reduce((a, b) => a + b, 0) / from.length : null;
    };
    const sorted = names.map((name, i) => ({ name, key: centre(name) ?? ((i + 0.5) * width) / names.length })).sort((a, b) => a.key - b.key);
    const total = sorted.reduce((sum, one) => sum + boxWidth(one.name), 0);
    const space = Math.min(36, (width - total) / (sorted.length + 1));
    let x = (width - total - space * (sorted.length - 1)) / 2;
    for (const { name } of sorted) {
      const wide = boxWidth(name);
      place.set(name, { name, x: x + wide / 2, y: y + 15, width: wide, height: 30 });
      x += wide + space;
    }
    y += 30 + (joined ? 12 : gap);
  }
  const perConclusion = new Map();
  const dots = journal.derivations.map((rule, index) => {
    const target = place.get(rule.conclusion), ahead = forward(rule);
    const siblings = journal.derivations.filter((other) => other.conclusion === rule.conclusion).length;
    const nth = perConclusion.get(rule.conclusion) || 0;
    perConclusion.set(rule.conclusion, nth + 1);
    const spread = siblings > 1 ? (nth - (siblings - 1) / 2) * Math.min(70, (target.width - 20) / (siblings - 1)) : 0;
    return { x: target.x + spread, y: ahead ? target.y - 15 - 16 : target.y + 15 + 12, rule, index, forward: ahead };
  });
  return { boxes: [...place.values()], dots, height: y, width };
}
