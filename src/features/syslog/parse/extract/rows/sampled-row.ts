import type { Line } from "../../line";
import { fieldText, MAX_INTERFACE_LENGTH, portNumber } from "../../values/field-text";
import { canonicalAddress } from "../../values/ip-address";
import { protocolName } from "../../values/protocol";

/**
 * What sflowtool writes of a sampled packet (https://github.com/sflow/sflowtool, `-l`): who sampled it, both interfaces
 * and
 * cards, the type of the frame, both networks, the ends, the protocol, two numbers, and the ports.
 */
const HEAD =
  /^FLOW,[\da-f.:]{3,39},(\d{1,10}),(\d{1,10}),[\da-f]{12},[\da-f]{12},0x[\da-f]{4},\d{1,5},\d{1,5},([\da-f.:]{3,39}),([\da-f.:]{3,39}),(\d{1,3}),0x[\da-f]{2},\d{1,3},(\d{1,5}),(\d{1,5}),/i;
const MARK = "FLOW,";
const MAX_HEAD = 256;
/** This host's own interface, and what is none (https://sflow.org/sflow_version_5.txt, 4.2). */
const NO_INTERFACE = 0x3f_ff_ff_ff;
const OF_PORTS = new Set(["tcp", "udp", "sctp", "dccp"]);

/** Reads a row of a sampled packet. False for any other text, of which it looks at the first characters. */
export function readSampledRow(text: string, { message }: Line): boolean {
  const match = text.startsWith(MARK) ? HEAD.exec(text.slice(0, MAX_HEAD)) : null;
  if (match === null) return false;
  const [, ingress = "", egress = "", from = "", to = "", number = "", fromPort = "", toPort = ""] = match;
  const [source, destination] = [canonicalAddress(from), canonicalAddress(to)];
  if (source === null || destination === null) return false;
  [message.srcIp, message.dstIp] = [source, destination];
  message.protocol = protocolName(number);
  const hasPorts = OF_PORTS.has(message.protocol ?? "");
  if (hasPorts)
    [message.srcPort, message.dstPort] = [portNumber(fromPort) || null, portNumber(toPort) || null];
  message.interface ??= interfaceOf(ingress);
  message.interfaceOut ??= interfaceOf(egress);
  return true;
}

function interfaceOf(number: string): string | null {
  const isNone = Number(number) === 0 || Number(number) >= NO_INTERFACE;
  return isNone ? null : fieldText(number, MAX_INTERFACE_LENGTH);
}
