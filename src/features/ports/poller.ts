import type { Poll, PollContext, Poller } from "#features/snmp-polling";
import { ProbeTrouble } from "#platform/probe/trouble";
import { describeBrokenOff } from "#platform/snmp/words";
import { readInterfaces } from "./read/interfaces";
import { recordPorts } from "./record";

/** Asks devices for their ports and what went through them, by the IF-MIB. */
export function portPoller({ everySeconds }: Pick<Poller, "everySeconds">): Poller {
  return { name: "ports", everySeconds, poll: pollPorts };
}

async function pollPorts(ctx: PollContext, { device, session, options, at, upTime }: Poll): Promise<void> {
  const found = await readInterfaces(session, options);
  if (found.interfaces.length === 0 && found.brokenOff === null)
    throw new ProbeTrouble("the agent has no table of ports (IF-MIB)");
  await recordPorts(ctx, { deviceId: device.id, moment: { atMs: at.getTime(), upTime }, found });
  if (found.brokenOff !== null) throw new ProbeTrouble(describeBrokenOff(found.brokenOff, options.mostRows));
}
