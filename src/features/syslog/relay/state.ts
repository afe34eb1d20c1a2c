import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "#platform/durable-file";
import { codeOf } from "#platform/error-code";
import { z } from "zod";
import type { RelayPlace } from "./wire";

const NAME = "relay-state";
const ID = /^[0-9a-f]{12}$/;

const Kept = z.object({
  collector: z.string().regex(ID),
  relay: z.string().regex(ID),
  acknowledged: z.object({ position: z.int().min(0), check: z.int().min(0).nullable() }),
  lost: z.record(z.string(), z.int().min(0)),
});

/**
 * Who this relay is for the central service, through where that has its journal, and what was not kept, ever, by
 * reason.
 */
export type RelayState = z.infer<typeof Kept>;

const START: RelayPlace = { position: 0, check: null };

/**
 * What the data folder says of the journal of that collector. Where it says nothing, or of another journal, the relay
 * has the collector's id and has sent nothing. What it says may be older than the truth: the central service knows.
 */
export function readRelayState(folder: string, collector: string): RelayState {
  const kept = readKept(folder);
  if (kept?.collector === collector) return kept;
  return { collector, relay: collector, acknowledged: START, lost: {} };
}

function readKept(folder: string): RelayState | undefined {
  try {
    const kept = Kept.safeParse(JSON.parse(readFileSync(join(folder, NAME), "utf8")));
    return kept.success ? kept.data : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Keeps the state; durable when this returns. */
export function keepRelayState(folder: string, state: RelayState): void {
  writeDurably(join(folder, NAME), `${JSON.stringify(state)}\n`);
}

/** A relay id that nobody has. */
export function newRelayId(): string {
  return randomBytes(6).toString("hex");
}
