import { findRouteTrouble } from "#platform/echo/route";
import type { Endpoint } from "#platform/probe/endpoint";
import { ProbeTrouble } from "#platform/probe/trouble";
import type { ProbeOutcome } from "./outcome";
import { down, unknown, type Found } from "./verdict";

/**
 * What a probe that failed has found. Where this machine has no way to the address, it could not tell.
 * @throws the signal's reason once that fired, and what is no trouble of a probe: a bug of ours.
 */
export async function outcomeOf(
  error: unknown,
  { target, signal, found }: { target: Endpoint; signal: AbortSignal; found?: Found },
): Promise<ProbeOutcome> {
  signal.throwIfAborted();
  if (!(error instanceof ProbeTrouble)) throw error;
  if (error.status === "unknown") return unknown(error.message, found);
  const trouble = await findRouteTrouble(target.address);
  signal.throwIfAborted();
  return trouble === null ? down(error.message, found) : unknown(trouble.message);
}
