import { CLOSE_BRACE, OPEN_BRACE } from "../values/characters";
import { extractFromObject } from "../extract/extract";
import { setAction } from "../values/action";
import { fillMessage } from "../values/fields";
import { isJsonObject, type JsonObject, JsonValues } from "../values/json-values";
import type { Line } from "../line";
import { readVendorTime } from "../header/vendor-time";
import { JSON_FORMATS } from "./json-formats";
import { GENERIC_KEYS } from "./json-generic-keys";

const formats = JSON_FORMATS.map((format) => ({ ...format, values: new JsonValues(format.keys) }));
const genericValues = new JsonValues(GENERIC_KEYS);

/**
 * A JSON object, alone or behind a syslog header. One of a known vendor is read by the vendor's keys, and its own time
 * wins over the header's; any other by `GENERIC_KEYS` and, for what these do not say, by names that many devices
 * share, and the header's time wins.
 */
export function parseJsonObject(body: string, line: Line): boolean {
  if (body.charCodeAt(0) !== OPEN_BRACE || body.charCodeAt(body.trimEnd().length - 1) !== CLOSE_BRACE)
    return false;
  const object = parsedObject(body);
  if (object === null) return false;

  const { message } = line;
  const format = formats.find(({ matches }) => matches(object));
  const values = format?.values ?? genericValues;
  values.read(object);
  message.parser = format?.parser ?? "json";
  message.vendor = format?.vendor ?? null;
  fillMessage(message, values.text);
  if (message.action === null) setAction(message, format?.impliedAction?.(object) ?? "");
  if (format !== undefined || message.eventTimeMicros === null) {
    message.eventTimeMicros = readVendorTime(values.text("eventTime"), line) ?? message.eventTimeMicros;
  }
  if (format === undefined) extractFromObject(object, line);
  return true;
}

function parsedObject(body: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
