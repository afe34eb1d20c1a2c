import type { Line } from "../../line";
import { fieldText } from "../../values/field-text";
import { readEpoch } from "../../header/vendor-time";

/**
 * InfluxDB's line: a measurement, its tags behind commas, and behind a blank its fields
 * (https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/).
 */
const LINE =
  /^[A-Za-z_][\w.:/-]{0,63}(?:,[\w.:-]{1,48}=[^\s,=]{1,200}){0,40} [\w.:-]{1,64}=(?:"|(?:-?\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?[ui]?|[tf]|true|false)(?=[,\s]|$))/i;
/** A whole number, of which `u` says that it has no sign. */
const TYPED = /=(-?\d{1,20})[ui](?=[,\s]|$)/g;
const IS_TYPED = /=-?\d{1,20}[ui](?:[,\s]|$)/;
const HOST_TAG = /,host=([\w.:-]{1,128})(?=,|$)/;
/** Nanoseconds or greater units since 1970, behind all fields. */
const TIME_BEHIND = / (1\d{9}(?:\d{3}|\d{6}|\d{9})?)\s*$/;
const MAX_TIME_BEHIND = 24;

/** A line of line protocol with its numbers as others write them, its time taken; any other text as it is. */
export function withPlainNumbers(text: string, line: Line): string {
  if (!text.includes("=") || !IS_TYPED.test(text) || !LINE.test(text)) return text;
  // Whoever gathers such lines puts the machine that they are of among the tags.
  line.message.sourceHost ??= fieldText(HOST_TAG.exec(text.slice(0, text.indexOf(" ")))?.[1] ?? "");
  const [time, digits] = TIME_BEHIND.exec(text.slice(-MAX_TIME_BEHIND)) ?? [];
  if (digits !== undefined) line.message.eventTimeMicros ??= readEpoch(digits);
  const fields = time === undefined ? text : text.slice(0, -time.length);
  return fields.replaceAll(TYPED, "=$1");
}
