// From every seat, at every step and in every view, nothing that a reader can see or hear holds what that party has not learned by then.
import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { smallDocument } from "./small-dom.js";
import { attackedRun, sampleRun } from "./sample.js";
import { startPage } from "../page.js";
import { makeModel } from "../model.js";
import { seatsOf, standsOnPath } from "../seat.js";

// HS_JOURNALS names pages that the program wrote, to be walked through as well.
const pages = (process.env.HS_JOURNALS || "").split(":").filter(Boolean).map((name) => JSON.parse(/<script type="application\/json" id="hs-data">(.*?)<\/script>/s.exec(readFileSync(name, "utf8"))[1]));
const shell = readFileSync(new URL("../shell.html", import.meta.url), "utf8");
const sample = { schema: "handshakesim.page", version: 1, languages: ["en"], runs: [sampleRun] };
const attacked = { ...sample, runs: [attackedRun()] };
const views = ["octets", "ends", "stream", "secrets", "knowledge", "compare"];

/** Everything that is shown, told to a screen reader or held under the pointer: texts and names, without blanks. */
function shownText(root) {
  const out = [];
  const walk = (node) => {
    if (node.hasAttribute("hidden")) return;
    if (node.kids.length) for (const kid of node.kids) walk(kid);
    else out.push(node.textContent);
    for (const name of ["aria-label", "title", "aria-valuetext", "placeholder"]) out.push(node.getAttribute(name) || "");
  };
  walk(root);
  return out.join("").replace(/[\s"“”]+/g, "");
}

/** Each quantity with the values that events give it. */
function valuesOf(journal) {
  const values = new Map();
  const add = (name, value) => { if (/^[0-9a-f]{16,}$/.test(value || "")) { if (!values.has(name)) values.set(name, new Set()); values.get(name).add(value); } };
  for (const event of journal.events) if (event.kind === "learned") add(event.secret, event.value);
  for (const message of journal.messages) for (const one of message.discloses || []) add(one.secret, one.value);
  return values;
}

for (const whole of [sample, attacked, ...pages]) {
  for (const run of whole.runs.slice(0, 2)) {
    const { journal } = run, last = journal.events.length;
    test("no seat shows what its party has not learned: " + run.id + " " + (run.command || []).join(" "), () => {
      const { root } = smallDocument(shell, JSON.stringify({ ...whole, runs: [run], pairs: undefined }));
      startPage();
      const page = globalThis.HandshakeSim, values = valuesOf(journal), app = root.querySelector("#hs-app");
      const model = makeModel(run, 0), watches = (seat) => /^(eavesdropper|thief)$/.test(seat) || standsOnPath(model, seat);
      for (const seat of seatsOf(model).slice(1)) {
        const since = new Map((journal.ledger[seat] || []).map((entry) => [entry.secret, entry.event]));
        page.show({ seat });
        // What stands in clear in a packet has come with the packet, before TLS reads it.
        for (const message of journal.messages.filter((one) => one.discloses)) {
          const came = message.segments.flatMap(({ packet }) => journal.events.filter((event) => event.kind === "received" && event.who === seat && event.packet === packet).map((event) => event.number));
          for (const { secret } of message.discloses) if (came.length) since.set(secret, Math.min(since.get(secret) ?? Infinity, ...came));
        }
        // A value is there with the calculation that takes or makes it.
        for (const event of journal.events) if (event.kind === "computed" && event.who === seat) for (const { secret } of [...event.calculation.inputs, ...event.calculation.results]) since.set(secret, Math.min(since.get(secret) ?? Infinity, event.number));
        const sees = new Set(page.steps("all"));
        for (const event of journal.events) {
          if (event.kind === "lost" && event.who !== seat) assert.ok(!sees.has(event.number), seat + " sees the loss #" + event.number);
          if (sees.has(event.number) && event.kind !== "chapter" && event.who !== seat) assert.ok(watches(seat) && ["sent", "received", "wrote", "read"].includes(event.kind), seat + " sees #" + event.number);
        }
        // Each seat begins at another step; HS_EVERY asks for all of them.
        const stride = process.env.HS_EVERY ? 1 : Math.ceil(last / 16);
        for (let step = 1 + (seat.length % stride); step <= last; step += stride) {
          page.goto(step);
          const holds = new Set([...since].filter(([, event]) => event <= step).map(([secret]) => secret));
          const open = [...holds].flatMap((name) => [...(values.get(name) || [])]);
          const secret = [...values].filter(([name]) => !holds.has(name)).flatMap(([name, list]) => [...list].filter((value) => !open.some((one) => one.includes(value) || value.includes(one))).map((value) => [name, value.slice(0, 24)]));
          // A seat holds application data as soon as it has some: its own is not the other side's.
          const mayRead = ["application data", "early data"].some((name) => holds.has(name));
          for (const view of step % 4 === 1 ? views : ["octets"]) {
            page.show({ view });
            const text = shownText(app), low = text.toLowerCase();
            for (const [name, value] of secret) assert.ok(!low.includes(value), seat + " at #" + step + ", " + view + ": " + name);
            if (!mayRead) assert.doesNotMatch(text, /GET\/HTTP|POST\/\w*HTTP|HTTP\/1\.1200OK/, seat + " at #" + step + ", " + view);
            assert.doesNotMatch(text, /waslostat|Thenetworkloses|Islostat/, seat + " at #" + step + ", " + view);
            assert.doesNotMatch(text, /⟦|undefined|\[object/);
          }
        }
      }
      page.show({ seat: "everything" });
    });
  }
}

test("a host beside the two ends has a lifeline, a seat and an arrow of her own, and her seat shows nothing of the others", () => {
  const { root } = smallDocument(shell, JSON.stringify(attacked));
  startPage();
  const page = globalThis.HandshakeSim;
  const x = (who) => Number(root.querySelector(".lifeline." + who).getAttribute("x1"));
  assert.ok(x("client") < x("thief") && x("thief") < x("server"));
  assert.equal(root.querySelectorAll(".arrow.thief").length, 1);
  assert.ok(root.querySelector("#hs-seat").kids.some((option) => option.textContent === "Attacker"));
  page.show({ seat: "attacker" });
  assert.deepEqual([...page.steps("all")], [1, 9]);
  assert.equal(root.querySelectorAll(".arrow").length, 1);
});

test("a host on the path sees what each side sends, and not what becomes of it", () => {
  const run = attackedRun();
  run.journal.ledger.attacker = [{ secret: "k", event: 2, how: { by: "received" } }];
  smallDocument(shell, JSON.stringify({ ...sample, runs: [run] }));
  startPage();
  const page = globalThis.HandshakeSim;
  page.show({ seat: "attacker" });
  assert.deepEqual([...page.steps("all")], [1, 2, 5, 7, 9]);
});
