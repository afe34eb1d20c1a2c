import { isUnspecified } from "../../values/ip-address";
import { farServerGone } from "../../formats/far-servers";
import { portNumber } from "../../values/field-text";
import { endsAt, Hinted } from "../../values/hinted";
import { isClientPort } from "../../values/port-ranges";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";
import { forwardedPort } from "./port-forward";
import { sourceFlow } from "../ends/single-source";
import { toldComer } from "./told-comers";

/**
 * Between an address and a service, as netcat tells where it came through: `Connection to A 22 port [tcp/ssh]
 * succeeded!`.
 */
const SCANNED = /^[\da-f.:]{3,45}["')\]]? (\d{1,5}) port \[(?:tcp|udp|sctp)\/[^\]\s]{1,24}\]/i;
const SCANNED_BEFORE = /(?<![a-z])connect(?:ion)? to (?:(?:host|server) )?["'([]?$/i;
/**
 * A host by the name that was looked up, its address in brackets and the port: `Connection established: feeder (A) port
 * p`.
 */
const LOOKED_UP = new Hinted(
  /(?<![a-z])connect(?:ion|ed|ing)?(?: (?:established|lost|closed|failed|made|up|down|timed out|refused|dropped|reset|restored))?(?:: | (?:to|with) )(?!(?:client|user|player|guest|device|station|from|by|peer)[ (])[\w.-]{1,253} \((?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "connect",
);
const PORT_BEHIND = /^\),? port:? (\d{1,5})(?!\d)/;
/**
 * What could not be set up or asked, by what is told of it: `Could not set TURN server, is the address correct? (A:p)`.
 */
const NOT_SET = new Hinted(
  /(?<![a-z])(?:could(?: not|n't)|cannot|can't|unable to|failed to|error|failure|problem) (?:set(?:ting)?(?: up)?|us(?:e|ing)|add(?:ing)?|contact(?:ing)?|quer(?:y|ying)|ask(?:ing)?|reach(?:ing)?|resolv(?:e|ing)|configur(?:e|ing)|apply(?:ing)?|join(?:ing)?|access(?:ing)?) (?:the |an? |our )?(?:[\w/-]{1,16} ){0,2}(?:server|broker|master|hub|controller|backend|upstream|reflector|collector|registrar|relay|tracker|coordinator|gateway|proxy|mirror|daemon|instance|service|database|resolver)(?![a-z])[^()"';|]{0,48}\(["'([</]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "could|cannot|can't|unable to|failed to|error|failure|problem",
);
/** The same of what was not reached, before whose it is: `Server connection failed: A`. */
const SERVER_LINK =
  /(?<![a-z])(?:(?:server|broker|master|primary|controller|backend|upstream|collector|registrar|coordinator|leader|database|namenode|hub|reflector|headend)|outgoing|outbound) (?:connection|link|session|login|handshake) (?:attempt )?(?:has |was |is )?(?:failed|lost|refused|timed out|error|failure|rejected)(?::|,| -| to| with| at) ["'([<]{0,2}$/i;
/** `portal: A,3260`, as initiators of storage name where their target is. */
const PORTAL_BEFORE = /(?<![a-z])(?:portal|target_?address)(?:: ?|=)["'[]?$/i;
const MACHINE =
  /(?<![\w-])(?:device|slave|printer|host|node|camera|inverter|meter|sensor|plc|modem|unit|station)(?: at| on)? ["'([<]{0,2}$/i;
const SILENT =
  /^["')\]>]{0,2} (?:(?:is |was )?not (?:responding|answering|replying)|(?:did|does)(?: not|n't) (?:respond|answer|reply)|has(?: not|n't) (?:responded|answered|replied))(?![\w-])/i;
/** By which of its addresses this host goes out: `Connection to gw.example.com with interface eth0 A`. */
const GOES_BY = new Hinted(
  /(?<![a-z])connect(?:ion|ed|ing|s)? to (?!(?:\d{1,3}\.){3})["'[]?[\w.-]{1,253}["'\]]?(?::\d{1,5}| port \d{1,5})? (?:with|via|using|over|through|by|on) (?:the )?(?:local |own |source )?(?:interface|iface|dev|device|nic|link) [\w.:@-]{1,24}[,:]? (?:[([]|(?:ip|address|addr|with|source|src)[ :=]{1,2}["'([]?)?(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "connect",
);
const MAX_BEFORE = 80;
const MAX_BEHIND = 96;

/**
 * Whom this host called, by which address it goes, who came, or what is forwarded, by the words beside the only end.
 */
export function calledOrCame(text: string, end: Endpoint): Flow | null {
  return calledEnd(text, end) ?? toldComer(text, end) ?? forwardedPort(text, end);
}

function calledEnd(text: string, end: Endpoint): Flow | null {
  const { start, isPrefix, isLoose } = end;
  if (isPrefix || isUnspecified(end.ip)) return null;
  if (text.includes("ort") || text.includes("ddress")) {
    const isPortal = PORTAL_BEFORE.test(text.slice(Math.max(0, start - MAX_BEFORE), start));
    if (isPortal && end.port !== null) return destinationFlow({ ...end, isLoose: false });
  }
  if (isLoose) return null;
  const scanned = scannedEnd(text, end) ?? lookedUpEnd(text, end);
  if (scanned !== null) return destinationFlow(scanned);
  if (farServerGone(text) === start) return destinationFlow(end);
  if (endsAt(GOES_BY.exec(text), start) && end.port === null)
    return { ...sourceFlow(text, end), isSent: true };
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  if (SERVER_LINK.test(before)) return destinationFlow(end);
  if (isClientPort(end.port)) return null;
  return isSilent(text, end, before) || endsAt(NOT_SET.exec(text), start) ? destinationFlow(end) : null;
}

/** Whether a machine did not answer. */
function isSilent(text: string, { end }: Endpoint, before: string): boolean {
  const behind = text.slice(end, end + MAX_BEHIND);
  return (behind.includes("not ") || behind.includes("n't ")) && SILENT.test(behind) && MACHINE.test(before);
}

/** Whom netcat reached, with the port between the address and its service. */
function scannedEnd(text: string, end: Endpoint): Endpoint | null {
  if (!text.includes(" port [")) return null;
  if (!SCANNED_BEFORE.test(text.slice(Math.max(0, end.start - MAX_BEFORE), end.start))) return null;
  const digits = SCANNED.exec(text.slice(end.start, end.start + MAX_BEHIND))?.[1];
  const port = portNumber(digits ?? "");
  return port === null ? null : { ...end, port };
}

/** Whom a name was looked up for, with the port behind the bracket of the address. */
function lookedUpEnd(text: string, end: Endpoint): Endpoint | null {
  if (end.port !== null || !text.includes(" port")) return null;
  const digits = PORT_BEHIND.exec(text.slice(end.end, end.end + MAX_BEHIND))?.[1];
  const port = portNumber(digits ?? "");
  if (port === null || !endsAt(LOOKED_UP.exec(text), end.start)) return null;
  return { ...end, port, end: end.end + ") port ".length + (digits ?? "").length };
}
