import { Hinted } from "../../values/hinted";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { isGroup } from "../ends/single-source";

/** What routers and proxies of multicast speak of. */
const OF_GROUPS = new Hinted(
  /(?<![a-z])(?:igmp|mld|pim|mroute|mfc|mcast|multicast|groups?|grp|membership|vif|rpf|ssm|stream)(?![a-z])|\([\da-f.:]{3,39}, ?[\da-f.:]{3,39}\)|(?<![a-z])s,g(?![a-z])/i,
  "igmp|mld|pim|mroute|mfc|mcast|multicast|group|grp|membership|vif|rpf|ssm|stream|,",
);
const MAX_BEFORE = 48;
const MAX_BETWEEN = 64;
/** Before who sends to a group, or asks for it. */
const SENDER_BEFORE =
  /(?<![a-z])(?:from|by|src|source|sender|reporter|receiver|host|client|member)(?:[ _-]?(?:ip|addr|address|host))?(?: is)?[ :=]{1,2}["'([]?$/i;
/** Between him and the group, or between the group and him. */
const TO_GROUP =
  /^["')\]]?,? (?:(?:is )?(?:sending )?(?:to|for|on|in|joins?|joined|leaves|left) )?(?:the )?(?:(?:multicast|mcast|igmp|mld) )?(?:group|grp|g)(?:[ _-]?(?:ip|addr|address))?[ :=]{1,2}["'([]?$/i;
const GROUP_BEFORE = /(?<![a-z])(?:group|grp|g|dst|mcast)(?:[ _-]?(?:ip|addr|address))?[ :=]{1,2}["'([]?$/i;
const OF_SENDER =
  /^["')\]]?,? (?:(?:was |is )?(?:received|reported|requested|joined|left|sent|heard|learned|seen) )?(?:from|by|src|source|sender|reporter|host|client|member)(?:[ _-]?(?:ip|addr|address|host))?[ :=]{1,2}["'([]?$/i;

/**
 * Who sends to a group of multicast, or asks for it, and the group: `(S,G)`, `source S for group G`, `report for group
 * G
 * from S`. Null where the text tells no such pair: only a group is nobody's own address, so neither can be mistaken.
 */
export function groupFlow(text: string, ends: readonly Endpoint[]): Flow | null {
  const [first, second] = ends;
  if (first === undefined || second === undefined || isGroup(first.ip) === isGroup(second.ip)) return null;
  if (first.port !== null || second.port !== null || !OF_GROUPS.test(text)) return null;
  if (ends.some(({ ip }) => ip !== first.ip && ip !== second.ip)) return null;
  const between = text.slice(first.end, second.start);
  if (between.length > MAX_BETWEEN) return null;
  const before = text.slice(Math.max(0, first.start - MAX_BEFORE), first.start);
  const [source, destination] = isGroup(first.ip) ? [second, first] : [first, second];
  if (!arePair(text, { before, between, end: second.end, isGroupFirst: source === second })) return null;
  return { source, destination, start: first.start, end: second.end };
}

type Place = { before: string; between: string; end: number; isGroupFirst: boolean };

function arePair(text: string, { before, between, end, isGroupFirst }: Place): boolean {
  if (isGroupFirst) return OF_SENDER.test(between) && GROUP_BEFORE.test(before);
  if (/^, ?$/.test(between)) return before.endsWith("(") && text.startsWith(")", end);
  return TO_GROUP.test(between) && SENDER_BEFORE.test(before);
}
