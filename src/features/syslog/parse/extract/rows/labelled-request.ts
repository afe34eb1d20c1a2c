import type { Line } from "../../line";
import { parseSquid } from "../../formats/squid";
import { isLetter } from "../../values/characters";

/** What stands in front of a proxy's columns: a log's name, a level, a label, `accesslogs: Info: 1795254343.123 `. */
const LABELS = /^(?:[A-Za-z][\w.-]{0,31}(?:\[\d{1,10}\])?:? {1,3}){1,3}(?=1\d{9}\.\d{3} {1,12}\d{1,10} )/;
const MAX_LABELS = 128;

/**
 * Reads a request in Squid's columns behind what a program puts in front of all its lines. False for any other text.
 */
export function readLabelledRequest(text: string, line: Line): boolean {
  if (!isLetter(text.charCodeAt(0)) || !text.includes("/")) return false;
  const labels = LABELS.exec(text.slice(0, MAX_LABELS));
  if (labels === null || !parseSquid(text.slice(labels[0].length), line)) return false;
  // By what a proxy's own cache was missed is none of the traffic's.
  line.message.protocol = null;
  return true;
}
