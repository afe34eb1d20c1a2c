import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { Hinted } from "../../values/hinted";

/** What clients call that stands for several servers, and one of these. */
const BALANCED = new Hinted(
  /(?<![a-z])(?:virtual|vip|vserver|vs|frontend|listener)(?![a-z])/i,
  "virtual|vip|vserver|vs|frontend|listener",
);
const TAIL = String.raw`(?:[ _-]?(?:server|service|ip|addr|address|host|end|node|member))?(?: ?[:=] ?| )(?:[\w-]{1,32}[ /:] ?)?["'([]?$`;
const VIRTUAL = new RegExp(`(?<![a-z])(?:virtual|vip|vserver|vs|frontend|listener)${TAIL}`, "i");
const REAL = new RegExp(
  `(?<![a-z])(?:real|rserver|rs|backend|node|member|pool[ _-]member|upstream)${TAIL}`,
  "i",
);
const CLIENT =
  /(?<![a-z])(?:client|cl|clt|source|src|from)(?:[ _-]?(?:ip|addr|address))?(?: ?[:=] ?| )["'([]?$/i;
const BACKEND = new Hinted(
  /(?<![a-z])(?:back-?end|upstream|rserver|real ?server|origin server|pool member)(?![a-z])/i,
  "backend|back-end|upstream|rserver|real server|realserver|origin server|pool member",
);
const ANSWERS =
  /(?<![a-z])(?:back-?end|upstream|rserver|real ?server|origin server|pool member)(?:[ _-]?(?:server|ip|addr|address|host|node))?(?: is)?(?: ?[:=] ?| )["'([]?$/i;
/** Of whom a balancer speaks, and what he asked for. */
const ASKED_BY =
  /(?<![a-z])(?:client|(?:request|connection|call|query|session|packet|traffic|access|attempt|handshake)s? (?:[a-z]{2,12} )?(?:from|by|of)(?: client)?)(?:[ _-]?(?:ip|addr|address))?(?: ?[:=] ?| )["'([]?$/i;
const MAX_BEFORE = 40;
const ENDS = 3;
/** As whom the client is seen by who answers. */
const SEEN_AS =
  /(?<![a-z])(?:s-?nat|source nat|snat ip|src-?nat|seen as)(?: (?:ip|to|as))?(?: ?[:=] ?| )["'([]?$/i;

/** `client A:p virtual V:q real R:s`: whom a client called, who answers for it, and perhaps how the client is seen. */
export function balancedFlow(text: string, ends: readonly Endpoint[]): Flow | null {
  if (ends.length < ENDS || ends.length > ENDS + 1 || !BALANCED.test(text)) return null;
  if (ends.some(({ port, isPrefix, isLoose }) => port === null || isPrefix || isLoose)) return null;
  const called = (word: RegExp) =>
    ends.filter(({ start }, index) => {
      const from = Math.max(ends[index - 1]?.end ?? 0, start - MAX_BEFORE);
      return word.test(text.slice(from, start));
    });
  const [[destination, otherDestination], [answering, otherAnswering]] = [called(VIRTUAL), called(REAL)];
  if (destination === undefined || answering === undefined) return null;
  if (otherDestination !== undefined || otherAnswering !== undefined || destination === answering)
    return null;
  const [translated] = ends.length > ENDS ? called(SEEN_AS) : [];
  if (ends.length > ENDS && translated === undefined) return null;
  const source = ends.find((end) => end !== destination && end !== answering && end !== translated);
  if (source === undefined || (source !== ends[0] && !called(CLIENT).includes(source))) return null;
  const seen = translated === undefined ? {} : { translated };
  return {
    source,
    destination,
    answering,
    ...seen,
    start: ends[0]?.start ?? 0,
    end: ends[ENDS - 1]?.end ?? 0,
  };
}

/** `backend B:q, …request from A`: of two ends whom a balancer asks for the client that it names. */
export function backendFlow(text: string, ends: readonly Endpoint[]): Flow | null {
  const [first, second, other] = ends;
  if (first === undefined || second === undefined || other !== undefined || !BACKEND.test(text)) return null;
  if (ends.some(({ isPrefix, isLoose }) => isPrefix || isLoose) || first.ip === second.ip) return null;
  const isCalled = (word: RegExp, { start }: Endpoint) =>
    word.test(text.slice(Math.max(0, start - MAX_BEFORE), start));
  const [destination, source] = isCalled(ANSWERS, first) ? [first, second] : [second, first];
  if (destination.port === null || !isCalled(ANSWERS, destination) || !isCalled(ASKED_BY, source))
    return null;
  return { source, destination, start: first.start, end: second.end };
}
