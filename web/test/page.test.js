// The page as a whole under a small document: it starts, every step of every view is drawn, and the interface answers.
import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { smallDocument } from "./small-dom.js";
import { attackedRun, sampleRun } from "./sample.js";
import { startPage } from "../page.js";

// HS_JOURNALS names documents, such as the data of pages that the program wrote, to be walked through as well.
const more = (process.env.HS_JOURNALS || "").split(":").filter(Boolean).map((name) => JSON.parse(/<script type="application\/json" id="hs-data">(.*?)<\/script>/s.exec(readFileSync(name, "utf8"))[1]));
const shell = readFileSync(new URL("../shell.html", import.meta.url), "utf8");
const sample = { schema: "handshakesim.page", version: 1, languages: ["en"], runs: [sampleRun, { ...sampleRun, id: "second", label: "Second" }] };

for (const whole of [sample, ...more]) {
  test("the page walks through " + whole.runs.map((run) => run.id).join(), () => {
    const { root, fire } = smallDocument(shell, JSON.stringify(whole));
    startPage();
    const page = globalThis.HandshakeSim;
    assert.equal(root.getAttribute("data-ready"), "true");
    for (const level of ["visit", "story", "all"]) {
      for (const view of ["octets", "ends", "stream", "secrets", "knowledge", "compare"]) {
        page.show({ level, view });
        const steps = page.steps("all"), stride = Math.ceil(steps.length / 12);
        for (const step of steps.filter((_, i) => i % stride === 0)) {
          assert.ok(page.goto(step));
          assert.equal(root.querySelectorAll("[role=option][aria-selected=true]").length, 1, level + " " + view + " " + step);
          assert.equal(root.querySelector("#hs-step").getAttribute("data-step"), String(step));
        }
        const text = root.querySelector("#hs-app").textContent;
        assert.doesNotMatch(text, /⟦|\bundefined\b|\bNaN\b|\[object /);
      }
    }
    page.goto(1);
    fire("keydown", { key: "ArrowRight" });
    assert.equal(page.state().step, 2);
    fire("keydown", { key: "2" });
    assert.equal(page.state().level, "story");
    assert.equal(page.goto("nothing:1"), false);
    assert.match(page.state().hash, /^#run=/);
    fire("beforeprint");
    assert.ok(root.querySelector("#hs-paper").textContent.length > 50);
  });
}

test("an octet selects its field in the octets and in the tree, and the link holds it", () => {
  const { root } = smallDocument(shell, JSON.stringify(sample));
  startPage();
  const page = globalThis.HandshakeSim;
  page.goto(2);
  assert.ok(page.select({ pane: "packet-1", offset: 2 }));
  assert.deepEqual(page.state().selection, { pane: "packet-1", offset: 1, length: 3, field: "ip.inner" });
  assert.deepEqual(root.querySelectorAll("[data-octet][data-selected]").map((node) => node.getAttribute("data-octet")), ["1", "2", "3"]);
  assert.deepEqual(root.querySelectorAll("[role=treeitem][data-selected]").map((node) => node.getAttribute("data-field")), ["ip.inner"]);
  assert.match(page.state().hash, /at=packet-1@1\+3$/);
  assert.equal(page.select({ pane: "packet-9", offset: 0 }), false);
  root.querySelectorAll("[role=treeitem]")[0].fire("click");
  assert.equal(page.state().selection.field, "ip");
});

test("the control block of each end is that of the step, whichever way one comes to it", () => {
  for (const whole of [sample, ...more]) {
    const { root } = smallDocument(shell, JSON.stringify(whole));
    startPage();
    const page = globalThis.HandshakeSim;
    page.show({ view: "ends" });
    const count = page.steps("all").length;
    for (const step of [2, count, 1, Math.ceil(count / 2), 8, 3, count].filter((one) => one <= count)) {
      page.goto(step);
      const { block } = page.state();
      for (const who of ["client", "server"]) {
        const host = root.querySelectorAll("[data-block=" + who + "]")[0];
        const shown = Object.fromEntries(host.querySelectorAll("[data-name]").map((row) => [row.getAttribute("data-name"), row.querySelector("[data-ptr]").textContent]));
        assert.deepEqual(shown, block[who], who + " at " + step);
        for (const row of host.querySelectorAll("[data-name]")) {
          const at = row.querySelector("[data-ptr]").getAttribute("data-ptr");
          assert.equal(row.getAttribute("class") === "changed", at.includes("/events/" + (step - 1) + "/changes/"), at);
        }
      }
    }
  }
});

test("asked first, a reader answers before a step is shown, and the page counts", () => {
  const { root, fire } = smallDocument(shell, JSON.stringify(sample));
  startPage();
  const page = globalThis.HandshakeSim, toggle = root.querySelector("#hs-ask"), question = root.querySelector("#hs-question");
  page.goto(1);
  assert.equal(question.textContent, "");
  toggle.checked = true;
  toggle.fire("change");
  assert.equal(root.querySelector("#hs-app").getAttribute("data-asking"), "");
  // Other views show what is to come, and the octets of the next step would be an answer.
  page.show({ view: "stream" });
  assert.equal(page.state().view, "octets");
  assert.deepEqual(page.state().panes, []);
  page.next();
  assert.equal(page.state().step, 1);
  assert.match(question.textContent, /^Client sends a packet next\. Which one\?/);
  assert.deepEqual(question.querySelectorAll("button").map((button) => button.textContent), ["<SEQ=0><CTL=SYN,ACK>", "<SEQ=0><CTL=SYN>"]);
  fire("keydown", { key: "2" });
  assert.equal(page.state().step, 2);
  assert.match(question.textContent, /^Right\. Predicted: 1 of 1\./);
  // A second Next shows the step, and no answer is counted.
  page.next();
  page.next();
  assert.equal(page.state().step, 5);
  page.next();
  question.querySelectorAll("button")[1].fire("click");
  assert.equal(page.state().step, 7);
  assert.match(question.textContent, /^Not this one: <SEQ=0><CTL=SYN,ACK> comes\. Read why\. Predicted: 1 of 2\./);
  toggle.checked = false;
  toggle.fire("change");
  assert.equal(question.textContent, "");
});

test("a run with an attacker opens at the first packet that she sends, with both stories open beside each other", () => {
  const telling = [{ heading: "A reset" }, { heading: "The rule is missing" }, { first: 1, list: ["She sends a reset."] }, { heading: "The rule is in place" }, { first: 1, list: ["She sends a reset."] }, { outcome: "She fails." }, { outcome: "The rule decides." }, { table: { head: [], rows: [["The cost", "None."]] } }];
  const { root } = smallDocument(shell, JSON.stringify({ ...sample, runs: [{ ...attackedRun(), telling }] }));
  startPage();
  assert.equal(globalThis.HandshakeSim.state().step, 9);
  assert.equal(root.querySelectorAll("section.told-run").length, 2);
  assert.equal(root.querySelectorAll("details.story").length, 0);
  // What is said of both runs is in neither.
  assert.doesNotMatch(root.querySelectorAll("section.told-run").map((node) => node.textContent).join(), /decides|cost/);
  assert.match(root.querySelector("#hs-answer").textContent, /decides.*fails.*cost/s);
});

test("the page steps by itself until a key is pressed or the run ends", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { root, fire } = smallDocument(shell, JSON.stringify(sample)), page = () => globalThis.HandshakeSim, button = root.querySelector("#hs-play");
  startPage();
  page().show({ level: "all" });
  page().goto(1);
  assert.equal(button.textContent, "Play");
  button.fire("click");
  assert.equal(page().state().step, 2);
  assert.equal(button.textContent, "Pause");
  context.mock.timers.tick(12000);
  assert.equal(page().state().step, 3);
  fire("keydown", { key: "?" });
  assert.equal(button.textContent, "Play");
  context.mock.timers.tick(60000);
  assert.equal(page().state().step, 3);
  page().goto(page().steps("all").at(-2));
  button.fire("click");
  context.mock.timers.tick(24000);
  assert.equal(button.textContent, "Play");
});
