import { ELEMENT, parseJuniper, recogniseJuniper, takeMeaning } from "../formats/juniper";
import type { AskedLine } from "../line";
import { textOf } from "../../event/byte-range";
import type { Body } from "../fast/body-tests";
import { beginnersOf, bitOf } from "../fast/body-rules";
import { octetHeader } from "../fast/header-state";
import { junosValues, octetData } from "../fast/octet-data";
import { fillFromOctets } from "../octets/octet-fields";
import { isPrintable } from "../octets/octet-range";
import { hasEnd } from "../octets/octet-texts";
import { indexIn } from "../octets/octet-search";
import { keyHash } from "../octets/octet-values";
import { EQUALS, isKeyCharacter } from "../values/characters";

const JUNIPER = bitOf(parseJuniper);

/**
 * Whether a body may be read here that stands behind structured data: behind those of Junos, none, or a sentence of
 * which no parser before Junos's may know the beginning and no pair may be Junos's; behind others, one of a line that
 * has Junos's nowhere, as they count wherever they stand.
 */
export function mayReadBehindData(line: Uint8Array, start: number): boolean {
  if (!octetData.isJunos) return start < line.length && indexIn(line, ELEMENT, 0) === -1;
  if ((octetHeader.programs & (JUNIPER - 1)) !== 0) return false;
  if (octetHeader.message === line.length) return true;
  const isOthers = start === line.length || (beginnersOf(line[start] ?? 0) & (JUNIPER - 1)) !== 0;
  return !isOthers && isPrintable(line, start, line.length) && !hasKey(line, start);
}

/** Whether one of Junos's keys stands in front of an equals sign. */
function hasKey(line: Uint8Array, start: number): boolean {
  for (let equals = line.indexOf(EQUALS, start); equals !== -1; equals = line.indexOf(EQUALS, equals + 1)) {
    let key = equals;
    while (key > start && isKeyCharacter(line[key - 1] ?? 0)) key--;
    if (junosValues.slotOf(line, key, equals, keyHash(line, key, equals)) !== -1) return true;
  }
  return false;
}

/** As `parseJuniper`, of structured data as the header has them; a sentence behind them may name the ends that they do not. */
export function readJunosOctets({ line, start }: Body, asked: AskedLine): true | null {
  if (!octetData.isJunos) return null;
  const { message } = asked;
  recogniseJuniper(message);
  fillFromOctets(line, junosValues.fields, message);
  takeMeaning(message, message.msgid ?? "");
  if (!hasEnd(message) && start < line.length) asked.text = textOf(line, start, line.length);
  return true;
}
