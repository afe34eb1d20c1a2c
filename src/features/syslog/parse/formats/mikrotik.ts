import { fieldText, MAX_INTERFACE_LENGTH } from "../values/field-text";
import { setTranslation } from "../values/fields";
import type { Line, ParsedMessage } from "../line";
import { addressAt, addressBehind, type FoundAddress } from "../values/phrases";
import { protocolName } from "../values/protocol";
import { readLogPrefix } from "./log-prefix";

/** Behind any chain's name: the built-in ones of the filter, NAT and mangle tables, and those that users make. */
export const CHAIN_MARK = ": in:";
/** `dhcp,info `, `system,error,critical `: the topics in front, where the sender is not set to BSD syslog. */
const TOPICS =
  /^(?:account|bgp|bridge|caps|certificate|dhcp|dns|firewall|hotspot|interface|ipsec|l2tp|manager|ntp|ospf|ovpn|ppp|pppoe|pptp|radius|route|script|sstp|system|watchdog|wireguard|wireless)(?:,[a-z!-]{2,16}){1,4} /;
const MAX_TOPICS_LENGTH = 64;
/** What RouterOS says of logins and leases. */
const PEER_PHRASES = [" from ", "assigned ", "deassigned "];
export const OUTBOUND: ReadonlySet<string> = new Set(["output", "srcnat", "postrouting"]);
export const ARROW = "->";

/**
 * RouterOS's firewall log: `prefix forward: in:ether1 out:bridge, … proto TCP (SYN), 192.0.2.1:1234->198.51.100.2:80,
 * NAT (192.0.2.1:1234->203.0.113.1:1234)->198.51.100.2:80, len 52`.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/328094/Log
 */
export function parseMikroTik(body: string, { message }: Line): boolean {
  const mark = body.indexOf(CHAIN_MARK);
  const isPacket = mark !== -1 && body.includes(" out:", mark) && body.includes(" proto ", mark);
  return isPacket ? readPacket(body, mark, message) : readEvent(body, message);
}

function readPacket(body: string, mark: number, message: ParsedMessage): true {
  const chainStart = body.lastIndexOf(" ", mark) + 1;
  const keys = body.slice(mark + ": ".length);

  message.parser = "mikrotik";
  readLogPrefix(body.slice(0, chainStart), message);
  message.vendor = "mikrotik";
  message.interface = interfaceBehind(keys, "in:");
  message.interfaceOut = interfaceBehind(keys, " out:");
  message.interface ??= message.interfaceOut;
  message.direction = OUTBOUND.has(body.slice(chainStart, mark)) ? "out" : "in";
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

/**
 * `system,error,critical login failure for user a from 192.0.2.1 via ssh`, `dhcp,info dhcp1 assigned 192.0.2.9 for …`.
 */
function readEvent(body: string, message: ParsedMessage): boolean {
  const comma = body.indexOf(",");
  if (message.app !== null || comma === -1 || comma > MAX_TOPICS_LENGTH || !TOPICS.test(body)) return false;
  message.parser = "mikrotik";
  message.vendor = "mikrotik";
  const peer = addressBehind(body, PEER_PHRASES);
  message.srcIp = peer?.ip ?? null;
  message.srcPort = peer?.port ?? null;
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
