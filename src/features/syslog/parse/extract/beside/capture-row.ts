import type { ParsedMessage } from "../../line";
import { fieldText, MAX_INTERFACE_LENGTH } from "../../values/field-text";

/**
 * A clock unless it is taken, an interface, perhaps a program and its process, and the way, as captures of all
 * interfaces
 * begin: `10:49:59.123456 eth0  Out IP A.p > B.q: `.
 */
const ROW =
  /^(?:\d\d:\d\d:\d\d\.\d{1,9} {1,2})?([A-Za-z][\w.@-]{0,31}) {1,4}(?:[\w.+:/-]{1,64} )?(In|Out|M|B|P) {1,4}(?:vlan \d{1,4}, (?:p \d, )?)?(?:IP6? [^>]{3,64} > |ARP, )/;
const WAYS = [" In ", " Out ", " M ", " B ", " P "];
const MAX_HEAD = 200;

/**
 * Takes by which interface a captured packet came or went, and its way; of what is of many or of others only the
 * interface; gives whether one is told.
 */
export function takeCapturePlace(text: string, message: ParsedMessage): boolean {
  if (!text.includes(" > ") || !WAYS.some((way) => text.includes(way))) return false;
  const [, name = "", way] = ROW.exec(text.slice(0, MAX_HEAD)) ?? [];
  if (way === undefined) return false;
  const place = fieldText(name, MAX_INTERFACE_LENGTH);
  if (way === "Out") message.interfaceOut ??= place;
  else message.interface ??= place;
  if (way !== "P") message.direction ??= way === "Out" ? "out" : "in";
  return true;
}
