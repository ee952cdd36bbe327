// A value of the document on the page. It carries a pointer (RFC 6901) to where it is from, so that a reader and a test can ask.
import { el, legible } from "./dom.js";

/**
 * Microseconds as decimal milliseconds, exact, with at least one digit after the point.
 * @param {number | string} microseconds whole; a string beyond 2^53
 * @returns {string}
 */
export function milliseconds(microseconds) {
  const digits = String(microseconds).padStart(4, "0");
  const fraction = digits.slice(-3).replace(/0+$/, "");
  return digits.slice(0, -3) + "." + (fraction || "0");
}

/**
 * A sequence number relative to the first of its side, modulo 2^32; negative if it lies before that by no more than a window can span.
 * @param {string | number} value
 * @param {string | number} first
 * @returns {number}
 */
export function relativeNumber(value, first) {
  const forward = Number((BigInt(value) - BigInt(first)) & 0xffffffffn);
  return forward < 3 * 2 ** 30 ? forward : forward - 2 ** 32;
}

/**
 * Milliseconds as a reader wants them in a margin: short, and in seconds or minutes where they are many.
 * @param {number | string} microseconds
 * @returns {string}
 */
export function duration(microseconds) {
  const value = Number(microseconds);
  if (value >= 120e6) return (value / 60e6).toFixed(value % 60e6 ? 1 : 0) + " min";
  if (value >= 1e6) return (value / 1e6).toFixed(value % 1e6 ? 1 : 0) + " s";
  return milliseconds(microseconds) + " ms";
}

/**
 * The text of a value in one of the forms of the contract.
 * @param {any} value
 * @param {string} [form] `hex`, `brief`, `ms`, `hexnumber`; without it the value as it is
 * @returns {string}
 */
export function inForm(value, form) {
  if (form === "ms") return milliseconds(value);
  if (form === "hexnumber") return "0x" + BigInt(value).toString(16);
  if (form === "hex") return (String(value).match(/.{1,8}/g) || []).join(" ");
  if (form === "brief") {
    const text = String(value);
    return text.length <= 24 ? text : text.slice(0, 10) + "…" + text.slice(-8);
  }
  return legible(value);
}

/**
 * An element that shows a value.
 * @param {any} value
 * @param {string} pointer
 * @param {string} [form]
 * @param {string} [name] the tag
 * @param {Record<string, any>} [attributes]
 * @returns {any}
 */
export function shown(value, pointer, form, name = "span", attributes = {}) {
  return el(name, { ...attributes, "data-ptr": pointer, "data-as": form }, inForm(value, form));
}

/**
 * The address of a citation such as "RFC 9293 3.10.1".
 * @param {string} cite
 * @returns {string | null}
 */
export function citeAddress(cite) {
  const found = /^RFC (\d+)(?: (?:section )?([A-Z]?[\d.]*\d|[A-Z](?:\.\d+)*))?/.exec(cite);
  if (!found) return null;
  const part = found[2] ? (/^[A-Z]/.test(found[2]) ? "#appendix-" : "#section-") + found[2] : "";
  return "https://www.rfc-editor.org/rfc/rfc" + found[1] + part;
}

/**
 * A citation, as a link where it has an address.
 * @param {string} cite
 * @param {string} pointer
 * @returns {any}
 */
export function citation(cite, pointer) {
  const address = citeAddress(cite);
  if (!address) return shown(cite, pointer);
  return shown(cite, pointer, undefined, "a", { href: address, rel: "noreferrer", target: "_blank", class: "cite" });
}
