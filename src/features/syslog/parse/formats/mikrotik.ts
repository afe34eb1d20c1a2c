import { fieldText, MAX_INTERFACE_LENGTH } from "../field-text";
import { setTranslation } from "../fields";
import type { Line } from "../line";
import { addressAt, type FoundAddress } from "../phrases";
import { protocolName } from "../protocol";
import { readLogPrefix } from "./log-prefix";

const CHAINS = [" forward: in:", " input: in:", " output: in:", " prerouting: in:", " postrouting: in:"];
const ARROW = "->";

/**
 * RouterOS's firewall log: `prefix forward: in:ether1 out:bridge, … proto TCP (SYN), 192.0.2.1:1234->198.51.100.2:80,
 * NAT (192.0.2.1:1234->203.0.113.1:1234)->198.51.100.2:80, len 52`. https://help.mikrotik.com/docs/spaces/ROS/pages/328094/Log
 */
export function parseMikroTik(body: string, { message }: Line): boolean {
  const protocolAt = body.indexOf(" proto ");
  if (protocolAt === -1) return false;
  const text = ` ${body}`;
  const chain = CHAINS.map((name) => ({ name, at: text.indexOf(name) })).find(({ at }) => at !== -1);
  if (chain === undefined) return false;
  const prefix = text.slice(0, chain.at);
  const keys = text.slice(chain.at + chain.name.length - "in:".length);

  message.parser = "mikrotik";
  readLogPrefix(prefix, message);
  message.vendor = "mikrotik";
  message.interface = interfaceBehind(keys, "in:");
  message.interfaceOut = interfaceBehind(keys, " out:");
  message.direction = chain.name.startsWith(" output") ? "out" : "in";
  const protocol = keys.indexOf(" proto ") + " proto ".length;
  message.protocol = protocolName(keys.slice(protocol, wordBreak(keys, protocol)));
  const ends = readFlow(keys, endsStart(keys, protocol));
  message.srcIp = ends.source?.ip ?? null;
  message.srcPort = ends.source?.port ?? null;
  message.dstIp = ends.destination?.ip ?? null;
  message.dstPort = ends.destination?.port ?? null;
  readTranslation(keys, message);
  return true;
}

/** Behind the protocol and its bracket, `TCP (SYN), ` or `ICMP (type 8, code 0), `. */
function endsStart(keys: string, protocol: number): number {
  const behind = wordBreak(keys, protocol);
  const close = keys.startsWith(" (", behind) ? keys.indexOf(")", behind) : behind;
  return close === -1 ? keys.length : keys.indexOf(", ", close) + 2;
}

/** The name up to a blank or comma; RouterOS writes `(unknown 0)` for none. */
function interfaceBehind(keys: string, name: string): string | null {
  const at = keys.indexOf(name);
  if (at === -1) return null;
  const start = at + name.length;
  const text = keys.slice(start, wordBreak(keys, start));
  return text.startsWith("(") ? null : fieldText(text, MAX_INTERFACE_LENGTH);
}

function wordBreak(text: string, start: number): number {
  let end = start;
  while (end < text.length && text.charAt(end) !== " " && text.charAt(end) !== ",") end++;
  return end;
}

type Flow = { source: FoundAddress | null; destination: FoundAddress | null };

function readFlow(text: string, start: number): Flow {
  const arrow = text.indexOf(ARROW, start);
  if (arrow === -1) return { source: null, destination: null };
  return { source: addressAt(text, start), destination: addressAt(text, arrow + ARROW.length) };
}

/** The bracket holds the end that changes, as it was and as it became. */
function readTranslation(keys: string, message: Line["message"]): void {
  const nat = keys.indexOf(", NAT ");
  const open = nat === -1 ? -1 : keys.indexOf("(", nat);
  if (open === -1) return;
  const { destination } = readFlow(keys, open + 1);
  const ip = destination?.ip ?? "";
  const port = String(destination?.port ?? "");
  const isSource = open === nat + ", NAT ".length;
  setTranslation(
    message,
    isSource
      ? { srcIp: ip, srcPort: port, dstIp: "", dstPort: "" }
      : { srcIp: "", srcPort: "", dstIp: ip, dstPort: port },
  );
}
