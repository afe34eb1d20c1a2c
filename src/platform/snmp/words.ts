import { ApiError } from "../errors";
import { oneLine } from "../one-line";
import { OutOfTimeError, ProbeTrouble } from "../probe/trouble";
import { MAX_WALK_MIB, type Walk } from "./walk";

/** Why a table has not been read to its end, for people. */
export function describeBrokenOff(brokenOff: NonNullable<Walk["brokenOff"]>, mostRows: number): string {
  switch (brokenOff) {
    case "rows":
      return `only the first ${mostRows} rows were read`;
    case "size":
      return `broken off: the rows have more than ${MAX_WALK_MIB} MiB`;
    case "time":
      return "the agent became silent, or the time was over, before its end";
    case "order":
      return "broken off: the agent's rows are not in order, or go in circles";
    case "trouble":
      return "broken off: the agent's answers became unusable";
  }
}

/**
 * What a person is answered who has an agent asked: ApiError 504 where it is silent, 400 with what is wrong; what is no
 * trouble of its stays as it is.
 */
export function asSnmpRefusal(error: unknown, host: string): unknown {
  if (error instanceof OutOfTimeError)
    return new ApiError(504, `SNMP request to ${host} timed out`, { cause: error });
  if (error instanceof ProbeTrouble) return new ApiError(400, oneLine(error.message), { cause: error });
  return error;
}
