import { parseCef } from "../formats/cef";
import { parseCheckPoint } from "../formats/checkpoint";
import { parseCisco } from "../formats/cisco";
import { parseFortinet } from "../formats/fortinet";
import { parseLeef } from "../formats/leef";
import { parseMeraki } from "../formats/meraki";
import { parseMikroTik } from "../formats/mikrotik";
import { parseNamedPairs } from "../formats/named-pairs";
import { parseServer } from "../formats/servers";
import { parseSonicWall } from "../formats/sonicwall";
import { parseSophos } from "../formats/sophos";
import { parseWatchGuard } from "../formats/watchguard";
import type { AskedLine, BodyParser } from "../line";
import { beginsWith, type Body } from "./body-tests";
import { readBindOctets } from "../octet-formats/octet-bind";
import { readCefOctets } from "../octet-formats/octet-cef";
import { readCheckPointOctets } from "../octet-formats/octet-checkpoint";
import { readCiscoOctets } from "../octet-formats/octet-cisco";
import { readFortinetOctets, readSonicWallOctets, readSophosOctets } from "../octet-formats/octet-key-value";
import { readLeefOctets } from "../octet-formats/octet-leef";
import { readMerakiOctets } from "../octet-formats/octet-meraki";
import { readMikroTikOctets } from "../octet-formats/octet-mikrotik";
import { readNamedPairOctets } from "../octet-formats/octet-named-pairs";
import { readSshdOctets } from "../octet-formats/octet-sshd";
import { readWatchGuardOctets } from "../octet-formats/octet-watchguard";

/**
 * Reads a body as a parser of texts does, into the message and `octetTexts`, with `text` set where names and forms may
 * say more. False: that parser would not know it. Null: it is not as usual, and for that parser to read. Both leave all
 * untouched.
 */
export type OctetReader = (body: Body, asked: AskedLine) => boolean | null;

/** By the parser in whose place they read. */
export const READERS: ReadonlyMap<BodyParser, OctetReader> = new Map<BodyParser, OctetReader>([
  [parseServer, (body, asked) => readBindOctets(body, asked) ?? readSshdOctets(body, asked)],
  [parseCef, readCefOctets],
  [parseLeef, readLeefOctets],
  [parseCisco, readCiscoOctets],
  [parseMeraki, readMerakiOctets],
  [parseCheckPoint, readCheckPointOctets],
  [parseFortinet, readFortinetOctets],
  [parseSophos, readSophosOctets],
  [parseSonicWall, readSonicWallOctets],
  [parseWatchGuard, readWatchGuardOctets],
  [parseMikroTik, readMikroTikOctets],
  [parseNamedPairs, readNamedPairOctets],
]);

/** What devices of a vendor print first, so that no parser but theirs and those that they look for knows the body. */
const BEGINNINGS: readonly [text: string, reader: OctetReader][] = [
  ["date=", readFortinetOctets],
  ["logver=", readFortinetOctets],
  ["devname=", readFortinetOctets],
  ["device=", readSophosOctets],
  ["device_name=", readSophosOctets],
  ["id=firewall sn=", readSonicWallOctets],
];

const firstOctets = Uint8Array.from({ length: 256 }, (_, code) =>
  BEGINNINGS.some(([text]) => text.charCodeAt(0) === code) ? 1 : 0,
);

/** Whether a body with this first octet may begin as such devices print it. */
export function mayBeginByName(code: number): boolean {
  return firstOctets[code] === 1;
}

/** Who is to be asked about a body of no known program before anyone else. */
export function readerByBeginning(body: Body): OctetReader | undefined {
  return BEGINNINGS.find(([text]) => beginsWith(body, text))?.[1];
}
