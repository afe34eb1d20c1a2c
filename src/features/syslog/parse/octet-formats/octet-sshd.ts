import type { Body } from "../fast/body-tests";
import { textOf } from "../../event/byte-range";
import { CEF, LISTENS, PORT, REFUSALS } from "../formats/servers";
import type { AskedLine, ParsedMessage } from "../line";
import { setRange } from "../octets/octet-range";
import { indexIn, isAnyAt, isAt } from "../octets/octet-search";
import { isDottedQuad, octetTexts, portIn } from "../octets/octet-texts";
import { BLANK, COLON, DOT, isDigit, OPEN_PARENTHESIS } from "../values/characters";
import { MAX_SEARCH_LENGTH } from "../values/phrases";

const PROGRAMS: ReadonlySet<string | null> = new Set(["sshd", "sshd-session"]);
/** What stands before the peer where no port is told: PAM's key, which counts first, and OpenSSH's word. */
const PAM_PEER = "rhost=";
const PEER = " from ";
const LETTER_P = 0x70;
/** By octet. */
const FIRST_OF_REFUSALS = Uint8Array.from({ length: 256 }, (_, code) =>
  REFUSALS.some((words) => words.charCodeAt(0) === code) ? 1 : 0,
);

/** As `parseServer`, of what OpenSSH says of peers of version 4: `192.0.2.7 port 40022`, `rhost=192.0.2.7`, `from 192.0.2.7`. */
export function readSshdOctets({ line, start }: Body, asked: AskedLine): true | null {
  const { message } = asked;
  if (!PROGRAMS.has(message.app) || line.length - start > MAX_SEARCH_LENGTH || isAt(line, start, CEF))
    return null;
  if (isAnyAt(line, start, LISTENS)) return null;
  const mark = indexIn(line, PORT, start);
  const isRead = mark === -1 ? readPeer(line, start, message) : readPorted(line, { start, mark }, message);
  if (isRead && mayTellWhy(line, start)) asked.text = textOf(line, start, line.length);
  return isRead;
}

/** Whether OpenSSH may say why it lets somebody not in, which it does in sentences that begin so. */
function mayTellWhy(line: Uint8Array, start: number): boolean {
  return FIRST_OF_REFUSALS[line[start] ?? 0] === 1 && isAnyAt(line, start, REFUSALS);
}

/** The address before the first port of the sentence. */
function readPorted(
  line: Uint8Array,
  { start, mark }: { start: number; mark: number },
  message: ParsedMessage,
): true | null {
  let first = mark;
  while (first > start && isOfQuad(line[first - 1] ?? 0)) first--;
  let end = mark + PORT.length;
  while (isDigit(line[end] ?? 0)) end++;
  const port = end === mark + PORT.length ? null : portIn(line, { start: mark + PORT.length, end });
  if (port === null || line[first - 1] !== BLANK || !isDottedQuad(line, first, mark)) return null;
  return take(message, { first, end: mark, port });
}

function readPeer(line: Uint8Array, start: number, message: ParsedMessage): true | null {
  const key = indexIn(line, PAM_PEER, start);
  const word = key === -1 ? indexIn(line, PEER, start) : -1;
  if (key === -1 && word === -1) return null;
  const first = key === -1 ? word + PEER.length : key + PAM_PEER.length;
  let end = first;
  while (isOfQuad(line[end] ?? 0)) end++;
  if (!isDottedQuad(line, first, end) || mayGoOn(line, end)) return null;
  return take(message, { first, end, port: null });
}

function take(
  message: ParsedMessage,
  { first, end, port }: { first: number; end: number; port: number | null },
): true {
  message.parser = message.app ?? "";
  setRange(octetTexts.srcIp, first, end);
  message.srcPort = port;
  return true;
}

/** Whether a port of another form may stand behind the address, or more of its word. */
function mayGoOn(line: Uint8Array, end: number): boolean {
  if (end === line.length) return false;
  const next = line[end + 1];
  if (line[end] === COLON) return next !== BLANK;
  return line[end] !== BLANK || next === LETTER_P || next === OPEN_PARENTHESIS;
}

function isOfQuad(code: number): boolean {
  return isDigit(code) || code === DOT;
}
