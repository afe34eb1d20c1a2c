import { setAction } from "../values/action";
import { type FieldKeys, fillMessage } from "../values/fields";
import { KeyedValues } from "../values/keyed-values";
import type { Line } from "../line";
import { readExtension } from "../values/pairs";
import { BAR } from "../values/characters";

const KEYS: FieldKeys = {
  srcIp: ["srcIP"],
  dstIp: ["dstIP"],
  srcPort: ["srcPort"],
  dstPort: ["dstPort"],
  natSrcIp: ["srcNAT"],
  natDstIp: ["dstNAT"],
  protocol: ["proto"],
  interface: ["srcIF"],
  interfaceOut: ["dstIF"],
  ruleId: ["rule"],
  reason: ["info"],
  bytesSent: ["sentBytes"],
  bytesReceived: ["receivedBytes"],
  packetsSent: ["sentPackets"],
  packetsReceived: ["receivedPackets"],
};

const values = new KeyedValues(KEYS);
const MARK = "type=";

/**
 * CloudGen Firewall's activity log: `Info fw-1 Block: type=FWD|proto=TCP|srcIF=eth1|srcIP=…|…`.
 * https://campus.barracuda.com/product/cloudgenfirewall/doc/ (Firewall activity log)
 */
export function parseBarracuda(body: string, { message }: Line): boolean {
  const mark = body.indexOf(MARK);
  if (mark === -1 || !body.includes("|srcIP=", mark)) return false;
  values.clear();
  readExtension(body, values, { start: mark, delimiter: BAR });
  message.parser = "barracuda";
  message.vendor = "barracuda";
  fillMessage(message, values.text);
  const colon = body.lastIndexOf(":", mark);
  const blank = colon === -1 ? -1 : body.lastIndexOf(" ", colon);
  if (colon !== -1) setAction(message, body.slice(blank + 1, colon));
  return true;
}
