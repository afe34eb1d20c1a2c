import { canonicalAddress } from "../../values/ip-address";
import { addressTarget } from "../names/key-roles";

/** CISCO-CIDS-MIB's attacker and victim, each perhaps with what is known of it before its address. */
const ALERT_END =
  /(?:(?:enterprises|1\.3\.6\.1\.4\.1)\.9\.9\.383\.1\.2\.(?:(16)|17)|cidsAlert(?:(Attacker)|Victim)Address)(?:\.\d)?(?: ?=)?(?: STRING:)? "(?:[^"\\]|\\.){0,240}?((?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?)"/g;
/** An object of a trap by its name and its type, `ACME-MIB::attackSourceAddress.0 = IpAddress: 192.0.2.1`. */
const TYPED =
  /(?<=[\s,;])(?:[\w-]{1,64}::)?([A-Za-z][\w-]{2,64})(?:\.\d{1,10}){1,8} ?[=:] ?(?:IpAddress|STRING|Network Address|INTEGER|Integer32|Unsigned32|Gauge32|Counter(?:32|64)): ?("(?:[^"\\]|\\.){0,240}"|[^\s",;]{1,120})/g;
const TYPES = ["= IpAddress: ", "= STRING: ", "=IpAddress: ", "=STRING: ", ": IpAddress: "];
/** By what way the trap came, and not the attack: `[UDP: [A]:p->[B]:q]`. */
const CARRIER =
  /\[(?:UDP|TCP)(?:6|\/IPv[46])?: \[[\da-f.:]{3,39}\](?::\d{1,5})?(?:->\[[\da-f.:]{3,39}\](?::\d{1,5})?)?\]/i;

/** The ends of an alert that a trap tells, as pairs of names that other devices have, too; any other text as it is. */
export function withAlertEnds(text: string): string {
  if (!text.includes("383.1.2.1") && !text.includes("cidsAlert"))
    return text.includes(".0") && TYPES.some((type) => text.includes(type)) ? withTypedPairs(text) : text;
  return text.replace(CARRIER, "").replaceAll(ALERT_END, asPair);
}

/** The objects of a trap as pairs, where their names tell both ends; otherwise who sent it is all that is told. */
function withTypedPairs(text: string): string {
  const sides = new Set<string>();
  for (const [, name = "", value = ""] of text.matchAll(TYPED)) {
    const side = addressTarget(name)?.field;
    if (side !== undefined && canonicalAddress(value.replaceAll('"', "")) !== null) sides.add(side);
  }
  if (!sides.has("srcIp") || !sides.has("dstIp")) return text;
  return text.replace(CARRIER, "").replaceAll(TYPED, (_, name: string, value: string) => {
    return value.startsWith('"') ? `${name}=${value}` : `${name}="${value}"`;
  });
}

function asPair(_: string, ...[number, name, end = ""]: (string | undefined)[]): string {
  return number === undefined && name === undefined ? ` victim_ip="${end}" ` : ` attacker_ip="${end}" `;
}
