// The search over the pages of the site.
import test from "node:test";
import assert from "node:assert/strict";
import { excerptOf, lookUp } from "../lookup.js";

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
