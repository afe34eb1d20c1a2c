import { invalid, type ApiError } from "../errors";
import { findJsonFault, MAX_ITEMS } from "./json-scan";

/**
 * Parses a JSON body strictly: one value, no comments, no duplicate or prototype-changing names, at most 64 levels.
 * Throws 422 `json_invalid` with the offset of the fault, or `value_error` or `string_unicode` for text that cannot be
 * stored, `too_long` for a list of more than 100,000 items.
 */
export function parseJsonBody(text: string): unknown {
  checkJsonBody(text);
  const value: unknown = JSON.parse(text);
  return value;
}

/** Throws as `parseJsonBody` does, and makes nothing of the text. */
export function checkJsonBody(text: string): void {
  const fault = findJsonFault(text);
  if (fault?.kind === "text") throw jsonInvalid(fault.offset, fault.reason);
  if (fault?.kind === "value") {
    const path = fault.path.filter((segment) => segment !== "");
    throw invalid([{ loc: ["body", ...path], ...BAD_VALUE[fault.reason] }]);
  }
}

/**
 * The text of a JSON body. Throws 422 where it is not UTF-8 (RFC 8259 section 8.1): repaired, it would be another name,
 * or password.
 */
export function decodeJsonBody(octets: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(octets);
  } catch {
    throw jsonInvalid(0, "not UTF-8");
  }
}

function jsonInvalid(offset: number, reason: string): ApiError {
  return invalid([{ loc: ["body", offset], msg: `JSON decode error: ${reason}`, type: "json_invalid" }]);
}

const TOO_LONG = {
  msg: `List should have at most ${MAX_ITEMS} items after validation`,
  type: "too_long",
};

/**
 * PostgreSQL's text cannot hold NUL, its jsonb no half of a surrogate pair: better a named field than a failed write.
 */
const BAD_VALUE = {
  nul: { msg: "Value error, text must not contain NUL", type: "value_error" },
  unicode: { msg: "Input should be valid Unicode text", type: "string_unicode" },
  items: TOO_LONG,
};
