import type { EchoOptions } from "./answer";
import type { CallResult } from "./call";
import type { EchoCounters } from "./engine";
import type { EchoSocket } from "./sockets";

/** Data of the thread that sends echo requests. */
export type EchoThreadOptions = { sockets: readonly EchoSocket[]; requestsPerSecond: number };

export type ToEchoThread =
  | { type: "echo"; id: number; addresses: readonly string[]; options: EchoOptions }
  | { type: "cancel"; id: number };

export type FromEchoThread =
  { type: "ready" } | { type: "done"; id: number; result: CallResult; counters: EchoCounters };
