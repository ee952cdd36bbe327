// What a person writes as an answer, read as the program reads it: by the form that is asked for.

const answerFillers = /[ \t\n\r_'’,:\u00a0\u202f]/g;
const answerUnits = ["octets", "octet", "bytes", "byte", "bits", "bit", "trials", "trial", "个字节", "字节", "位", "次", "个"];
const unitsOfTime = [["ms", 1000], ["us", 1], ["µs", 1], ["s", 1000000], ["毫秒", 1000], ["微秒", 1], ["秒", 1000000]];
const wordsFor = {
  yes: ["yes", "y", "true", "是", "是的", "对", "真", "正确"],
  no: ["no", "n", "false", "否", "不", "不是", "不对", "假", "错"],
};
const verdictsFor = {
  true: ["true", "t", "真", "对", "是", "正确"],
  false: ["false", "f", "假", "错", "否", "不对", "不是", "错误"],
  "only-if": ["onlyif", "only", "o", "仅当", "只有", "有条件", "有时", "不一定"],
};
const wordsForNone = ["none", "nothing", "neither", "无", "没有", "都没有", "都不是", "一个也没有", "一个都没有"];
const longestAnswer = 1000;

/**
 * An answer as the program writes it, a time in microseconds.
 * @param {string} form the name of the form
 * @param {string} text
 * @param {string} [last] the last letter there is
 * @param {number} [gaps] how many gaps there are
 * @returns {string | null} null for what is no answer of that form
 */
export function readAnswer(form, text, last = "z", gaps = 1) {
  if (new TextEncoder().encode(text.trimStart()).length > longestAnswer) return null;
  const trimmed = plainAnswer(text.trimStart()), lower = trimmed.toLowerCase();
  if (form === "number") return readNumber(lower);
  if (form === "time") return readTime(lower);
  if (form === "octets") return readOctets(lower);
  if (form === "digest") return readDigest(trimmed);
  if (form === "yesOrNo") return firstOf(lettersIn(lower), wordsFor);
  if (form === "claim") return firstOf(lettersIn(lower), verdictsFor);
  if (form === "letters") return readLetters(lower, last);
  if (form === "letter") return /^[a-z]$/.test(readLetters(lower, last) || "") ? readLetters(lower, last) : null;
  if (form === "order") return readOrder(lower, last);
  if (form === "parts") return readParts(lower, gaps);
  if (form === "sequence") return readList(lower)?.join(" ") ?? null;
  if (form === "numbers") return sortedNumbers(readList(lower));
  return lower.replace(/[^\p{L}\p{N}]/gu, "") || null;
}

/**
 * Whether an answer says the same as one that the program knows. Pages show times in tenths of a millisecond; whole milliseconds may stand
 * for what they were rounded from.
 * @param {string} form
 * @param {string} known
 * @param {string} given
 */
export function agreesWith(form, known, given) {
  if (form !== "time") return known === given;
  return Math.abs(Number(known) - Number(given)) <= (Number(given) % 1000 === 0 ? 999 : 150);
}

/** The text with ASCII in place of full-width characters and Chinese marks. */
export function plainAnswer(text) {
  const marks = { "\u3000": " ", "、": ",", "。": ".", "“": '"', "”": '"' };
  return text.replace(/[\uff01-\uff5e]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0)).replace(/[\u3000、。“”]/g, (one) => marks[one]);
}

function lettersIn(text) {
  return text.replace(/\P{L}/gu, "");
}

function firstOf(word, names) {
  return Object.keys(names).find((name) => names[name].includes(word)) ?? null;
}

function within64Bits(value) {
  return value < 1n << 64n ? value.toString() : null;
}

function readNumber(text) {
  let digits = text.replace(answerFillers, "");
  for (const prefix of ["ack=", "seq=", "<ack=", "<seq="]) if (digits.startsWith(prefix)) digits = digits.slice(prefix.length);
  if (digits.endsWith(">")) digits = digits.slice(0, -1);
  const unit = answerUnits.find((one) => digits.endsWith(one));
  if (unit) digits = digits.slice(0, -unit.length);
  if (/^0x[0-9a-f]+$/.test(digits)) return within64Bits(BigInt(digits));
  if (!/^[0-9a-f]+$/.test(digits)) return null;
  if (/^[0-9]+$/.test(digits)) return within64Bits(BigInt(digits));
  return digits.length % 2 === 0 ? within64Bits(BigInt("0x" + digits)) : null;
}

function readTime(text) {
  let digits = text.replace(/[\s_]/g, "");
  const [suffix, microseconds] = unitsOfTime.find(([one]) => digits.endsWith(one)) || ["", 1000];
  digits = digits.slice(0, digits.length - suffix.length);
  if (!/^[0-9.]+$/.test(digits)) return null;
  const value = Number(digits) * microseconds;
  return value < 1e15 ? String(Math.round(value)) : null;
}

function readOctets(text) {
  const digits = text.split(answerFillers).map((word) => word.replace(/^0x/, "")).join("");
  return /^([0-9a-f]{2})+$/.test(digits) ? digits : null;
}

function readDigest(text) {
  let body = text.replace(/[\s"]/g, "");
  for (const prefix of ["pin:", "sha256/"]) if (body.toLowerCase().startsWith(prefix)) body = body.slice(prefix.length);
  const digits = body.replaceAll(":", "").toLowerCase();
  if (/^[0-9a-f]{64}$/.test(digits)) return digits;
  if (!/^[A-Za-z0-9+/]{43}=$/.test(body) || btoa(atob(body)) !== body) return null;
  return [...atob(body)].map((one) => one.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

function readLetters(text, last) {
  const all = lettersIn(text);
  if (wordsForNone.includes(all)) return "none";
  if (!all) return null;
  const letters = new Set(text.split(/[\P{L}和与及或]+/u).filter((word) => word !== "and" && word !== "or").join(""));
  if ([...letters].some((letter) => letter < "a" || letter > last)) return null;
  return [...letters].sort().join("") || "none";
}

function readOrder(text, last) {
  const letters = [...lettersIn(text)];
  if (letters.length === 0 || new Set(letters).size !== letters.length) return null;
  return letters.some((letter) => letter < "a" || letter > last) ? null : letters.join(" ");
}

function readParts(text, gaps) {
  const parts = text.split(";").map(readOctets);
  return parts.length > gaps || parts.every((part) => part === null) ? null : parts.map((part) => part ?? "").join(";");
}

function readList(text) {
  const words = text.split(/[ ,;\t{}[\]()和与及或]+/).filter((word) => word && word !== "and" && word !== "or");
  const numbers = words.map(readNumber);
  return words.length > 0 && numbers.every((number) => number !== null) ? numbers : null;
}

function sortedNumbers(numbers) {
  if (!numbers) return null;
  return [...new Set(numbers)].map(BigInt).sort((a, b) => (a < b ? -1 : 1)).join(" ");
}
