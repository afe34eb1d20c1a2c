/** How often, how long and how fast each address is asked. */
export type EchoOptions = {
  /** Echo requests for each address. */
  count: number;
  /** How long each reply is waited for. */
  timeoutMs: number;
  /** From one request to an address to the next. */
  spacingMs: number;
  /** Routers that a request may pass, and the host counts as one; absent: as many as the system lets it. */
  hopLimit?: number;
};

/**
 * `unreachable`: a router, or this machine in the name of the address, said so. All others mean that it could not be
 * asked: there is no route to it, the network is down here, we may not send there, the system had no room for the
 * request, or the text is no address.
 */
export type TroubleKind =
  "unreachable" | "no_route" | "network_down" | "not_permitted" | "no_room" | "invalid_address";

/**
 * How an address was asked: by an ICMP socket of our own, by a program that may send what we may not, or by TCP
 * connections instead.
 */
export type EchoMethod = "raw" | "datagram" | "fping" | "ping" | "tcp";

/** What stood in the way, in words behind the kind. */
export type EchoTrouble = {
  kind: TroubleKind;
  message: string;
  /** Who sent the error, and how long after the request; where the request had a hop limit. */
  report?: EchoReport;
};

/** `isExpiry`: the request would have had to pass more routers. */
export type EchoReport = { address: string; afterMs: number; isExpiry: boolean };

export type EchoAnswer = {
  /** As it was given. */
  address: string;
  method: EchoMethod;
  /** Fewer than `count` where it could not be asked. */
  sent: number;
  received: number;
  /** Round trips in ms; null without a reply. */
  minMs: number | null;
  averageMs: number | null;
  maxMs: number | null;
  /** The last that came up, also where there was a reply to another request. */
  trouble: EchoTrouble | null;
  /** With TCP: the port that took the connection first. */
  tcpPort: number | null;
};

export type EchoTally = Pick<EchoAnswer, "sent" | "received"> & {
  minMs: number;
  sumMs: number;
  maxMs: number;
};

type Found = { tally: EchoTally; trouble: EchoTrouble | null; method: EchoMethod };

/** Of one that could not be asked. */
export const NOTHING_SENT: EchoTally = { sent: 0, received: 0, minMs: 0, sumMs: 0, maxMs: 0 };

export function answerOf(address: string, { tally, trouble, method }: Found): EchoAnswer {
  const { sent, received, minMs, sumMs, maxMs } = tally;
  const times =
    received === 0
      ? { minMs: null, averageMs: null, maxMs: null }
      : { minMs: rounded(minMs), averageMs: rounded(sumMs / received), maxMs: rounded(maxMs) };
  return { address, method, sent, received, ...times, trouble, tcpPort: null };
}

/** To a microsecond. */
export function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
