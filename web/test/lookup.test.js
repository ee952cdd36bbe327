// The search over the pages of the site.
import test from "node:test";
import assert from "node:assert/strict";
import { excerptOf, isMeant, lookUp } from "../lookup.js";
import { foldText, foldedQuery } from "../fold.js";

const pages = [
  { path: "a.html", title: "The close", parts: [{ head: "TIME-WAIT", text: "It waits for twice the MSL." }, { head: "Exercises", text: "How long is TIME-WAIT? How long?" }] },
  { path: "b.html", title: "Windows", parts: [{ head: "", text: "A window says how much the receiver takes." }] },
];

test("a place has every word of a query, and a heading weighs more than the text", () => {
  assert.deepEqual(lookUp(pages, "time-wait").map(({ part }) => part.head), ["TIME-WAIT", "Exercises"]);
  assert.deepEqual(lookUp(pages, "long TIME").map(({ part }) => part.head), ["Exercises"]);
  assert.deepEqual(lookUp(pages, "window close"), []);
  assert.deepEqual(lookUp(pages, "  "), []);
});

test("an excerpt has the word in it and is cut between words", () => {
  const text = "word ".repeat(100) + "needle " + "word ".repeat(100);
  const piece = excerptOf(text, "needle");
  assert.match(piece, /^… word .*needle.*word …$/);
  assert.ok(piece.length < 200);
  assert.equal(excerptOf("short text", "text"), "short text");
});

// Tests/RenderTests has the same pairs.
test("words are compared without hyphens, underscores, case and endings", () => {
  for (const [one, other] of [["Diffie-Hellman", "Diffie–Hellman"], ["CLOSE_WAIT", "close-wait"], ["certificates", "Certificate"], ["replies", "reply"], ["signed", "signs"], ["the server's key", "the server key"], ["x.509", "X.509."]])
    assert.equal(foldText(one), foldText(other), one);
  assert.notEqual(foldText("class"), foldText("clas"));
  assert.deepEqual(foldedQuery("Why TIME_WAIT vs FIN-WAIT?"), ["time wait", "fin wait"]);
  assert.deepEqual(foldedQuery("what is"), ["what", "is"]);
});

test("a spelling with other hyphens is found, and a heading that is the query comes first", () => {
  const terms = [{ path: "l.html", title: "A lesson", parts: [{ head: "The close", text: "TIME-WAIT, TIME-WAIT and TIME-WAIT once more." }] }, { path: "g.html", title: "Glossary", parts: [{ head: "TIME-WAIT", text: "A state." }] }];
  assert.deepEqual(lookUp(terms, "what is time_wait?").map(({ page }) => page.path), ["g.html", "l.html"]);
  assert.match(excerptOf("word ".repeat(100) + "Diffie–Hellman " + "word ".repeat(100), "diffie-hellman"), /Diffie–Hellman/);
});

test("a list keeps what has all words, also the beginning of one that is being typed", () => {
  const text = foldText("Guesses a sequence number and speaks for another host (CVE-2004-0230)");
  assert.ok(isMeant(text, "sequence numbers"));
  assert.ok(isMeant(text, "gues"));
  assert.ok(isMeant(text, "cve-2004"));
  assert.ok(!isMeant(text, "quence"));
  assert.ok(!isMeant(text, "sequence window"));
});
