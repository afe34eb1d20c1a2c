import { setActionMeaning } from "../values/action";
import { fieldText, MAX_RULE_LENGTH, portNumber } from "../values/field-text";
import { canonicalAddress } from "../values/ip-address";
import type { Line } from "../line";
import { protocolName } from "../values/protocol";

/** What each kind of log begins with. */
export const BARRACUDA_LOGS = ["TR ", "WF ", "NF ", "AUDIT "];
/** An address, and its port behind a blank. */
const end = (name: string) => String.raw`(?<${name}>[\da-fA-F.:]{3,45}) (?<${name}Port>\d{1,5})`;
const LEVEL = "[A-Z]{3,12}";
const VERDICT = "(?<verdict>[A-Z]{3,16})";
/**
 * The columns at the begin of each kind: of the access log the service before the client, of attacks the rule and its kind
 * behind both ends, of the network firewall its list of rules behind the verdict, of changes who made them.
 */
const FORMS: ReadonlyMap<string, RegExp> = new Map([
  ["T", new RegExp(`^TR ${end("dst")} ${end("src")} `)],
  [
    "W",
    new RegExp(
      String.raw`^WF ${LEVEL} (?<reason>[A-Z\d_]{3,64}) ${end("src")} ${end("dst")} (?:(?<rule>\S{1,128}) (?:GLOBAL|LOCAL|DEFAULT)(?:_[A-Z_]{2,32})?|\S{1,128} \S{1,64}) ${VERDICT} `,
    ),
  ],
  [
    "N",
    new RegExp(
      String.raw`^NF ${LEVEL} (?<protocol>[A-Za-z\d-]{2,9}) ${end("src")} ${end("dst")} ${VERDICT} (?<rule>\S{1,128})`,
    ),
  ],
  ["A", new RegExp(String.raw`^AUDIT \S{1,64} \S{1,32} ${end("src")} `)],
]);
const MAX_HEAD_LENGTH = 512;
const NO_RULE = "-";

/**
 * Barracuda's application firewall, columns parted by blanks behind the kind of its log: `TR B q A p "-" "-" GET …`,
 * `WF ALER PRE_1_0_REQUEST A p B q rule …`, `NF INFO TCP A p B q ALLOW rule …`, `AUDIT user GUI A p …`.
 * https://campus.barracuda.com/product/webapplicationfirewall/doc/ (Syslog and other logs)
 */
export function parseBarracudaWaf(body: string, { message }: Line): boolean {
  if (!BARRACUDA_LOGS.some((log) => body.startsWith(log))) return false;
  const columns = FORMS.get(body.charAt(0))?.exec(body.slice(0, MAX_HEAD_LENGTH))?.groups;
  const srcIp = canonicalAddress(columns?.["src"] ?? "");
  const dstIp = canonicalAddress(columns?.["dst"] ?? "");
  if (columns === undefined || srcIp === null || (dstIp === null && columns["dst"] !== undefined))
    return false;
  const { srcPort = "", dstPort = "", protocol = "", rule = "", reason = "", verdict = "" } = columns;
  message.parser = "barracuda";
  message.vendor = "barracuda";
  Object.assign(message, { srcIp, dstIp, srcPort: portNumber(srcPort), dstPort: portNumber(dstPort) });
  message.protocol = protocolName(protocol);
  message.ruleId = rule === NO_RULE ? null : fieldText(rule, MAX_RULE_LENGTH);
  message.reason = fieldText(reason);
  if (verdict !== "") setActionMeaning(message, verdict, verdict.toLowerCase());
  return true;
}
