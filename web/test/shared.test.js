// A document in which what repeats is written once, read back; and the story of a run beside its picture.
import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { smallDocument } from "./small-dom.js";
import { attackedRun } from "./sample.js";
import { openShared } from "../shared.js";
import { makeModel } from "../model.js";
import { storyOf, storyStepAt } from "../story.js";
import { segmentName } from "../describe.js";
import { unseenShare } from "../label.js";
import { startPage } from "../page.js";

const shell = readFileSync(new URL("../shell.html", import.meta.url), "utf8");
const shared = (forms, values, value) => openShared({ schema: "handshakesim.shared", version: 1, forms, values, value });

test("each way of writing a value is read", () => {
  assert.deepEqual(shared([], [], [-1, 1, "a", null, true, [-1], {}]), [1, "a", null, true, [], {}]);
  assert.deepEqual(shared([], ["long", [-1, [0], [0]]], { a: [1], b: [0] }), { a: ["long", "long"], b: "long" });
  const form = { n: [], kind: "packet", ends: [-1, [], { deep: [] }] };
  assert.deepEqual(shared([form], [], [-1, [0, 1, 2, 3], [0, 4, [-1, 5], [0, 6, 7, 8]]]), [
    { n: 1, kind: "packet", ends: [2, { deep: 3 }] },
    { n: 4, kind: "packet", ends: [[5], { deep: { n: 6, kind: "packet", ends: [7, { deep: 8 }] } }] },
  ]);
  assert.deepEqual(shared([[-2, "<SEQ=", [], "><ACK=", [], ">"]], [], [-1, [0, 1, 20], [0, 3, 4]]), ["<SEQ=1><ACK=20>", "<SEQ=3><ACK=4>"]);
  assert.equal(Object.getPrototypeOf(shared([], [], JSON.parse('{"__proto__": 1}'))), Object.prototype);
});

test("a document that is written out is itself", () => {
  const whole = { schema: "handshakesim.page", runs: [] };
  assert.equal(openShared(whole), whole);
});

/** The attacked run with a story of four steps: her packet, one without a packet, the packet before it, and one the run does not have. */
function toldRun() {
  const run = attackedRun();
  return { ...run, opens: 4, telling: [{ heading: "The rule missing" }, { first: 1, list: ["She sends.", "She waits.", "It was this one.", "Elsewhere."], run: run.id, packets: [[4], [], [3], []] }, { outcome: "Done." }] };
}

test("a packet selects its step of the story, and what follows belongs to the last step that has begun", () => {
  const model = makeModel(toldRun(), 0), at = (number) => storyStepAt(model, model.event(number))?.number;
  assert.equal(storyOf(model)[1].pointer, "/runs/0/telling/1/list/1");
  assert.deepEqual([1, 2, 7, 8, 9, 10].map(at), [undefined, undefined, 3, 3, 1, 1]);
  assert.deepEqual(storyOf(makeModel(attackedRun(), 0)), []);
});

test("a page with a story opens at the packet of its story, and a step of the story selects its packet", () => {
  const { root } = smallDocument(shell, JSON.stringify({ schema: "handshakesim.page", version: 1, languages: ["en"], runs: [toldRun()] }));
  startPage();
  const page = globalThis.HandshakeSim, current = () => root.querySelectorAll("[data-story-step][data-current]").map((node) => node.getAttribute("data-story-step"));
  assert.equal(page.state().step, 9);
  assert.equal(page.state().level, "story");
  assert.deepEqual(current(), ["1"]);
  assert.equal(root.querySelectorAll(".arrow[data-opens]").length, 1);
  root.querySelectorAll("[data-story-step]")[2].querySelectorAll("button")[0].fire("click");
  assert.equal(page.state().step, 7);
  assert.deepEqual(current(), ["3"]);
  assert.match(root.querySelector("#hs-step").textContent, /It was this one\./);
  page.show({ seat: "server" });
  assert.doesNotMatch(root.querySelector("#hs-step").textContent, /It was this one\./);
});

test("who knows: the step of the story that tells it, the event behind it where that is another, and what was there before the run", () => {
  const run = attackedRun();
  run.journal.ledger = { client: [{ secret: "seed", event: 1, start: true, how: { by: "configured" } }, { secret: "key", event: 8, told: 3, how: { by: "derived" } }, { secret: "letter", event: 2, told: 2, how: { by: "generated" } }] };
  const { root } = smallDocument(shell, JSON.stringify({ schema: "handshakesim.page", version: 1, languages: ["en"], runs: [run] }));
  startPage();
  globalThis.HandshakeSim.show({ view: "knowledge" });
  const cell = (name) => root.querySelectorAll("[data-who=client]").find((node) => node.getAttribute("data-quantity") === name).textContent.replace(/^(step|later:) /, "");
  assert.deepEqual(["seed", "key", "letter"].map(cell), ["start", "3(8)", "2"]);
});

test("what goes to none of the hosts ends before the line of another, and says where it goes", () => {
  const run = attackedRun(), { journal } = run;
  Object.assign(journal.packets[1], { destination: { address: "10.0.9.9", port: 80 } });
  Object.assign(journal.events[4], { to: "network" });
  const model = makeModel(run, 0);
  assert.match(segmentName(model, model.packet(2)), /SYN,ACK to 10\.0\.9\.9$/);
  assert.doesNotMatch(segmentName(model, model.packet(1)), / to /);
  for (const crossed of [1, 2, 3]) for (let line = 1; line <= crossed; line++) assert.ok(Math.abs(unseenShare(crossed) - line / (crossed + 1)) > 0.05);
});
