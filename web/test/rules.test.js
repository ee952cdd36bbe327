// The rules by which Swift joins the modules, and that no word is missing.
import test from "node:test";
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { wordsEnglish } from "../words.en.js";
import { wordsChinese } from "../words.zh.js";

const folder = new URL("../", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
const text = (name) => readFileSync(new URL(name, folder), "utf8");

test("modules import and export by name alone, and share no name at the top", () => {
  const owners = new Map();
  for (const name of files) {
    let code = false;
    for (const line of text(name).split("\n")) {
      if (line.startsWith("import ")) {
        assert.match(line, /^import \{ [\w, ]+ \} from "\.\/[\w.]+\.js";$/, name);
        assert.ok(!code, name + ": an import after other code");
      } else if (line && !line.startsWith("//")) code = true;
      if (line.startsWith("export")) assert.match(line, /^export (async )?(function|const) \w+/, name);
      assert.doesNotMatch(line, /\bimport\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|<\/script|<!--/, name);
      // Text that an element holds goes through write, which takes out what steers.
      if (name !== "dom.js" && name !== "words.js") assert.doesNotMatch(line, /\.textContent = (?!"")|innerText/, name);
      const found = /^(?:export )?(?:async )?(?:function|const|let|var|class) (\w+)/.exec(line);
      if (found) {
        assert.ok(!owners.has(found[1]), found[1] + " is in " + name + " and " + owners.get(found[1]));
        owners.set(found[1], name);
      }
    }
  }
});

test("every word that the page says is there, and every word that is there is said", () => {
  const all = files.filter((name) => !name.startsWith("words.")).map(text).join("\n") + text("shell.html");
  const said = new Set([...all.matchAll(/say\(\s*"([^"]+)"|data-say(?:-label|-hint)?="([^"]+)"/g)].map((found) => found[1] || found[2]));
  for (const key of said) if (!key.endsWith(".")) assert.ok(key in wordsEnglish, key);
  const unsaid = Object.keys(wordsEnglish).filter((key) => !all.includes('"' + key + '"') && !/^(who|seat|theme|kind|view|key|pane|stream|sealed|seatNote)\./.test(key) && key !== "language.name");
  assert.deepEqual(unsaid, []);
});

test("each language has the same words with the same places for values, and none is missing", () => {
  assert.deepEqual(Object.keys(wordsChinese), Object.keys(wordsEnglish));
  const places = (text) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  for (const [key, text] of Object.entries(wordsChinese)) {
    assert.deepEqual(places(text), places(wordsEnglish[key]), key);
    assert.doesNotMatch(text, /\p{Script=Han} \p{Script=Han}|\p{Script=Han}[,;?!]|\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u, key);
  }
});

test("the shell has every id that the modules ask for", () => {
  const shell = text("shell.html");
  for (const name of files) {
    for (const [, id] of text(name).matchAll(/byId\("([\w-]+)"\)/g)) if (id !== "hs-data") assert.ok(shell.includes('id="' + id + '"'), name + ": " + id);
  }
});
