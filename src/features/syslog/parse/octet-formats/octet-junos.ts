import { ELEMENT, parseJuniper, recogniseJuniper, takeMeaning } from "../formats/juniper";
import type { Line } from "../line";
import type { Body } from "../fast/body-tests";
import { bitOf } from "../fast/body-rules";
import { octetHeader } from "../fast/header-state";
import { junosValues, octetData } from "../fast/octet-data";
import { fillFromOctets } from "../octets/octet-fields";
import { indexIn } from "../octets/octet-search";

const JUNIPER = bitOf(parseJuniper);

/**
 * Whether a body may be read here that stands behind structured data: behind those of Junos, none; behind others, one
 * of a line that has Junos's nowhere, as they count wherever they stand.
 */
export function mayReadBehindData(line: Uint8Array, start: number): boolean {
  if (!octetData.isJunos) return start < line.length && indexIn(line, ELEMENT, 0) === -1;
  return octetHeader.message === line.length && (octetHeader.programs & (JUNIPER - 1)) === 0;
}

/** As `parseJuniper`, of structured data with no body behind them, as the header has them. */
export function readJunosOctets({ line }: Body, { message }: Line): true | null {
  if (!octetData.isJunos) return null;
  recogniseJuniper(message);
  fillFromOctets(line, junosValues.fields, message);
  takeMeaning(message, message.msgid ?? "");
  return true;
}
