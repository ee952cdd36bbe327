import test from "node:test";
import assert from "node:assert/strict";
import { makeModel, closure, lastNotBeyond } from "../model.js";
import { sampleRun } from "./sample.js";

const model = makeModel(sampleRun, 0);

test("a machine is in its first transition's from until that transition", () => {
  assert.equal(model.fold(3).tcp.server, "LISTEN");
  assert.equal(model.fold(4).tcp.server, "SYN-RECEIVED");
  assert.equal(model.fold(3).tcp.server, "LISTEN", "back is as good as forward");
});

test("a change to a dash removes the variable, and a variable keeps where it is from", () => {
  assert.deepEqual(model.fold(7).block.client.ISS, { value: "4294967295", event: 2, change: 0 });
  assert.equal(model.fold(8).block.client.ISS, undefined);
  assert.equal(model.fold(8).block.client.RTO.value, "1000 ms");
});

test("a fold from a checkpoint equals a fold from the start", () => {
  const events = Array.from({ length: 1000 }, (_, i) => ({ number: i + 1, at_us: i, who: "client", step: "s", kind: "remarked", changes: [{ name: "v" + (i % 7), before: "-", after: i % 5 ? String(i) : "-" }] }));
  const long = makeModel({ ...sampleRun, journal: { ...sampleRun.journal, events, packets: [], messages: [] } }, 0);
  for (const step of [1, 127, 128, 129, 500, 1000, 257, 256, 3]) {
    const want = {};
    for (const event of events.slice(0, step)) for (const change of event.changes) { if (change.after === "-") delete want[change.name]; else want[change.name] = change.after; }
    assert.deepEqual(Object.fromEntries(Object.entries(long.fold(step).block.client).map(([name, held]) => [name, held.value])), want, "step " + step);
  }
});

test("the closure does not lean on the order of the derivations", () => {
  const rules = sampleRun.journal.derivations;
  for (const order of [rules, [...rules].reverse()]) assert.deepEqual([...closure(["seed", "sealed letter"], order)].sort(), ["key", "letter", "sealed letter", "seed"]);
});

test("a theft counts after the last step only", () => {
  assert.ok(!model.holdings(7, new Set(["seed"])).thief.has("letter"));
  assert.ok(model.holdings(8, new Set(["seed"])).thief.has("letter"));
});

test("ids count from one, and unknown names lead nowhere", () => {
  assert.equal(model.stepNamed("tcp.syn_ack:2"), 7);
  assert.equal(model.nameOfStep(8), "tcp.syn_ack:3");
  for (const name of ["0", "9", "tcp.syn_ack:4", "nothing:1", "-1", "1e3", ""]) assert.equal(model.stepNamed(name), 0, name);
});

test("a step has the panes of its packet and of what that carries, and none without octets", () => {
  assert.deepEqual(model.panes(7), { ids: ["packet-3", "message-1-record"], of: 7 });
  assert.deepEqual(model.panes(4), { ids: ["packet-1"], of: 3 });
  assert.deepEqual(model.panes(1), { ids: ["packet-1"], of: 2 }, "a chapter has those of what follows it");
});

test("a packet that is sent again knows what it repeats", () => {
  const packet = (number, sent, label, length) => ({ number, sent, label, payload: { length } });
  const packets = [packet(1, 2, "<SEQ=9><CTL=SYN>", 0), packet(2, 5, "<SEQ=9><CTL=SYN,ACK>", 0), packet(3, 7, "<SEQ=9><CTL=SYN,ACK>", 0)];
  const again = makeModel({ ...sampleRun, journal: { ...sampleRun.journal, packets, messages: [] } }, 0);
  assert.deepEqual([1, 2, 3].map((number) => [again.repeatedBy(number), again.repeats(number)]), [[undefined, undefined], [3, undefined], [undefined, 2]]);
});

test("the last index that is not beyond a limit", () => {
  assert.deepEqual([0, 1, 2, 5, 9].map((limit) => lastNotBeyond([1, 2, 5], limit)), [-1, 0, 1, 2, 2]);
});

test("a run of several connections is known by their sockets", () => {
  const run = structuredClone(sampleRun), end = (port) => ({ address: "10.0.0.1", port });
  for (const packet of run.journal.packets) Object.assign(packet, { source: end(packet.sent === 5 ? 443 : 1), destination: end(packet.sent === 5 ? 1 : 443) });
  assert.equal(makeModel(run, 0).hasSeveral, false);
  run.journal.packets[2].source = end(2);
  assert.equal(makeModel(run, 0).hasSeveral, true);
});
