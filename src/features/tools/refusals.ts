import { actorOf } from "#features/audit";
import type { Caller } from "#platform/http/guard";
import type { Client } from "#platform/http/route";
import type { ToolCaller } from "./desk";

/** What the document says of the refusals that several tools have. */
export const LIMITED =
  "The user has made TOOL_RATE_LIMIT_MAX_CALLS calls of tools in the window, or too many wait";
export const BUSY = "or the call has waited too long for its turn";
export const TARGET_REFUSED =
  "The target may not be asked: `Public active network targets are blocked. …`, a link-local or metadata address, " +
  "`Unable to resolve target host: …`, `Timed out resolving target host: …`, `Invalid active tool target`";

/** Text of the 503 where this process may send no packets of its own. */
export const NO_RAW_NETWORK =
  "Active network tools are unavailable because the container does not have raw network permissions. " +
  "Start the container with --cap-add NET_RAW, or add cap_add: [NET_RAW] in Docker Compose.";

/** Who calls, of a request. */
export function toToolCaller(request: { caller: Caller; client: Client; signal: AbortSignal }): ToolCaller {
  return { userId: request.caller.userId, actor: actorOf(request), signal: request.signal };
}
