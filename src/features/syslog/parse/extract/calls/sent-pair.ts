import { isUnspecified } from "../../values/ip-address";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";

const MAX_CLAUSE = 96;
/**
 * What this host does with a packet whose two ends are called far and near: `send IKE_SA_INIT req 0 peer A:500 local
 * B:500`.
 */
const SENDS_PACKET =
  /(?<![a-z])(?:re-?)?(?:send(?:s|ing)?|sent|transmit(?:s|ted|ting)?|xmit|tx)(?![a-z]) (?!from )[^;|]{0,64}$/i;
const FAR_BEFORE =
  /(?<![a-z])(?:peer|remote|far|neighbou?r|gateway)(?:[ _-]?(?:ip|addr|address|end|endpoint|host))?[ :=]{1,2}["'([]?$/i;
const NEAR_BEFORE =
  /(?<![a-z])(?:local|own|self|near|my)(?:[ _-]?(?:ip|addr|address|end|endpoint|host))?[ :=]{1,2}["'([]?$/i;

/** Of a packet that this host sends, its own end and its peer's, where both are called so; null elsewhere. */
export function sentPair(text: string, ends: readonly Endpoint[]): Flow | null {
  const [first, second, third] = ends;
  if (first === undefined || second === undefined || third !== undefined) return null;
  const [before, between] = [beforeEnd(text, first), beforeEnd(text, second)];
  const isFarFirst = FAR_BEFORE.test(before) && NEAR_BEFORE.test(between);
  if (!isFarFirst && !(NEAR_BEFORE.test(before) && FAR_BEFORE.test(between))) return null;
  if (!SENDS_PACKET.test(before)) return null;
  const [source, destination] = isFarFirst ? [second, first] : [first, second];
  if (isUnspecified(source.ip)) return destinationFlow(destination);
  return { source, destination, start: first.start, end: second.end };
}

function beforeEnd(text: string, { start }: Endpoint): string {
  return text.slice(Math.max(0, start - MAX_CLAUSE), start);
}
