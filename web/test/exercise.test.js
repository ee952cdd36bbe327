// The exercises on the page of a lesson.
import test from "node:test";
import assert from "node:assert/strict";
import { judgeAnswer } from "../exercise.js";
import { agreesWith, readAnswer } from "../reading.js";

const exercise = { number: 2, form: "letters", last: "d", how: "Letters.", right: ["bc"], reason: "Both are.", hint: "Look again.", slips: [{ answer: "b", hint: "One is missing." }] };

test("an answer is right, wrong with the hint of its slip, wrong, or none", () => {
  assert.equal(judgeAnswer(exercise, "C and b"), "Right. Both are.");
  assert.equal(judgeAnswer(exercise, "b"), "Not right. One is missing.");
  assert.equal(judgeAnswer(exercise, "a"), "Not right. Look again.");
  assert.equal(judgeAnswer(exercise, "x"), "This cannot be read as an answer. Letters.");
});

test("a time may be a tenth of a millisecond away, and whole milliseconds stand for what they are rounded from", () => {
  const agrees = (text) => agreesWith("time", "60120", readAnswer("time", text));
  assert.ok(agrees("60.1") && agrees("60.2 ms") && agrees("60") && agrees("0.0601 s") && agrees("61"));
  assert.ok(!agrees("60.4") && !agrees("62") && !agrees("59"));
});
