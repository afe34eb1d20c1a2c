import { refusalOfCheck } from "#platform/active-targets";
import { codeOf } from "#platform/error-code";
import { createNameFinder, firstOfEachFamily, type FinderOptions } from "#platform/named-host";
import { troubleOf } from "../http/trouble";
import type { CheckOutcome } from "./decide";

/** By which DNS says that there is no such name, or that it is no host's. */
const NAMELESS = new Set(["ENOTFOUND", "ENODATA"]);

/** The first address of each family that a name has: at most two; or what is found out about a name that has none. */
export type FindHost = (name: string, signal: AbortSignal) => Promise<[string, ...string[]] | CheckOutcome>;

/** Finds where names lead by the rule of checks; what goes wrong is an outcome of the check. */
export function createHostFinder(options: FinderOptions = {}): FindHost {
  const find = createNameFinder({ ...options, refusal: refusalOfCheck });
  return async (name, signal) => {
    try {
      return firstOfEachFamily(await find(name, signal));
    } catch (error) {
      signal.throwIfAborted();
      return outcomeOf(name, error);
    }
  };
}

/** Only DNS saying that there is no such name is the device's own fault; whatever else went wrong tells nothing of it. */
function outcomeOf(name: string, error: unknown): CheckOutcome {
  const isNameless = NAMELESS.has(codeOf(error) ?? "");
  return {
    status: isNameless ? "down" : "unknown",
    latencyMs: null,
    error: `${name}: ${troubleOf(error).message}`.slice(0, 255),
    statusCode: null,
    details: {},
    ...(isNameless && { isNameless }),
  };
}
