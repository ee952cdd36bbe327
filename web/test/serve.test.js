// What the page does where the program serves it, without a browser.
import test from "node:test";
import assert from "node:assert/strict";
import { valuesIn, commandOf, handshakeOf, valuesWith } from "../options.js";
import { withRunBefore, refusalOf } from "../capture.js";
import { stepOfFork, withOldRun, queryOfRun, shellWord } from "../serve.js";
import { queryOf } from "../link.js";

const options = [
  { name: "--dh", kind: "flag", help: "" }, { name: "--seed", kind: "number", help: "", default: "1" },
  { name: "--server-chain", kind: "choice", help: "", default: "genuine", values: ["genuine", "expired"] }, { name: "--rule", kind: "rules", help: "" },
];

test("a command line becomes a form and the form the command line again", () => {
  const command = ["--dh", "--seed", "7", "--rule", "drop frame 3", "--rule", "delay frame 5 1s"], values = valuesIn(command, options);
  assert.deepEqual([...values], [["--dh", [""]], ["--seed", ["7"]], ["--rule", ["drop frame 3", "delay frame 5 1s"]]]);
  const form = { "--dh": true, "--seed": "7", "--server-chain": "", "--rule": "drop frame 3\n\n delay frame 5 1s " };
  assert.deepEqual(commandOf(options, (name) => form[name]), command);
  assert.deepEqual(valuesIn(["--seed=9", "tcp"], options).get("--seed"), ["9"]);
});

test("what stands at its default is no argument", () => {
  const form = { "--dh": false, "--seed": "1", "--server-chain": "genuine", "--rule": "" };
  assert.deepEqual(commandOf(options, (name) => form[name]), []);
});

test("runs part at the first event that differs, and the congestion window does not count", () => {
  const event = (number, more) => ({ number, ...more });
  const one = { events: [event(1, { changes: [{ name: "cwnd", after: "1" }] }), event(2), event(3)] };
  assert.equal(stepOfFork(one, { events: [event(1), event(2), event(3, { kind: "lost" })] }), 3);
  assert.equal(stepOfFork(one, { events: [event(1), event(2), event(3)] }), 0);
  assert.equal(stepOfFork(one, { events: [event(1), event(2)] }), 3);
});

test("after any number of runs the two of the page have two names", () => {
  let old = { id: "run", command: ["--dh"] };
  for (let i = 0; i < 3; i++) {
    const joined = withOldRun({ runs: [{ id: "run", command: ["--dh", "--seed", "2"] }] }, old);
    assert.equal(joined.runs.length, 2);
    assert.notEqual(joined.runs[0].id, joined.runs[1].id);
    assert.match(joined.runs[0].id, /^[a-z0-9-]+$/);
    [old] = joined.runs;
  }
});

test("an attack that is run again keeps all its connections, and the old run behind them", () => {
  const leg = (id) => ({ id, command: ["attack", "mitm", "--seed", "2"] }), fresh = { runs: [leg("victim"), leg("server")], pairs: [["victim", "server"]] };
  const joined = withOldRun(fresh, { id: "victim", command: ["attack", "mitm"] });
  assert.deepEqual(joined.runs.map((run) => run.id), ["victim", "server", "victim-before"]);
  assert.deepEqual(joined.pairs, [["victim", "server"]]);
  assert.equal(joined.runs[2].label, "HandshakeSim attack mitm");
  assert.equal(withOldRun(fresh, joined.runs[2]).runs[2].id, "victim-before");
});

test("a command line becomes the query that serve reads as the same command line", () => {
  assert.equal(queryOf(["--rsa", "--seed", "5", "--rule", "drop server SYN,ACK 1"]), "?rsa&seed=5&rule=drop+server+SYN,ACK+1");
  assert.equal(queryOf(["attack", "mitm", "--rsa"]), "?argument=attack&argument=mitm&rsa");
  assert.equal(queryOf(["--delay-by=-5 ms&x"]), "?delay-by=-5+ms%26x");
  assert.equal(queryOf([]), "?dh");
});

test("a run that ran again has a link of its own, and one of several has that of the page", () => {
  const one = { id: "run", command: ["--rsa"] }, again = { id: "run-again-2", command: ["--dh"] };
  assert.equal(queryOfRun(one, [one]), "?rsa");
  assert.equal(queryOfRun(again, [again, one]), "?dh");
  assert.equal(queryOfRun(one, [again, one]), "?rsa");
  const leg = { id: "1-victim", command: ["attack", "mitm"] };
  assert.equal(queryOfRun(leg, [leg, { ...leg, id: "2-server" }]), "");
});

test("a label can be pasted into a shell", () => {
  assert.deepEqual(["--seed", "7", "drop server data 2", "it's", "a;b", ""].map(shellWord), ["--seed", "7", "'drop server data 2'", "'it'\\''s'", "'a;b'", "''"]);
});

const handshakes = [
  { title: "DHE", arguments: ["--dh"], excluded: ["--hrr"], values: { "--cipher": ["DHE_A"], "--resume": ["id"] } },
  { title: "ECDHE", arguments: [], required: "--cipher", excluded: ["--hrr"], values: { "--cipher": ["ECDHE_A", "ECDHE_B"] } },
  { title: "TLS 1.3", arguments: ["--tls13"], excluded: ["--ems"], values: { "--resume": ["psk"] } },
];

test("the choice of version and exchange is read from a command line", () => {
  const made = (entries) => handshakeOf(new Map(entries), handshakes);
  assert.equal(made([]), 0);
  assert.equal(made([["--tls13", [""]]]), 2);
  assert.equal(made([["--cipher", ["ECDHE_B"]]]), 1);
  assert.equal(made([["--cipher", ["DHE_A"]], ["--dh", [""]]]), 0);
});

test("an option has the values that go with the choice", () => {
  const resume = { name: "--resume", kind: "choice", values: ["id", "psk"] }, cipher = { name: "--cipher", kind: "choice", values: ["DHE_A", "ECDHE_A", "ECDHE_B"] };
  assert.deepEqual(valuesWith(resume, handshakes[2]), ["", "psk"]);
  assert.deepEqual(valuesWith(resume, undefined), ["", "id", "psk"]);
  assert.deepEqual(valuesWith(cipher, handshakes[1]), ["ECDHE_A", "ECDHE_B"]);
  assert.deepEqual(valuesWith({ name: "--ems", kind: "flag" }, handshakes[2]), []);
});

test("a capture stands before the run that was shown, under a name of its own", () => {
  const first = withRunBefore({ runs: [{ id: "connection-1" }] }, { id: "run" }), second = withRunBefore({ runs: [{ id: "connection-1" }] }, first.runs[0]);
  assert.deepEqual(first.runs.map((run) => run.id), ["connection-1", "run-before"]);
  assert.deepEqual(second.runs.map((run) => run.id), ["connection-1", "connection-1-before"]);
  assert.deepEqual(withRunBefore({ runs: [{ id: "connection-1" }] }, second.runs[1]).runs[1].id, "connection-1-before");
});

test("what is too large or empty is not sent", () => {
  assert.match(refusalOf({ name: "x.pcap", size: 17 * 2 ** 20 }), /16 MiB/);
  assert.match(refusalOf({ name: "x.pcap", size: 0 }), /empty/);
  assert.equal(refusalOf({ name: "x.pcap", size: 1000 }), "");
});
