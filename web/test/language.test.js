// The page in another language than that of its journal.
import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { smallDocument } from "./small-dom.js";
import { sampleRun } from "./sample.js";
import { startPage } from "../page.js";
import { fragmentForOther } from "../other.js";
import { say, spaced, startOf, useLanguage, widthOf } from "../words.js";
import { inLines } from "../scene.js";

const shell = readFileSync(new URL("../shell.html", import.meta.url), "utf8");
const remarks = Object.fromEntries(sampleRun.journal.events.filter((event) => event.remark).map((event) => [event.number, { remark: "第 " + event.number + " 步的说明。" }]));
const names = { "premaster secret": "预主密钥" };
const run = {
  ...sampleRun, words: { zh: { title: "一次访问", events: remarks, limits: [], conclusions: [], next: [], names } },
  said: { zh: { label: "这次运行", flights: sampleRun.flights.map((flight, i) => "航段 " + i) } },
};
const sample = { schema: "handshakesim.page", version: 1, languages: ["en", "zh"], runs: [run] };

test("the switch of the language keeps the step, the level, the view and the seat", () => {
  const { root } = smallDocument(shell, JSON.stringify(sample));
  startPage();
  const page = globalThis.HandshakeSim, [at] = Object.keys(remarks);
  page.goto(Number(at));
  page.show({ level: "all", view: "ends" });
  const before = page.state();
  page.show({ lang: "zh" });
  assert.deepEqual({ ...page.state(), hash: "" }, { ...before, lang: "zh", hash: "" });
  assert.match(page.state().hash, /lang=zh/);
  assert.equal(root.getAttribute("lang"), "zh-Hans");
  assert.match(root.querySelector("#hs-title").textContent, /一次访问/);
  assert.ok(root.querySelector("#hs-step").textContent.includes(remarks[at].remark));
  assert.doesNotMatch(root.querySelector("#hs-app").textContent, /⟦|undefined|NaN/);
  page.show({ lang: "en" });
  assert.equal(root.getAttribute("lang"), "en");
  page.show({ lang: "tlh" });
  assert.equal(page.state().lang, "en");
});

test("a page that was written in a language opens in it", () => {
  const { root } = smallDocument(shell, JSON.stringify(sample));
  root.lang = "zh-Hans";
  startPage();
  assert.equal(globalThis.HandshakeSim.state().lang, "zh");
  useLanguage("en");
});

test("a value stands apart from Han where it is Latin, and not where it is Han", () => {
  useLanguage("zh");
  assert.equal(say("kind.sent", { who: "客户端", what: "SYN" }), "客户端发送 SYN");
  assert.equal(say("kind.sent", { who: "Mallory", what: "数据" }), "Mallory 发送数据");
  assert.equal(say("stream.title", { from: "客户端", to: "服务器" }), "从客户端到服务器");
  useLanguage("en");
  assert.equal(spaced("a", "b"), "ab");
});

test("a Han character is as wide as two letters, and a text is cut by its width", () => {
  assert.equal(widthOf("ab密钥，"), 8);
  assert.equal(startOf("密钥份额", 5), "密钥");
  assert.deepEqual(inLines("ServerHello、Certificate、ServerHelloDone", 28), ["ServerHello、Certificate、", "ServerHelloDone"]);
});

test("a link to the other language hands on the heading, or else the state", () => {
  assert.equal(fragmentForOther("exercises", "#run=a&lang=en", "zh-Hans"), "#exercises");
  assert.equal(fragmentForOther("", "#run=a&lang=en&at=b", "zh-Hans"), "#run=a&lang=zh&at=b");
  assert.equal(fragmentForOther("", "", "en"), "");
});
