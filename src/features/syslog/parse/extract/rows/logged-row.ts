import type { Line, ParsedMessage } from "../../line";
import { readVendorTime } from "../../header/vendor-time";
import { setAction, verdictOf } from "../../values/action";
import { directionWord, fieldText, MAX_RULE_LENGTH, portNumber } from "../../values/field-text";
import { setTranslation } from "../../values/fields";
import { canonicalAddress } from "../../values/ip-address";
import { protocolName } from "../../values/protocol";

/** `[LOG_DENIED] `, perhaps behind a priority beyond those that there are. */
const HEAD = /^(?:<\d{1,3}>)?\[LOG_([A-Z]{3,12})\] (?:[^\s,\d]{1,12} ?[,\t]\s?)?(?=20\d\d-\d\d-\d\d \d\d:)/;
const MAX_HEAD = 64;
const MAX_CELLS = 32;
const ADMITTED = "ADMITTED";
const TRANSLATED = "NAT";
const AUDITED = "AUDIT";
const DIGITS = /^\d{1,10}$/;
const PORT = /^\d{1,5}$/;
/** `80/tcp`: which port was called, by which protocol. */
const SERVICE = /^(\d{1,5})\/([a-z][a-z\d-]{1,15})$/i;
/** `006`, ` 17`. */
const NUMBER = /^0{0,2}(\d{1,3})$/;

/** A row's columns behind its time, and the places of the two that are addresses. */
type Row = { cells: readonly string[]; first: number; second: number };

/**
 * Reads a firewall's row of which the word in front says what became of the traffic, `[LOG_DENIED]
 * time,7,A,B,80/tcp,p,q,DENY`:
 * `A,B,q/tcp,p,q` or `A,p,q/tcp,B` or, behind a level, `A,p,B,q,6`; `A,p,N,q,s/tcp,Outbound` of a translation, and who
 * changed something, from where. False for any other text.
 */
export function readLoggedRow(text: string, line: Line): boolean {
  const match = HEAD.exec(text.slice(0, MAX_HEAD));
  if (match === null) return false;
  const [head, kind = ""] = match;
  const isAudit = kind === AUDITED;
  const columns = text.slice(head.length).split(isAudit ? "\t" : ",", MAX_CELLS);
  const [time = "", ...cells] = columns.map((cell) => cell.trim());
  const { message } = line;
  const ends = cells.flatMap((cell, place) => (canonicalAddress(cell) === null ? [] : [place]));
  const [first, second] = ends;
  if (first === undefined) return false;
  if (isAudit) {
    message.srcIp = canonicalAddress(cells[first] ?? "");
  } else if (kind === TRANSLATED) {
    // Of another row nothing is taken: the second end is none that was called.
    if (second !== undefined && ends.length === 2) takeTranslation({ cells, first, second }, message);
  } else {
    if (second === undefined || ends.length > 2) return false;
    if (!takePackets({ cells, first, second }, kind, message)) return false;
    const isLevelled = !head.endsWith("] ");
    const [rule = ""] = cells;
    if (isLevelled && first === 1 && DIGITS.test(rule)) message.ruleId ??= fieldText(rule, MAX_RULE_LENGTH);
  }
  message.eventTimeMicros ??= readVendorTime(time, line);
  return true;
}

function takePackets(row: Row, kind: string, message: ParsedMessage): boolean {
  const { cells, first, second } = row;
  const verdict = kind === ADMITTED ? "allow" : kind.toLowerCase();
  const said = (place: number) => cells[place] ?? "";
  const isAdjacent = second === first + 1;
  const service = SERVICE.exec(said(isAdjacent ? second + 1 : first + 2));
  const number = NUMBER.exec(said(second + 2))?.[1];
  const isApart = second === first + 2 && number !== undefined;
  if (verdictOf(verdict) === "other" || (service === null && !isApart)) return false;
  if (service !== null && !isAdjacent && second !== first + 3) return false;
  const [from, to] = [said(isAdjacent ? second + 2 : first + 1), service?.[1] ?? said(second + 1)];
  if (!PORT.test(from) || !PORT.test(to)) return false;
  [message.srcIp, message.dstIp] = [canonicalAddress(said(first)), canonicalAddress(said(second))];
  [message.srcPort, message.dstPort] = [portNumber(from) || null, portNumber(to) || null];
  message.protocol = protocolName(service?.[2] ?? number ?? "");
  if (message.action === null) setAction(message, verdict);
  return true;
}

/** What a row says that goes out; whose end it is that a translation from outside shows is told by no column. */
function takeTranslation({ cells, first, second }: Row, message: ParsedMessage): void {
  const said = (place: number) => cells[place] ?? "";
  const service = SERVICE.exec(said(second + 2));
  const [from, seen] = [said(first + 1), said(second + 1)];
  if (second !== first + 2 || service === null || !PORT.test(from) || !PORT.test(seen)) return;
  message.direction ??= directionWord(said(second + 3));
  message.protocol = protocolName(service[2] ?? "");
  if (message.direction !== "out") return;
  message.srcIp = canonicalAddress(said(first));
  message.srcPort = portNumber(from) || null;
  setTranslation(message, { srcIp: said(second), srcPort: seen, dstIp: "", dstPort: "" });
}
