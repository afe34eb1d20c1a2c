import { readVendorTime } from "../../header/vendor-time";
import { ZONE_HOURS } from "../../header/timestamp";
import type { Line } from "../../line";
import { fieldText } from "../../values/field-text";

/** Elements with a number and one value each, perhaps behind their program: `raslogd: [log@1588 value="AUDIT"][…`. */
const ELEMENTS =
  /^(?:([A-Za-z][\w.-]{1,31})(?:\[(\d{1,10})\])?: {1,2})?(?=\[[A-Za-z]\w{1,31}@\d{1,8} value="[^"]{0,256}"\] ?\[[A-Za-z]\w{1,31}@\d)/;
const ELEMENT = /\[([A-Za-z]\w{1,31})@\d{1,8} value="([^"]{1,128})"/g;
const MAX_HEAD = 1024;
const HOST = /^(?:sw|switch|host|device|dev|node|sys|system|chassis)_?name$|^host$/i;
const TIME = /^(?:time|timestamp|date_?time|event_?time)$/i;
const ZONE = /^(?:tz|zone|time_?zone)$/i;
const HOUR_MICROS = 3600e6;

/**
 * Takes host, program and time of a line whose header stands in elements of their own, where no other header told them.
 */
export function takeElementHead(text: string, line: Line): void {
  const { message } = line;
  const [whole, app, procid] = ELEMENTS.exec(text) ?? [];
  if (whole === undefined) return;
  message.app ??= app ?? null;
  message.procid ??= procid ?? null;
  let [time, zone] = ["", ""];
  for (const [, name = "", value = ""] of text.slice(0, MAX_HEAD).matchAll(ELEMENT)) {
    if (HOST.test(name)) message.sourceHost ??= fieldText(value);
    else if (TIME.test(name)) time ||= value;
    else if (ZONE.test(name)) zone ||= value;
  }
  message.eventTimeMicros ??= timeOf(time, zone, line);
}

/** In the zone that another element names; null where it is of none that is known. */
function timeOf(time: string, zone: string, line: Line): number | null {
  if (zone === "") return readVendorTime(time, line);
  const hours = ZONE_HOURS.get(zone.toUpperCase());
  const wall = readVendorTime(time, { ...line, timeZone: "UTC" });
  return hours === undefined || wall === null ? null : wall - hours * HOUR_MICROS;
}
