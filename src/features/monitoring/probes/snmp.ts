import type { ProbeOutcome } from "./outcome";
import { problemOfValue } from "./snmp-compare";
import { getVariable, NoSuchNameError } from "#platform/snmp/session";
import { describeValue, missingOf, readValue } from "#platform/snmp/value";
import type { ProbeLimits } from "#platform/probe/endpoint";
import type { SnmpTarget } from "./targets";
import { ProbeTrouble } from "#platform/probe/trouble";
import { outcomeOf } from "./failure";
import { down, up } from "./verdict";

/** Whether a value that an SNMP agent has is as it should be (RFC 1157, 3416; by v3, RFC 3414). */
export async function probeSnmp(target: SnmpTarget, limits: ProbeLimits): Promise<ProbeOutcome> {
  try {
    const { value: variable, latencyMs } = await getVariable(target, limits);
    const missing = missingOf(variable);
    if (missing !== undefined) return down(missing, { latencyMs });
    const value = valueOf(variable);
    const problem = problemOfValue(value, target);
    const details = { value: describeValue(value), type: value.type };
    return problem === null ? up(latencyMs, details) : down(problem, { latencyMs, details });
  } catch (error) {
    if (error instanceof NoSuchNameError) return down(error.message, { latencyMs: error.latencyMs });
    return outcomeOf(error, { target, signal: limits.signal });
  }
}

function valueOf(variable: Parameters<typeof readValue>[0]) {
  try {
    return readValue(variable);
  } catch {
    throw new ProbeTrouble("the value is malformed");
  }
}
