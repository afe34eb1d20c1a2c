import { randomInt } from "node:crypto";
import { isIPv4 } from "node:net";
import { oneLine } from "#platform/one-line";
import { askByDatagram } from "#platform/probe/datagram";
import { type DhcpSocket, openDhcpSocket } from "./dhcp-client-port";
import {
  addressesIn,
  DHCP_ACK,
  DHCP_NAK,
  type DhcpIdentity,
  type DhcpReply,
  hardwareAddressOf,
  OPTIONS,
  readDhcpReply,
  writeDhcpInform,
} from "./dhcp-packet";
import type { ProbeOutcome } from "./outcome";
import type { ProbeLimits } from "#platform/probe/endpoint";
import type { DhcpTarget } from "./targets";
import { OutOfTimeError } from "#platform/probe/trouble";
import { outcomeOf } from "./failure";
import { down, unknown, up } from "./verdict";

const TRIES = 2;

/**
 * Whether a DHCP server answers a DHCPINFORM that is sent to it alone (RFC 2131 section 4.4.3); no lease is taken. A
 * server of IPv6 throws away what comes to it alone from a client (RFC 8415 section 16), so of such a one nothing is
 * known.
 */
export async function probeDhcp(target: DhcpTarget, limits: ProbeLimits): Promise<ProbeOutcome> {
  limits.signal.throwIfAborted();
  if (!isIPv4(target.address)) return unknown("DHCPv6 servers answer no client that asks one of them alone");
  let socket: DhcpSocket | undefined;
  let identity: DhcpIdentity | undefined;
  try {
    const { value, latencyMs } = await askByDatagram(target, limits, {
      tries: TRIES,
      open: async (endpoint, listener) => {
        socket = await openDhcpSocket(endpoint, listener);
        const hardwareAddress = hardwareAddressOf(socket.localAddress);
        identity = { transaction: randomInt(2 ** 32), hardwareAddress };
        return socket;
      },
      request: ({ localAddress }) => writeDhcpInform(assigned(identity), localAddress),
      read: (octets) => readAnswer(octets, assigned(identity)),
    });
    const details = detailsOf(value);
    if (value.messageType === DHCP_ACK) return up(latencyMs, details);
    return down("the server refuses us (DHCPNAK)", { latencyMs, details });
  } catch (error) {
    const handicap = socket?.handicap ?? null;
    // Most servers answer to the client's port alone, so silence says nothing about them elsewhere.
    if (handicap !== null && error instanceof OutOfTimeError) return unknown(`${error.message}; ${handicap}`);
    return outcomeOf(error, { target, signal: limits.signal });
  }
}

function assigned(identity: DhcpIdentity | undefined): DhcpIdentity {
  if (identity === undefined) throw new Error("our bug: a question without a socket");
  return identity;
}

function readAnswer(octets: Buffer, identity: DhcpIdentity): DhcpReply | undefined {
  const reply = readDhcpReply(octets, identity);
  return reply?.messageType === DHCP_ACK || reply?.messageType === DHCP_NAK ? reply : undefined;
}

function detailsOf({ options }: DhcpReply): ProbeOutcome["details"] {
  const details: Record<string, string> = {};
  for (const name of ["serverIdentifier", "subnetMask", "routers", "nameServers"] as const) {
    const option = options.get(OPTIONS[name]);
    if (option !== undefined) details[name] = oneLine(addressesIn(option).join(", "));
  }
  const domain = options.get(OPTIONS.domain);
  if (domain !== undefined) details["domain"] = oneLine(domain.toString("utf8").replace(/\0+$/, ""));
  return details;
}
