import { MAX_SEARCH_LENGTH } from "../../values/phrases";
import type { ParsedMessage } from "../../line";
import { becameFlow } from "../flows/became-flow";
import { translatedFlow } from "../flows/chain-flow";
import { findEndpoints } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { Hinted } from "../../values/hinted";
import { spokenTranslation } from "../flows/spoken-translation";

/** Before an address that is how another is seen from outside. */
const OUTSIDE_HINT = new Hinted(
  /(?:outside|public|pub|external|global|xlated?|translated|mapped|out|[ ,;|([]nat)(?:[ _-]?(?:ip|addr(?:ess)?))?[ =:]{1,2}["'([]?\d/i,
  "out|pub|external|global|xlate|translated|mapped|nat",
);
const SENTENCE_HINT = new Hinted(
  /(?:^|[^a-z])(?:nat(?:44|46|64)?|cgnat|xlate|translat\w{1,4}) /i,
  "nat|xlate|translat",
);

/**
 * The ends of a translation that words of it call, as `inside=A outside=N remote=B`, or that stand in a sentence about
 * one: what they are called by says something else of other lines. Nothing where the message has other ends.
 */
export function takeSpokenTranslation(body: string, message: ParsedMessage): void {
  if (message.natSrcIp !== null || message.natDstIp !== null) return;
  const flow = translationIn(body, message.app ?? "");
  if (flow === null || flow.source === null || flow.translated === undefined) return;
  const { source, destination, translated, answering } = flow;
  const isOther = (known: string | null, found: string | undefined) => known !== null && known !== found;
  if (isOther(message.srcIp, source.ip) || isOther(message.dstIp, destination?.ip)) return;
  [message.srcIp, message.srcPort] = [source.ip, source.port];
  if (destination !== null) [message.dstIp, message.dstPort] = [destination.ip, destination.port];
  [message.natSrcIp, message.natSrcPort] = [translated.ip, translated.port];
  if (answering !== undefined) [message.natDstIp, message.natDstPort] = [answering.ip, answering.port];
}

function translationIn(body: string, program: string): Flow | null {
  const isCalled = OUTSIDE_HINT.test(body);
  if (!isCalled && (body.includes("=") || !SENTENCE_HINT.test(body))) return null;
  const text = body.slice(0, MAX_SEARCH_LENGTH);
  const ends = findEndpoints(text);
  const became = becameFlow(text, ends);
  if (became !== null) return became;
  return isCalled ? spokenTranslation(text, ends, program) : translatedFlow(text, ends, program);
}
