import { getLocation, printParseErrorCode, visit, type ParseErrorCode } from "jsonc-parser";
import { invalid, type ApiError } from "../errors";

const MAX_DEPTH = 64;

/**
 * Parses a JSON body strictly: one value, no comments, no duplicate or prototype-changing names, at most 64 levels.
 * Throws 422 `json_invalid` with the offset of the fault, or `value_error` or `string_unicode` for text that cannot be stored.
 */
export function parseJsonBody(text: string): unknown {
  refuseDeepNesting(text);
  refuseUnsafeNames(text);
  try {
    return JSON.parse(text, (_, value: unknown) => value);
  } catch {
    throw jsonInvalid(0, "Expecting value");
  }
}

/** The text of a JSON body. Throws 422 where it is not UTF-8 (RFC 8259 section 8.1): repaired, it would be another name, or password. */
export function decodeJsonBody(octets: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(octets);
  } catch {
    throw jsonInvalid(0, "not UTF-8");
  }
}

function jsonInvalid(offset: number, reason: string): ApiError {
  return invalid([{ loc: ["body", offset], msg: `JSON decode error: ${reason}`, type: "json_invalid" }]);
}

/** The visitor below recurses, so the depth is checked without recursion first (faults 52: 100,000 levels). */
function refuseDeepNesting(text: string): void {
  let depth = 0;
  let isInString = false;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (isInString) {
      if (code === 0x5c) offset++;
      else if (code === 0x22) isInString = false;
      continue;
    }
    if (code === 0x22) isInString = true;
    else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) depth--;
    if (depth > MAX_DEPTH) throw jsonInvalid(offset, `more than ${MAX_DEPTH} levels`);
  }
}

function refuseUnsafeNames(text: string): void {
  const names: Set<string>[] = [];
  visit(
    text,
    {
      onObjectBegin: () => void names.push(new Set()),
      onObjectEnd: () => void names.pop(),
      onObjectProperty(name, offset) {
        if (name === "__proto__") throw jsonInvalid(offset, "the name __proto__ is not allowed");
        if (name.includes("\0") || !name.isWellFormed()) throw jsonInvalid(offset, "a name that is no text");
        if (names.at(-1)?.has(name)) throw jsonInvalid(offset, `duplicate name ${JSON.stringify(name)}`);
        names.at(-1)?.add(name);
      },
      onLiteralValue(value, offset) {
        if (typeof value !== "string") return;
        if (value.includes("\0")) throw badText(text, offset, NUL_IN_TEXT);
        if (!value.isWellFormed()) throw badText(text, offset, NO_UNICODE);
      },
      onError(error: ParseErrorCode, offset) {
        throw jsonInvalid(offset, printParseErrorCode(error));
      },
    },
    { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false },
  );
}

const NUL_IN_TEXT = { msg: "Value error, text must not contain NUL", type: "value_error" };
const NO_UNICODE = { msg: "Input should be valid Unicode text", type: "string_unicode" };

/** PostgreSQL's text cannot hold NUL, its jsonb no half of a surrogate pair: better a named field than a failed write. */
function badText(text: string, offset: number, fault: { msg: string; type: string }): ApiError {
  const path = getLocation(text, offset).path.filter((segment) => segment !== "");
  return invalid([{ loc: ["body", ...path], ...fault }]);
}
