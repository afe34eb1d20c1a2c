import { setRange } from "../octets/octet-range";
import type { Line } from "../line";
import { setAction } from "../values/action";
import {
  CLOSE_PARENTHESIS,
  COLON,
  DOT,
  isDigit,
  isLetter,
  OPEN_PARENTHESIS,
  PERCENT,
} from "../values/characters";
import { MAX_SEARCH_LENGTH } from "../values/phrases";
import type { Body } from "../fast/body-tests";
import { CLIENT, DENIED, LISTENS, QUERY_TRANSPORTS } from "../formats/servers";
import { indexIn, isAnyAt, isAt, lastIndexIn } from "../octets/octet-search";
import { isDottedQuad, octetTexts, portIn } from "../octets/octet-texts";

/** BIND's program. */
const NAMED = "named";
const QUERY = ": query";
const HASH = 0x23;
/** As far back as an address may begin. */
const MAX_ADDRESS_LENGTH = 64;

/** As `parseServer`, of what BIND says of clients of version 4: `client 192.0.2.7#41332 (…): query: … (192.0.2.53)`. */
export function readBindOctets({ line, start }: Body, { message }: Line): true | null {
  if (message.app !== NAMED || line.length - start > MAX_SEARCH_LENGTH) return null;
  const hash = portMark(line, start);
  if (hash === -1 || isAnyAt(line, start, LISTENS)) return null;
  // Of whom it asked itself it says more.
  const client = indexIn(line, CLIENT, start);
  if (client === -1 || client > hash) return null;
  const first = addressStart(line, hash, start);
  let end = hash + 1;
  while (isDigit(line[end] ?? 0)) end++;
  const port = portIn(line, { start: hash + 1, end });
  if (port === null || !isDottedQuad(line, first, hash)) return null;
  const isQuery = indexIn(line, QUERY, start) !== -1;
  const isDenied = isAt(line, line.length - DENIED.length, DENIED);
  // It may say why.
  if (!isDenied && indexIn(line, DENIED, start) !== -1) return null;
  const hasServer = isQuery && !isDenied && line[line.length - 1] === CLOSE_PARENTHESIS;
  if (hasServer && !readServer(line, start)) return null;
  message.parser = NAMED;
  setRange(octetTexts.srcIp, first, hash);
  message.srcPort = port;
  message.protocol = QUERY_TRANSPORTS.find(({ words }) => isAt(line, end, words))?.protocol ?? null;
  if (isDenied) setAction(message, "denied");
  return true;
}

/** The first `#` that a digit follows, or -1. */
function portMark(line: Uint8Array, start: number): number {
  for (let offset = start; offset < line.length; offset++)
    if (line[offset] === HASH && isDigit(line[offset + 1] ?? 0)) return offset;
  return -1;
}

function addressStart(line: Uint8Array, end: number, limit: number): number {
  let start = end;
  while (start > limit && end - start < MAX_ADDRESS_LENGTH && isOfAddress(line[start - 1] ?? 0)) start--;
  return start;
}

function isOfAddress(code: number): boolean {
  return isDigit(code) || isLetter(code) || code === DOT || code === COLON || code === PERCENT;
}

/** The address that a query came to, in the last brackets; false where another text stands there. */
function readServer(line: Uint8Array, start: number): boolean {
  const open = lastIndexIn(line, OPEN_PARENTHESIS, start);
  const end = line.length - 1;
  if (open === -1 || !isDottedQuad(line, open + 1, end)) return false;
  setRange(octetTexts.dstIp, open + 1, end);
  return true;
}
