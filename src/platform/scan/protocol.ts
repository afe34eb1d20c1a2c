import type { ArpSocket } from "./arp-socket";

/** Data of the thread that scans. */
export type ScanThreadOptions = {
  arpSockets: readonly ArpSocket[];
  /** Connections that are under way at the same time. */
  connectionsAtOnce: number;
};

/** What became of a connection; `unasked`: this machine could not even begin it. */
export type ConnectVerdict = "open" | "refused" | "unreachable" | "silent" | "unasked";

export type ConnectTarget = { address: string; port: number };

export type ConnectResult = { verdict: ConnectVerdict; afterMs: number };

export type ToScanThread =
  /** `socket` is the place of one of the sockets in their list. */
  | { type: "arp"; id: number; socket: number; addresses: readonly number[]; timeoutMs: number }
  | { type: "connect"; id: number; targets: readonly ConnectTarget[]; timeoutMs: number }
  | { type: "close" };

export type FromScanThread =
  | { type: "ready" }
  /** An address comes again with another MAC address where two hosts have it. */
  | { type: "reply"; address: number; macAddress: string; afterMs: number }
  /** All replies that came in time have been told. */
  | { type: "asked"; id: number; unsent: number }
  | { type: "connected"; id: number; results: ConnectResult[] }
  | { type: "closed" };
