import type { Endpoint } from "./endpoints";

/** What a text says of a flow, and where in it. An end may be missing; of it `askedPort` may be known. */
export type Flow = {
  source: Endpoint | null;
  destination: Endpoint | null;
  start: number;
  end: number;
  askedPort?: number | null;
  /** Whether this host's own socket is told, by any of its addresses, which took what came. */
  isAnswered?: boolean;
  /** Whether this host sends. */
  isSent?: boolean;
  /** Where a column tells it. */
  protocol?: string | null;
  counts?: { packets: number | null; bytes: number | null } | undefined;
  /** What the source became on its way. */
  translated?: Endpoint;
  /** What the destination became on its way. */
  answering?: Endpoint;
  /** Where a column tells it. */
  rule?: string | null;
  /** Of what a program of this host began, or was asked. */
  way?: "in" | "out";
  /** What was done with it by the verb that the form has, and why. */
  action?: { word: string; meaning: string };
  reason?: string | null;
};
