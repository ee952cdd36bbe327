import test from "node:test";
import assert from "node:assert/strict";
import { flattenFields, leafCovering, rowOfSpan, visibleRows, rowsAbove, rowsOpenAtFirst } from "../tree.js";
import { layOutTime } from "../time.js";
import { makeScene, inLines } from "../scene.js";
import { crowded } from "../label.js";
import { layOutGraph, wirePath } from "../graph.js";
import { alignKeys } from "../align.js";
import { fragmentOf, readFragment } from "../link.js";
import { milliseconds, inForm, citeAddress, relativeNumber } from "../pointer.js";
import { legible } from "../dom.js";
import { keyOfMessage, sightOf } from "../seat.js";
import { diagnosesOf, historyOfStream, ticksUpTo, brokenAxis } from "../plot.js";
import { placesOfStates, waysBetween } from "../machine.js";
import { findSteps, findOctets } from "../search.js";
import { headline } from "../describe.js";
import { makeModel } from "../model.js";
import { sampleRun } from "./sample.js";

const model = makeModel(sampleRun, 0);
const rows = flattenFields(sampleRun.journal.packets[0].fields, "/f");

test("an octet selects the leaf that covers it; a span selects the deepest field", () => {
  assert.equal(rows[leafCovering(rows, 0)].field.name, "ip.version");
  assert.equal(rows[leafCovering(rows, 3)].field.name, "ip.inner");
  assert.equal(leafCovering(rows, 4), -1);
  assert.equal(rows[rowOfSpan(rows, 1, 3)].field.name, "ip.inner");
  assert.equal(rows[rowOfSpan(rows, 1, 0)].field.name, "ip.options");
});

test("a tree shows what is unfolded", () => {
  assert.deepEqual(visibleRows(rows, new Set()), [0]);
  assert.deepEqual(visibleRows(rows, new Set([0])), [0, 1, 2, 3]);
  assert.deepEqual(rowsAbove(rows, 4), [3, 0]);
  assert.equal(rows[4].pointer, "/f/0/children/2/children/0");
});

test("time goes down, long waits are cut, and the overview fits", () => {
  const points = [0, 0, 10, 20, 30, 100000].map((at, i) => ({ event: i + 1, at }));
  const layout = layOutTime(points, { row: 20, top: 10, height: 200 });
  for (let i = 1; i < layout.ys.length; i++) assert.ok(layout.ys[i] > layout.ys[i - 1]);
  assert.equal(layout.breaks.length, 1);
  assert.ok(layout.height <= 200.001);
});

test("tails ascend and heads lie lower at every level", () => {
  for (const level of ["visit", "story", "all"]) {
    const scene = makeScene(model, level, { height: 500, wide: 40 });
    scene.arrows.forEach((arrow, i) => {
      assert.ok(arrow.y1 > arrow.y0, level);
      if (i) assert.ok(arrow.y0 > scene.arrows[i - 1].y0, level);
    });
    assert.deepEqual(scene.arrows.map((arrow) => arrow.lost), [false, true, false]);
  }
});

test("a flight that sets out while another comes in begins below its head", () => {
  const run = structuredClone(sampleRun), [client, server] = ["client", "server"];
  const sent = (number, at_us, who, packet) => ({ number, at_us, who, to: who === client ? server : client, step: "tcp.data", kind: "sent", packet });
  const received = (number, at_us, who, packet) => ({ number, at_us, who, from: who === client ? server : client, step: "tcp.data", kind: "received", packet });
  run.journal.events = [run.journal.events[0], sent(2, 0, server, 1), sent(3, 0, server, 2), received(4, 10000, client, 1), sent(5, 10000, client, 3), received(6, 10000, client, 2), received(7, 20000, server, 3)];
  run.flights = [{ ...run.flights[0], from: server, to: client, sent: 2, received: 6, packets: [1, 2] }, { ...run.flights[0], sent: 5, received: 7, packets: [3] }];
  const scene = makeScene(makeModel(run, 0), "visit", { height: 500, wide: 40 }), [first, second] = scene.arrows;
  assert.ok(second.y0 > first.y1);
  assert.ok(second.y1 > second.y0);
  assert.equal(scene.yOf(5), second.y0);
  assert.equal(scene.yOf(6), second.y0);
  assert.ok(scene.yOf(4) < first.y1);
});

test("a long title takes up to three lines and cuts at a space", () => {
  assert.deepEqual(inLines("ServerHello, Certificate, Done", 20), ["ServerHello,", "Certificate, Done"]);
  assert.deepEqual(inLines("ServerHello, EncryptedExtensions, Certificate, Finished", 24), ["ServerHello,", "EncryptedExtensions,", "Certificate, Finished"]);
  assert.deepEqual(inLines("ServerKeyExchange, ServerHelloDone (1 of 2 lost)", 37), ["ServerKeyExchange, ServerHelloDone", "(1 of 2 lost)"]);
  assert.deepEqual(inLines("aaaa bbbb cccc dddd eeee", 6), ["aaaa", "bbbb", "cccc…"]);
  assert.deepEqual(inLines("", 6), [""]);
  assert.deepEqual(inLines("A".repeat(30), 10), ["A".repeat(9) + "…"]);
});

test("a circle of derivations has an end, and no two boxes overlap", () => {
  const layout = layOutGraph(sampleRun.journal, 400);
  assert.equal(layout.boxes.length, 5);
  for (const a of layout.boxes) {
    for (const b of layout.boxes) {
      if (a !== b) assert.ok(Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= 30, a.name + " and " + b.name);
    }
  }
  assert.equal(layout.dots.filter((dot) => !dot.forward).length, 1);
});

test("no wire runs behind a box", () => {
  // Four rows: a wire from the first to the last has to pass two, one of them a box in the very middle.
  const rule = (conclusion, ...premises) => ({ conclusion, premises, operation: "f" });
  const journal = { ledger: {}, derivations: [rule("b", "a"), rule("b2", "a"), rule("c", "b", "b2"), rule("d", "c", "a"), rule("e", "d", "b", "a"), rule("f", "e", "a", "c")] };
  for (const width of [300, 720]) {
    const layout = layOutGraph(journal, width);
    let passed = 0;
    for (const dot of layout.dots) {
      for (const { from, points } of dot.wires) {
        assert.equal(wirePath(points).match(/[MLC]/g).length, points.length);
        for (let i = 1; i < points.length; i++) {
          const [p, q] = [points[i - 1], points[i]];
          for (let t = 0; t <= 1; t += 0.05) {
            const x = p.x + (q.x - p.x) * t * t * (3 - 2 * t), y = p.y + (q.y - p.y) * (1.5 * t * (1 - t) + t ** 3);
            for (const box of layout.boxes) {
              if (box.name !== from) assert.ok(Math.abs(x - box.x) > box.width / 2 || Math.abs(y - box.y) > box.height / 2, from + " to " + dot.rule.conclusion + " behind " + box.name);
            }
          }
        }
        passed += points.length > 2;
      }
    }
    assert.ok(passed >= 3);
  }
});

test("a small tree is unfolded, a large one as far as it can be seen", () => {
  const field = (name, children) => ({ name, offset: 0, length: 1, text: "", children });
  const wide = (levels) => field("n" + levels, levels ? Array.from({ length: 4 }, () => wide(levels - 1)) : undefined);
  const small = flattenFields([wide(2)], ""), large = flattenFields([wide(4)], "");
  assert.equal(visibleRows(small, rowsOpenAtFirst(small, 10)).length, small.length);
  assert.equal(visibleRows(large, rowsOpenAtFirst(large, 48)).length, 1 + 4 + 16);
  assert.equal(visibleRows(large, rowsOpenAtFirst(large, 3)).length, 1 + 4);
});

test("a search for a text names the field that holds each place, and a field is found by its name", () => {
  const bytes = [..."00abcdef01abcdef"].map((letter) => letter.charCodeAt(0).toString(16)).join("");
  const fields = [["x.header", 0, 2], ["x.one", 2, 6], ["y.header", 8, 2], ["y.two", 10, 6]].map(([name, offset, length]) => ({ name, offset, length, text: "" }));
  const found = { journal: { messages: [{ number: 1, panes: [{ name: "record", bytes }] }] }, pane: () => ({ bytes, rows: flattenFields(fields, "") }) };
  const places = (query) => findOctets(found, query, () => true).map(({ offset, length, name }) => [name, offset, length]);
  assert.deepEqual(places("bcd"), [["x.one", 3, 3], ["y.two", 11, 3]]);
  assert.deepEqual(places("y.t"), [["y.two", 10, 6]]);
  assert.deepEqual(places(".header"), [["x.header", 0, 2], ["y.header", 8, 2]]);
  assert.deepEqual(findOctets(found, "bcd", () => false), []);
});

test("an alignment holds each step once, in order", () => {
  const left = [..."abcxdefg"], right = [..."abydeefg"];
  const pairs = alignKeys(left, right);
  assert.deepEqual(pairs.map((pair) => pair[0]).filter((i) => i >= 0), left.map((_, i) => i));
  assert.deepEqual(pairs.map((pair) => pair[1]).filter((i) => i >= 0), right.map((_, i) => i));
  for (const [i, j] of pairs) if (i >= 0 && j >= 0) assert.equal(left[i], right[j]);
  assert.equal(pairs.filter(([i, j]) => i >= 0 && j >= 0).length, 6);
});

test("a fragment comes back as it was, and nonsense is left out", () => {
  const state = { run: "dh", step: "tcp.syn:1", level: "all", view: "octets", seat: "thief", lang: "zh", selection: { pane: "message-1-record", offset: 11, length: 32 } };
  const { at, ...rest } = readFragment(fragmentOf(state));
  assert.deepEqual({ ...rest, selection: at }, state);
  assert.deepEqual(readFragment("#%E0%A4%A"), {});
  assert.deepEqual(readFragment("#at=packet-1@-5+1e9&x=1&step"), {});
});

test("values have the forms of the contract", () => {
  assert.deepEqual([0, 5, 10000, 240105000, 1234567].map(milliseconds), ["0.0", "0.005", "10.0", "240105.0", "1234.567"]);
  assert.equal(inForm("00112233445566", "hex").replace(/ /g, ""), "00112233445566");
  assert.equal(inForm(255, "hexnumber"), "0xff");
  const brief = inForm("0123456789abcdef".repeat(4), "brief").split("…");
  assert.ok("0123456789abcdef".repeat(4).startsWith(brief[0]) && "0123456789abcdef".repeat(4).endsWith(brief[1]));
  assert.equal(citeAddress("RFC 9293 3.10.7.4"), "https://www.rfc-editor.org/rfc/rfc9293#section-3.10.7.4");
  assert.equal(citeAddress("FIPS 180-4"), null);
});

test("characters that hide or steer become dots", () => {
  assert.equal(legible("a\u202eb\u001bc\td\r\ne"), "a·b·c d\ne");
  assert.equal(legible("\u00ad\u{e0041}\u{e000}\u0378\ud800"), "·····");
  assert.equal(legible("e\u0301 \u0301\u0302 e\ufe0f\u0301 ✔ 页"), "e\u0301 ·· e·· ✔ 页");
});

test("numbers are relative modulo 2^32", () => {
  assert.equal(relativeNumber("3", "4294967295"), 4);
  assert.equal(relativeNumber("91", "100"), -9);
});

test("search finds names, octets in hexadecimal, and nothing for nothing", () => {
  assert.deepEqual(findSteps(model, "network.lost", "en"), [6]);
  assert.deepEqual(findSteps(model, "45 00 01 02", "en"), [2, 3, 5, 6, 7, 8]);
  assert.deepEqual(findSteps(model, "  ", "en"), []);
});

test("every kind of step has a headline without gaps", () => {
  for (const event of model.events) assert.doesNotMatch(headline(model, event, "en"), /⟦|\{|undefined/);
});

test("a secret of which a part alone is drawn is not drawn at random", () => {
  const event = { number: 1, who: "client", kind: "learned", secret: "premaster secret", how: { by: "generated", random: 46 } };
  assert.equal(headline(model, event, "en"), "Client draws 46 random octets for the premaster secret");
});

test("a sealed message of TLS 1.3 is opened by the secret of its direction and its stretch", () => {
  const names = ["client_early_traffic_secret", "client_handshake_traffic_secret", "server_handshake_traffic_secret", "client_application_traffic_secret_0", "server_application_traffic_secret_0", "server_application_traffic_secret_1"];
  const labels = [["client", "application data"], ["server", "Certificate"], ["server", "Finished"], ["server", "application data"], ["client", "Finished"], ["client", "application data"], ["server", "KeyUpdate"], ["server", "application data"]];
  const journal = { ledger: { client: names.map((secret) => ({ secret })) }, messages: labels.map(([who, label], i) => ({ number: i + 1, who, label, stream: { offset: i } })) };
  assert.deepEqual(journal.messages.map((message) => keyOfMessage(journal, message)), [names[0], names[2], names[2], names[4], names[1], names[3], names[4], names[5]]);
  assert.equal(keyOfMessage({ ...journal, ledger: { client: [{ secret: "key block" }] } }, journal.messages[0]), "key block");
});

test("the history of a stream knows what was sent again, what was lost, and the windows", () => {
  const send = (number, at, offset) => ({ number, at_us: at, who: "client", to: "server", step: "s", kind: "sent", packet: number });
  const events = [send(1, 0), send(2, 10), { number: 3, at_us: 15, who: "network", step: "l", kind: "lost", packet: 2 }, send(4, 90)];
  events[0].changes = [["ISS", "4294967295"], ["SND.UNA", "0"], ["SND.NXT", "100"], ["SND.WND", "500"], ["cwnd", "200"]].map(([name, after]) => ({ name, before: "-", after }));
  events[3].packet = 3;
  const packets = [[1, 1, 0], [2, 2, 100], [3, 4, 100]].map(([number, sent, offset]) => ({ number, sent, label: "", payload: { length: 100 }, stream: { offset, length: 100 } }));
  const history = historyOfStream(makeModel({ ...sampleRun, journal: { ...sampleRun.journal, events, packets, messages: [] } }, 0), "client");
  assert.deepEqual(history.segments.map((one) => [one.t, one.from, one.to, one.again, one.lost]), [[0, 1, 101, false, false], [10, 101, 201, false, true], [90, 101, 201, true, false]]);
  assert.deepEqual([history.una, history.nxt, history.window, history.cwnd], [[[0, 1]], [[0, 101]], [[0, 501]], [[0, 200]]]);
});

test("a plot has the diagnoses of the packets of its own direction", () => {
  const said = (number, cause, step) => ({ number, at_us: number, who: "network", cause, step, kind: "remarked", remark: "It was lost." });
  const events = [{ number: 1, at_us: 0, who: "client", to: "server", step: "tcp.data", kind: "sent", packet: 1 }, { number: 2, at_us: 0, who: "server", to: "client", step: "tcp.data", kind: "sent", packet: 1 },
    said(3, 1, "tcp.loss"), said(4, 2, "tcp.timeouts"), said(5, undefined, "capture.folded")];
  const recorded = makeModel({ ...sampleRun, journal: { ...sampleRun.journal, events, packets: [], messages: [] } }, 0);
  assert.deepEqual(["client", "server"].map((from) => diagnosesOf(recorded, from).map((event) => event.step)), [["tcp.loss"], ["tcp.timeouts"]]);
});

test("a long wait is cut out of an axis, and time still ascends", () => {
  const axis = brokenAxis([10, 20, 30, 40, 50, 10050, 10060], 0, 10070);
  assert.deepEqual(axis.cuts, [{ from: 50, to: 10050 }]);
  const places = [0, 10, 50, 5000, 10050, 10060, 10070].map(axis.at);
  for (let i = 1; i < places.length; i++) assert.ok(places[i] > places[i - 1]);
  assert.deepEqual([places[0], places[6]], [0, 1]);
  assert.deepEqual(brokenAxis([10, 20], 0, 30).cuts, []);
});

test("an axis has round values", () => {
  assert.deepEqual(ticksUpTo(2900, 5), [0, 1000, 2000]);
  assert.deepEqual(ticksUpTo(7, 3), [0, 2.5, 5]);
  assert.deepEqual(ticksUpTo(0, 3), [0]);
});

test("no way of Figure 5 crosses a box that is not its own", () => {
  const names = ["CLOSED", "LISTEN", "SYN-RECEIVED", "SYN-SENT", "ESTABLISHED", "FIN-WAIT-1", "FIN-WAIT-2", "CLOSE-WAIT", "CLOSING", "LAST-ACK", "TIME-WAIT"], places = placesOfStates(names);
  const pairs = "CLOSED>SYN-SENT SYN-SENT>CLOSED LISTEN>SYN-RECEIVED SYN-RECEIVED>FIN-WAIT-1 FIN-WAIT-1>TIME-WAIT TIME-WAIT>CLOSED LAST-ACK>CLOSED ESTABLISHED>CLOSED CLOSE-WAIT>CLOSED".split(" ").map((pair) => ({ from: pair.split(">")[0], to: pair.split(">")[1] }));
  for (const way of waysBetween(pairs, places)) {
    assert.match(way.line, /^M[\d.]+ [\d.]+[LCQ]/);
    // The corners and control points bound a path of these kinds; those of the outer ways stand outside every box.
    const points = [...way.line.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
    for (const name of names) if (name !== way.from && name !== way.to) for (const { x, y } of points) assert.ok(Math.abs(x - places[name].x) > 52 || Math.abs(y - places[name].y) > 12, way.from + ">" + way.to + " " + name);
  }
});

test("a search for what a party does finds that party's", () => {
  const run = structuredClone(sampleRun), event = (number, who, what) => ({ number, at_us: 0, who, step: "tls.calc." + what, kind: "remarked", bookkeeping: false, remark: "A signature is made." });
  run.journal.events = [event(1, "client", "client_signature"), event(2, "server", "params_signature")];
  Object.assign(run.journal, { packets: [], messages: [] });
  assert.deepEqual(findSteps(makeModel(run, 0), "server's signature", "en"), [2]);
});

test("a seat has the losses of no packet, the states of no other party, and another's messages as sealed records", () => {
  const [client, server, eavesdropper] = ["client", "server", "eavesdropper"].map((seat) => sightOf(model, seat, 8, new Set()));
  assert.deepEqual([...client.steps("all")], [1, 2, 8]);
  assert.deepEqual([...server.steps("all")], [1, 3, 4, 5, 7]);
  assert.deepEqual([...eavesdropper.steps("all")], [1, 2, 5, 7]);
  assert.deepEqual([client.knows("server"), client.knows("client")], [false, true]);
  assert.equal(headline(model, model.event(7), "en", eavesdropper), "Server sends sealed record (2 octets), SYN (packet 3)");
  assert.equal(headline(model, model.event(6), "en", server), "Not seen from this seat");
  assert.match(headline(model, model.event(7), "en", server), /sends Hello/, "its writer knows it");
});

test("a sender is not told what becomes of its packets: its arrows all end alike", () => {
  const tips = makeScene(model, "all", { wide: 40 }, sightOf(model, "server", 8, new Set())).arrows.filter((arrow) => arrow.from === "server").map((arrow) => arrow.tips.map((tip) => [tip.lost, tip.underWay]));
  assert.deepEqual(tips, [[[false, true]], [[false, true]]]);
});

test("a name that stands on another goes down, and no further than it has to", () => {
  const arrow = (y0, y1, title) => ({ from: "client", to: "server", lines: [title], octets: 0, sealed: false, tight: false, y0, tips: [{ y: y1 }] }), place = () => [100, 400];
  const first = arrow(20, 60, "ClientHello"), second = arrow(24, 64, "SYN"), [low, ...more] = crowded([first, second], place);
  assert.equal(low.arrow, second);
  assert.deepEqual(more, []);
  const moved = arrow(24 + low.down + 1, 64 + low.down + 1, "SYN");
  assert.deepEqual(crowded([first, moved], place), []);
  assert.ok(crowded([first, arrow(24 + low.down - 2, 64 + low.down - 2, "SYN")], place).length);
  // From the other side there is room.
  assert.deepEqual(crowded([first, arrow(24, 64, "SYN")], (one) => (one === first ? [100, 400] : [400, 100])), []);
});

test("a picture of many arrows that are long under way has an end", () => {
  const count = 300, run = structuredClone(sampleRun), { journal } = run, event = (number, more) => ({ number, at_us: number * 100, step: "tcp.data", ...more });
  journal.events = [...Array(count).keys()].flatMap((i) => [event(i + 1, { who: "client", kind: "sent", packet: i + 1, to: "server" })])
    .concat([...Array(count).keys()].map((i) => event(count + i + 1, { who: "server", kind: "received", packet: i + 1, from: "client" })));
  journal.packets = [...Array(count).keys()].map((i) => ({ ...journal.packets[0], number: i + 1, sent: i + 1 }));
  Object.assign(journal, { messages: [] });
  run.flights = [...Array(count).keys()].map((i) => ({ from: "client", to: "server", sent: i + 1, received: count + i + 1, packets: [i + 1], messages: [], title: "a segment with data", octets: 9, encrypted: false }));
  const scene = makeScene(makeModel(run, 0), "visit", { height: 500, wide: 40, place: () => [72, 374], lines: { client: 72, server: 374 } });
  assert.equal(scene.arrows.length, count);
  assert.ok(scene.height < 2 * count * 120, String(scene.height));
});
