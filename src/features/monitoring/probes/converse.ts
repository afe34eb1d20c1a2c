import { Connection, talkOver } from "#platform/probe/connection";
import type { Endpoint, ProbeLimits } from "#platform/probe/endpoint";
import { outcomeOf } from "./failure";
import type { ProbeOutcome } from "./outcome";

/**
 * Connects to a target, has `talk` find out about it, and closes the connection, all within the limits. @throws the
 * signal's reason.
 */
export async function converse(
  target: Endpoint,
  limits: ProbeLimits,
  talk: (connection: Connection) => Promise<ProbeOutcome>,
): Promise<ProbeOutcome> {
  const connection = new Connection(target);
  try {
    return await talkOver(connection, limits, talk);
  } catch (error) {
    const { details } = connection;
    return outcomeOf(error, { target, signal: limits.signal, found: { details } });
  }
}
