import { CLOSE_BRACE, OPEN_BRACE, QUOTE } from "../values/characters";
import { extractFromObject } from "../extract/extract";
import { setAction } from "../values/action";
import { fieldText } from "../values/field-text";
import { fillMessage } from "../values/fields";
import { isJsonObject, type JsonObject, JsonValues, parsedObject } from "../values/json-values";
import { textEnd } from "../values/mended-json";
import { canonicalAddress } from "../values/ip-address";
import type { Line } from "../line";
import { readVendorTime } from "../header/vendor-time";
import { JSON_FORMATS } from "./json-formats";
import { GENERIC_KEYS } from "./json-generic-keys";

const formats = JSON_FORMATS.map((format) => ({ ...format, values: new JsonValues(format.keys) }));
const genericValues = new JsonValues(GENERIC_KEYS);

/** So much may stand behind an object: a number or a tag of whoever passed it on. */
export const MAX_BEHIND_OBJECT = 64;
/** Whoever encloses an object says little beside it. */
const MAX_BESIDE_ENCLOSED = 4;
/** `www.example.com:8080`. */
const SITE = /^[\w.-]{1,253}:\d{1,5}$/;
const OBJECT_START = /^\{\s{0,8}"/;

/**
 * A JSON object, alone or behind a syslog header, perhaps with a few words of a relay behind it. One of a known vendor is read by the vendor's keys, and its own time
 * wins over the header's; any other by `GENERIC_KEYS` and, for what these do not say, by names that many devices
 * share, and the header's time wins.
 */
export function parseJsonObject(body: string, line: Line): boolean {
  if (body.charCodeAt(0) !== OPEN_BRACE) return false;
  const end = objectEnd(body);
  const written = end === -1 ? null : parsedObject(body.slice(0, end));
  if (written === null) return false;

  const { message } = line;
  const known = formatOf(written);
  const enclosed = known === undefined ? enclosedIn(written) : null;
  const format = known ?? (enclosed === null ? undefined : formatOf(enclosed));
  const object = known === undefined && format !== undefined && enclosed !== null ? enclosed : written;
  const values = format?.values ?? genericValues;
  values.read(object);
  message.parser = format?.parser ?? "json";
  message.vendor = format?.vendor ?? null;
  fillMessage(message, values.text);
  // What a request was for, not the machine that tells of it.
  if (format === undefined && SITE.test(message.sourceHost ?? "")) message.sourceHost = null;
  if (message.action === null || message.verdict === "other")
    setAction(message, format?.impliedAction?.(object) ?? "");
  if (format !== undefined || message.eventTimeMicros === null) {
    message.eventTimeMicros = readVendorTime(values.text("eventTime"), line) ?? message.eventTimeMicros;
  }
  if (object !== written) {
    genericValues.read(written);
    message.sourceHost ??= fieldText(genericValues.text("sourceHost"));
  }
  if (format === undefined || object !== written) extractFromObject(written, line);
  return true;
}

function formatOf(object: JsonObject) {
  return formats.find(({ matches }) => matches(object));
}

/** The one object among a few values, as collectors enclose what a vendor sent: `{"integration":"gcp","gcp":{…}}`. */
function enclosedIn(object: JsonObject): JsonObject | null {
  const values = Object.values(object);
  if (values.length > MAX_BESIDE_ENCLOSED) return null;
  const objects = values.filter(isJsonObject);
  // Whoever tells an end himself may tell of another flow.
  const hasEnd = values.some((value) => typeof value === "string" && canonicalAddress(value) !== null);
  return objects.length === 1 && !hasEnd ? (objects[0] ?? null) : null;
}

/** The offset behind the object that a body begins with; -1 where it is cut off, or where too much stands behind it. */
function objectEnd(body: string): number {
  const { length } = body.trimEnd();
  if (body.charCodeAt(length - 1) === CLOSE_BRACE) return length;
  const end = body.lastIndexOf("}") + 1;
  if (end === 0 || length - end > MAX_BEHIND_OBJECT || !OBJECT_START.test(body)) return -1;
  return isClosed(body, end) ? end : -1;
}

/** Whether as many braces close as open before `end`, those in texts left out: to let JSON.parse fail costs more. */
function isClosed(body: string, end: number): boolean {
  let open = 0;
  for (let offset = 0; offset < end; offset++) {
    const code = body.charCodeAt(offset);
    if (code === QUOTE) offset = textEnd(body, offset);
    else if (code === OPEN_BRACE) open++;
    else if (code === CLOSE_BRACE) open--;
  }
  return open === 0;
}
