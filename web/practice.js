// A paper for practice tells whether an answer is right: it compares digests that take long to make, and holds no answer.
import { write } from "./dom.js";
import { plainAnswer } from "./reading.js";
import { answerTo, paperData } from "./sheet.js";
import { ownWords } from "./tongue.js";

const verdictWords = {
  en: { empty: "Write an answer first.", unable: "This browser checks nothing on a page that is opened in this way.", right: "Right.", wrong: "Not right." },
  zh: { empty: "请先写下答案。", unable: "页面以这种方式打开时，这个浏览器什么也不检查。", right: "正确。", wrong: "不对。" },
};

startPractice();

/** An answer as the key writes it; nothing where it is none. */
function canonicalAnswer(form, text) {
  const plain = plainAnswer(text).toLowerCase().replace(/[\s_,:'’]/g, "");
  if (form === "number") return /^(0x[0-9a-f]+|[0-9]+)$/.test(plain) ? BigInt(plain).toString() : "";
  return plain.split(";").map((part) => part.replace(/^0x/, "")).join(";");
}

async function digestOfAnswer(text, check) {
  const octets = (words) => new TextEncoder().encode(words);
  const key = await crypto.subtle.importKey("raw", octets(text), "PBKDF2", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: octets(check.salt), iterations: check.rounds }, key, 256);
  return [...new Uint8Array(bits)].map((octet) => octet.toString(16).padStart(2, "0")).join("");
}

function startPractice() {
  const words = ownWords(verdictWords);
  for (const item of paperData().items.filter((one) => one.check)) {
    const button = [...document.querySelectorAll("[data-check]")].find((one) => one.dataset.check === item.item);
    const said = document.getElementById("said-" + item.item);
    button.addEventListener("click", async () => {
      const text = canonicalAnswer(item.form, answerTo(item));
      if (!text) return write(said, words.empty);
      if (!globalThis.crypto || !crypto.subtle) return write(said, words.unable);
      button.disabled = true;
      write(said, "…");
      const isRight = item.check.digests.includes(await digestOfAnswer(text, item.check));
      write(said, isRight ? words.right : words.wrong);
      button.disabled = false;
    });
  }
}
