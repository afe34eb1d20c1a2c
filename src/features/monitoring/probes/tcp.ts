import { converse } from "./converse";
import type { ProbeOutcome } from "./outcome";
import type { ProbeLimits } from "#platform/probe/endpoint";
import type { TcpTarget } from "./targets";
import { up } from "./verdict";

/** Whether a port takes a connection. */
export function probeTcp(target: TcpTarget, limits: ProbeLimits): Promise<ProbeOutcome> {
  return converse(target, limits, async (connection) => up(connection.elapsedMs));
}
