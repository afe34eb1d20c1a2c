import { isUnspecified } from "../../values/ip-address";
import { hasTimes } from "../../values/characters";
import { fieldText, MAX_RULE_LENGTH } from "../../values/field-text";
import { FIRST_USER_PORT, isClientOf } from "../../values/port-ranges";
import { type Endpoint, rowEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { transportName } from "../ends/transport";

const MARKS = [",", "|", ";", "\t"];
/** As many part the columns of both sides and the protocol. */
const MIN_MARKS = 10;
const SEPARATOR = String.raw`["']?[ ]?[,|;\t][ ]?["']?`;
const ADDRESS = String.raw`((?:\d{1,3}\.){3}\d{1,3}|[\da-f]{1,4}:[\da-f:]{2,36})`;
/** An end as it is seen from the other side, or what stands for none. */
const SEEN = String.raw`((?:\d{1,3}\.){3}\d{1,3}|[\da-f]{1,4}:[\da-f:]{2,36}|\(?(?:null|none|nil)\)?|n\/a|-|)`;
const PORT = String.raw`(\d{1,5}|-|)`;
const SIDE = [ADDRESS, PORT, SEEN, PORT].join(SEPARATOR);
const COLUMN = String.raw`[^,|;\t\d][^,|;\t]{0,31}`;
/** Zone, interface or both of the other side stand between them. */
const SIDED = new RegExp(
  String.raw`[,|;\t] ?["']?${SIDE}(?:${SEPARATOR}${COLUMN}){1,2}${SEPARATOR}${SIDE}${SEPARATOR}(tcp|udp|sctp|6|17|132)(?=["']?(?: ?[,|;\t]|$))`,
  "i",
);
/**
 * Behind the protocol: the policy's domain and its version, the policy, what kind of rules, the rule, and what it did.
 */
const RULE = new RegExp(
  String.raw`^(?:${SEPARATOR}${COLUMN}${SEPARATOR}\d{1,9})?${SEPARATOR}${COLUMN}${SEPARATOR}${COLUMN}${SEPARATOR}(\d{1,6})${SEPARATOR}(?:accept|allow|permit|pass|den(?:y|ied)|drop|block|reject)[a-z]{0,4}(?=["']?(?: ?[,|;\t]|$))`,
  "i",
);

/**
 * `zone,interface,A,p,N,q,zone,interface,B,r,M,s,tcp`: a row that has of either side how it is seen from the other one,
 * with what parts the sides between them. Null for rows of another order, and where the ports do not tell that the
 * second
 * of each side is no other end.
 */
export function sidedRow(text: string): Flow | null {
  const match = MARKS.some((mark) => hasTimes(text, mark, MIN_MARKS)) ? SIDED.exec(text) : null;
  if (match === null) return null;
  const [row, from = "", port, seenFrom, seenPort, to = "", asked, seenTo, seenAsked, protocol = ""] = match;
  const place = { start: match.index, end: match.index + row.length };
  const [source, translated] = [endOf(from, port, place), endOf(seenFrom, seenPort, place)];
  const [destination, answering] = [endOf(to, asked, place), endOf(seenTo, seenAsked, place)];
  if (source === null || destination === null || !hasAsked(source, destination)) return null;
  const isSource = translated === null || (translated.port ?? FIRST_USER_PORT) >= FIRST_USER_PORT;
  if (!isSource || (translated !== null && translated.port === (answering ?? destination).port)) return null;
  return {
    source,
    destination,
    ...place,
    protocol: transportName(protocol),
    ...(translated === null || isSame(translated, source) ? {} : { translated }),
    ...(answering === null || isSame(answering, destination) ? {} : { answering }),
    rule: fieldText(RULE.exec(text.slice(place.end))?.[1] ?? "", MAX_RULE_LENGTH),
  };
}

function endOf(ip: string | undefined, port: string | undefined, place: { start: number; end: number }) {
  const end = rowEndpoint(ip, port, place);
  return end !== null && isUnspecified(end.ip) ? null : end;
}

/** Whether the ports tell that the second was called by the first. */
function hasAsked({ port }: Endpoint, called: Endpoint): boolean {
  if (isClientOf(port, called.port)) return true;
  return (port ?? 0) >= FIRST_USER_PORT && called.port !== null && called.port < FIRST_USER_PORT;
}

function isSame(end: Endpoint, other: Endpoint): boolean {
  return end.ip === other.ip && end.port === other.port;
}
