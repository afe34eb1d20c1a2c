import { parseAccessLog } from "../formats/access-log";
import { parseAwsVpcFlow } from "../formats/aws-vpcflow";
import { parseBarracuda } from "../formats/barracuda";
import { BARRACUDA_LOGS, parseBarracudaWaf } from "../formats/barracuda-waf";
import { parseCef } from "../formats/cef";
import { parseCheckPoint } from "../formats/checkpoint";
import { parseCisco } from "../formats/cisco";
import { parseDhcpd } from "../formats/dhcpd";
import { FILTERLOG, parseFilterlog } from "../formats/filterlog";
import { parseFortinet } from "../formats/fortinet";
import { parseIvanti } from "../formats/ivanti";
import { parseJsonObject } from "../formats/json-object";
import { parseJuniper } from "../formats/juniper";
import { parseKernelKeyValue, parseKeyValue } from "../formats/key-value";
import { parseLeef } from "../formats/leef";
import { parseMeraki } from "../formats/meraki";
import { parseMikroTik } from "../formats/mikrotik";
import { parseNamedPairs } from "../formats/named-pairs";
import { parsePaloAlto } from "../formats/paloalto";
import { isKnownServer, parseOtherServer, parseServer } from "../formats/servers";
import { parseSnmpTrap } from "../formats/snmp-trap";
import { parseSonicWall } from "../formats/sonicwall";
import { parseSophos } from "../formats/sophos";
import { parseSquid } from "../formats/squid";
import { parseSuricataFast } from "../formats/suricata-fast";
import { parseUmbrella } from "../formats/umbrella";
import { parseUnbound } from "../formats/unbound";
import { parseWatchGuard } from "../formats/watchguard";
import type { BodyParser } from "../line";
import { BODY_PARSERS } from "../message";
import {
  beginsWith,
  type Body,
  has,
  isAccessLog,
  isBraced,
  isCef,
  isCheckPoint,
  isCiscoMessage,
  isDottedEpoch,
  isEpoch,
  isFilterLine,
  isFlowRecord,
  isOtherServer,
  isTopic,
} from "./body-tests";
import { MARKS } from "./marks";

/** What a parser of bodies needs, so that it is asked only where it may say yes. */
type Rule = {
  /** Programs whose bodies it knows. */
  program?: (app: string) => boolean;
  /** What the other bodies that it knows begin with: characters, `0` for any digit, `a` for any letter. Absent: any. */
  first?: string;
  /** What must stand in the body. */
  marks?: number;
  /** It is asked before marks are looked for: about bodies of its programs, or about any. */
  isEarly?: "program" | "always";
  /** Whatever else it must be; told whether it is one of such a program. */
  test?: (body: Body, isOfProgram: boolean) => boolean;
};

const NO_BODY = "";
const isProgram =
  (...names: readonly string[]) =>
  (app: string): boolean =>
    names.includes(app);

/**
 * By parser. Whoever has no rule is asked about every body. What a rule says is necessary and never enough: a test
 * compares what comes out with asking all.
 */
const RULES = new Map<BodyParser, Rule>([
  [
    parseFilterlog,
    {
      program: isProgram(FILTERLOG),
      first: "f0",
      test: (body, isOfProgram) =>
        isOfProgram || beginsWith(body, FILTERLOG) || (body.isNameless && has(body, MARKS.comma)),
    },
  ],
  [parseDhcpd, { program: isProgram("dhcpd"), first: NO_BODY, isEarly: "program" }],
  [parseUnbound, { program: isProgram("unbound"), first: NO_BODY, marks: MARKS.address }],
  [parseSnmpTrap, { program: isProgram("snmptrap"), first: NO_BODY, isEarly: "program" }],
  [parseServer, { program: isKnownServer, first: NO_BODY, marks: MARKS.address }],
  [parseKernelKeyValue, { program: isProgram("kernel"), first: NO_BODY, marks: MARKS.netfilter }],
  [parseCef, { first: "C0", isEarly: "always", test: isCef }],
  [parseLeef, { first: "L", isEarly: "always", test: (body) => beginsWith(body, "LEEF:") }],
  [parseJsonObject, { first: "{", isEarly: "always", test: isBraced }],
  [
    parseJuniper,
    {
      program: (app) => app.startsWith("PFE_FW_SYSLOG") || app.startsWith("RT_"),
      first: "[a",
      isEarly: "always",
      test: (body, isOfProgram) => isOfProgram || beginsWith(body, "[junos@") || isFilterLine(body),
    },
  ],
  [
    parseCisco,
    {
      program: (app) => app.startsWith("%") || app === "SFIMS",
      isEarly: "always",
      test: (body, isOfProgram) => isOfProgram || has(body, MARKS.percent) || isCiscoMessage(body),
    },
  ],
  [parsePaloAlto, { first: "0,", marks: MARKS.comma }],
  [parseMeraki, { first: "0", test: isEpoch }],
  [parseCheckPoint, { test: isCheckPoint }],
  [parseFortinet, { first: "a", test: (body) => has(body, MARKS.logId) || has(body, MARKS.otherLogId) }],
  [parseSophos, { test: (body) => has(body, MARKS.logComponent) || beginsWith(body, 'id="') }],
  [parseSonicWall, { first: "i", marks: MARKS.node, test: (body) => beginsWith(body, "id=") }],
  [parseIvanti, { first: "i", marks: MARKS.node, test: (body) => beginsWith(body, "id=") }],
  [parseSuricataFast, { first: "[0", marks: MARKS.brace }],
  [parseUmbrella, { first: '"0', marks: MARKS.comma }],
  [parseAwsVpcFlow, { first: "0", test: isFlowRecord }],
  [parseWatchGuard, { marks: MARKS.messageId }],
  [parseMikroTik, { test: (body) => has(body, MARKS.chain) || isTopic(body) }],
  [parseBarracuda, { marks: MARKS.type | MARKS.bar }],
  [
    parseBarracudaWaf,
    {
      first: "TWNA",
      marks: MARKS.address,
      test: (body) => BARRACUDA_LOGS.some((log) => beginsWith(body, log)),
    },
  ],
  [parseSquid, { first: "0", marks: MARKS.address, test: isDottedEpoch }],
  [parseAccessLog, { test: isAccessLog }],
  [parseNamedPairs, { marks: MARKS.named | MARKS.address }],
  [parseKeyValue, { marks: MARKS.netfilter }],
  [parseOtherServer, { marks: MARKS.address, test: isOtherServer }],
]);

/** By place in the list, of which each parser has a bit. */
const rules: readonly Rule[] = BODY_PARSERS.map((parser) => RULES.get(parser) ?? {});
if (rules.length > 31) throw new Error("our bug: there are more body parsers than bits");
const firstBits = Int32Array.from({ length: 256 }, (_, code) =>
  bitsOf(({ first }) => mayBeginWith(first, code)),
);
const neededMarks = Int32Array.from(rules, ({ marks }) => marks ?? 0);
const earlyBits = bitsOf(({ isEarly }) => isEarly === "always");
const earlyProgramBits = bitsOf(({ isEarly }) => isEarly === "program");
const needyBits = bitsOf(({ marks }) => marks !== undefined);
const tests = rules.map(({ test }) => test);

/** Memo of programs as they were met. */
const bitsByProgram = new Map<string, number>();
const MAX_PROGRAMS = 4096;

/** The bit of a parser; those before it in the list have lower ones. */
export function bitOf(parser: BodyParser): number {
  return 1 << BODY_PARSERS.indexOf(parser);
}

/** The parsers that know lines by this program. */
export function programsOf(app: string): number {
  let bits = bitsByProgram.get(app);
  if (bits === undefined) {
    bits = bitsOf(({ program }) => program?.(app) === true);
    if (bitsByProgram.size >= MAX_PROGRAMS) bitsByProgram.clear();
    bitsByProgram.set(app, bits);
  }
  return bits;
}

/** The parsers that may recognise a body with this first octet, whatever its program. */
export function beginnersOf(code: number): number {
  return firstBits[code] ?? 0;
}

/**
 * The parsers that may recognise a body, as far as its first octet, its program and its marks tell; the lowest bit is
 * the first of `BODY_PARSERS`. Which of them do, `mayRecognise` tells better.
 */
export function candidatesOf({ line, start, marks, programs }: Body): number {
  let candidates = programs | (firstBits[line[start] ?? 0] ?? 0);
  for (let rest = candidates & needyBits; rest !== 0; rest &= rest - 1) {
    const bit = rest & -rest;
    const needed = neededMarks[31 - Math.clz32(bit)] ?? 0;
    if ((marks & needed) !== needed) candidates ^= bit;
  }
  return candidates;
}

/** Those of them that are to be asked before any mark is known: up to the first that needs one. */
export function earlyCandidatesOf({ line, start, programs }: Body): number {
  const candidates = programs | (firstBits[line[start] ?? 0] ?? 0);
  const others = candidates & ~(earlyBits | (earlyProgramBits & programs));
  // Bits below the lowest of the others.
  return candidates & ((others & -others) - 1);
}

/** Whether the parser at this place of the list may recognise a body of which it is a candidate. */
export function mayRecognise(place: number, body: Body): boolean {
  const test = tests[place];
  return test === undefined || test(body, (body.programs & (1 << place)) !== 0);
}

function bitsOf(has: (rule: Rule) => boolean): number {
  let bits = 0;
  for (const [index, rule] of rules.entries()) if (has(rule)) bits |= 1 << index;
  return bits;
}

function mayBeginWith(first: string | undefined, code: number): boolean {
  if (first === undefined) return true;
  const character = String.fromCharCode(code);
  return (
    first.includes(character) ||
    (first.includes("0") && /\d/.test(character)) ||
    (first.includes("a") && /[a-z]/i.test(character))
  );
}
