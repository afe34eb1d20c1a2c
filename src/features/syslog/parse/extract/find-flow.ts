import { firstPair } from "./first-pair";
import { spokenEnd, spokenEnds } from "./calls/spoken-ends";
import { type Endpoint, findEndpoints } from "./ends/endpoints";
import type { Flow } from "./ends/flow";
import { askedUrlRow } from "./rows/asked-url-row";
import { backendFlow, balancedFlow } from "./flows/balanced-flow";
import { becameFlow } from "./flows/became-flow";
import { bracketedRow, colonRow } from "./rows/carrier-row";
import { proxiedFlow, seenPair, translatedFlow } from "./flows/chain-flow";
import {
  answeredRow,
  barRow,
  bracketsRow,
  filesRow,
  mailRow,
  requestRow,
  tracedRow,
} from "./rows/client-row";
import { columnFlow } from "./rows/columns";
import { clauseEnd, clauseUrlEnd } from "./clauses/clause-end";
import { accountSource, bracketedClient } from "./calls/comers";
import { dashedPair } from "./flows/dashed-pair";
import { endsOfRoles } from "./flows/ends-of-roles";
import { enteredService } from "./flows/entered-service";
import { failedCall } from "./calls/failed-calls";
import { isOwnPlace } from "./calls/own-place";
import { destinationFlow, NETWORK_WORD } from "./ends/flow-parts";
import { loneEnd } from "./ends/lone-source";
import { deliveredFlow, filteredMail, passedMail } from "./flows/mail-delivery";
import { managingUser } from "./calls/managing-user";
import { meshFlow } from "./rows/mesh-row";
import { forwarderFlow } from "./flows/forwarder";
import { gatewayFlow, gatewayUser } from "./flows/gateway-session";
import { hiddenCall } from "./calls/own-calls";
import { programCall } from "./calls/program-call";
import { packetRow } from "./rows/packet-row";
import { sidedRow } from "./rows/sided-row";
import { socksRow } from "./rows/socks-row";
import { scannedPort } from "./flows/scanned-port";
import { servedPair } from "./flows/served-pair";
import { repliedFlow } from "./flows/session-pairs";
import { singleSource, userSource } from "./ends/single-source";
import { spokenPair } from "./flows/spoken-pair";
import { superServer } from "./flows/super-server";
import { toldClient } from "./rows/told-client";
import { urlEnd } from "./calls/url-target";
import { urlPair } from "./flows/url-pair";
import { virtualService } from "./flows/virtual-service";

/** Of what became of an end, or who answers for it, a third is told. */
const MIN_CHAIN = 3;
/** To which machine a filter's rule sent a packet, before what this says of its ends. */
const NEXT_HOP = /(?<=^ipfw: \d{1,5} Forward )to [\da-f.:[\]]{3,47} (?=TCP|UDP)/;
const TRANSLATION_WORD =
  /(?<![a-z])(?:translations?|mapp(?:ed|ings?)|s?nat pools?(?: [\w.-]{1,32})?)(?![a-z])/gi;
const ARROW_BEFORE = /[A-Za-z)\]] (?:->|=>|→) ["'([]?$/;

/**
 * The flow that a text names: `A:p -> B:q`, `A/p to B/q`, `src A dst B`, `from A port p`, `tcp A B p q` and their like.
 * Null where the form leaves a doubt, as with two addresses of which one may take the other's place. The `program`
 * tells
 * what a line is about, too.
 */
export function findFlow(given: string, program = ""): Flow | null {
  const text = given.startsWith("ipfw: ") ? given.replace(NEXT_HOP, blanked) : given;
  const row =
    bracketedRow(text) ??
    socksRow(text) ??
    superServer(text) ??
    dashedPair(text) ??
    toldClient(text) ??
    urlPair(text);
  if (row !== null) return row;
  const ends = findEndpoints(text);
  if (ends.length === 0)
    return (
      colonRow(text) ??
      hiddenCall(text) ??
      (text.includes("://") ? (urlEnd(text) ?? askedUrlRow(text) ?? clauseUrlEnd(text, program)) : null) ??
      userSource(text) ??
      accountSource(text) ??
      (text.includes("@") ? mailRow(text) : null) ??
      managingUser(text, program)
    );
  const session = gatewayFlow(text, ends);
  if (session !== null) return session;
  const [only] = ends;
  const isAlone = ends.length === 1 && only !== undefined;
  const scanned = isAlone ? (scannedPort(text) ?? virtualService(text)) : null;
  if (scanned !== null) return scanned;
  if (isAlone && isOwnPlace(text, only)) return failedCall(text, only);
  const spoken = isAlone ? spokenEnd(text, only, program) : spokenEnds(text, ends, program);
  const clause = isAlone && spoken === null ? clauseEnd(text, only, program) : null;
  const known =
    spoken ??
    (clause?.source === null ? clause : null) ??
    (text.includes(".exe") || text.includes(".app") ? programCall(text, ends) : null) ??
    meshFlow(text) ??
    endsOfRoles(text) ??
    deliveredFlow(text, ends) ??
    filteredMail(text, ends) ??
    (text.includes("] 1") ? passedMail(text, ends) : null) ??
    (ends.length > 1 ? (packetRow(text) ?? sidedRow(text) ?? tracedRow(text)) : null) ??
    (text.includes("|") ? barRow(text) : null) ??
    (text.includes(")[") ? gatewayUser(text) : null) ??
    (text.includes("][") ? bracketedClient(text, ends) : null) ??
    (text.includes(',"') || text.includes(', "') ? filesRow(text) : null) ??
    (text.includes("/20") ? requestRow(text) : null) ??
    (text.includes("@") ? mailRow(text) : null) ??
    (text.includes("][") || text.includes("] [") ? bracketsRow(text) : null) ??
    (ends.length > 1 && text.includes(" HTTP/") ? answeredRow(text) : null) ??
    forwarderFlow(text, ends);
  if (known !== null) return known;
  const chain =
    ends.length < MIN_CHAIN
      ? translatedFlow(text, ends, program)
      : (proxiedFlow(text, ends) ??
        (text.includes("re") ? repliedFlow(text, ends) : null) ??
        becameFlow(text, ends) ??
        balancedFlow(text, ends) ??
        translatedFlow(text, ends, program));
  const pair =
    chain ?? seenPair(text, ends, (plain) => firstPair(untranslated(text), plain)) ?? firstPair(text, ends);
  if (pair !== null) return pair;
  return (
    enteredService(text, ends) ??
    (ends.length > 1 ? spokenPair(text, ends) : null) ??
    servedPair(text) ??
    (ends.length > 1 ? backendFlow(text, ends) : null) ??
    columnFlow(text, ends) ??
    singleSource(text, ends) ??
    singleDestination(text, ends) ??
    loneEnd(text, ends, program) ??
    clause
  );
}

function blanked(text: string): string {
  return " ".repeat(text.length);
}

/** Where brackets tell how an end is seen, a translation is no change of one address into the other. */
function untranslated(text: string): string {
  return text.replaceAll(TRANSLATION_WORD, (word) => "-".repeat(word.length));
}

/** `curl -> B:q denied`. */
function singleDestination(text: string, ends: readonly Endpoint[]): Flow | null {
  const [destination] = ends;
  if (ends.length !== 1 || destination === undefined || destination.port === null || destination.isPrefix)
    return null;
  const isGoal = ARROW_BEFORE.test(text.slice(0, destination.start)) && NETWORK_WORD.test(text);
  return isGoal ? destinationFlow(destination) : null;
}
