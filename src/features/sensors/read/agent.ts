import { ProbeTrouble } from "#platform/probe/trouble";
import { CISCO_POOLS, JUNIPER_CPU, LM_SENSORS, PROCESSORS, STORAGES, UCD_CPU, UCD_MEMORY } from "./computed";
import { ENTITY_SENSORS } from "./entity-sensors";
import type { Asked, Group, GroupReadings, Reading } from "./reading";
import { APC_UPS, UPS_GROUPS } from "./ups";
import { VENDOR_GROUPS } from "./vendors";

const GROUPS: readonly Group[] = [
  PROCESSORS,
  STORAGES,
  UCD_MEMORY,
  UCD_CPU,
  ENTITY_SENSORS,
  ...UPS_GROUPS,
  APC_UPS,
  CISCO_POOLS,
  JUNIPER_CPU,
  ...LM_SENSORS,
  ...VENDOR_GROUPS,
];

/** Of one group another says the same, and says it better: where the better one is, the other is none. */
const BETTER: readonly [better: string, other: (reading: Reading) => boolean][] = [
  ["hr-cpu:", ({ key }) => key.startsWith("ucd-cpu")],
  // It counts the cache as used.
  ["ucd-memory:", ({ key, category }) => key.startsWith("hr-storage:") && category === "memory"],
  ["ups:", ({ key }) => key.startsWith("apc:")],
];

/** Groups that are read at the same time: more is much for a small agent. */
const AT_ONCE = 4;
/** Of one device. */
const MAX_SENSORS = 400;

/** Of one agent from one time to the next: which groups it has, and what its parts are called. */
export type Memory = {
  /** Undefined: it has not been asked for all of them. */
  present: ReadonlySet<string> | undefined;
  /** When it was asked for all of them last, by the clock of `performance.now`. */
  lookedAt: number;
  names: Map<string, string | null>;
};

export type Found = {
  readings: Reading[];
  /** Groups whose readings are all that there are: what they have not is gone. */
  whole: ReadonlySet<string>;
  memory: Memory;
};

/** After so long an agent is asked again for what it did not have. */
const LOOK_AGAIN_MS = 3_600_000;

/**
 * What an agent measures, group by group. Groups that it did not have are asked for once an hour. A group that cannot
 * be read is left out, and says nothing of what has gone.
 * @throws ProbeTrouble where none can be read, the signal's reason.
 */
export async function readSensors(
  { session, options }: Omit<Asked, "names">,
  before: Memory | undefined,
): Promise<Found> {
  const now = performance.now();
  const isLook = before?.present === undefined || now - before.lookedAt >= LOOK_AGAIN_MS;
  const names = isLook ? new Map<string, string | null>() : before.names;
  const asked = { session, options, names };
  const wanted = isLook ? GROUPS : GROUPS.filter(({ name }) => before.present?.has(name) === true);
  const { read, trouble } = await readGroups(wanted, asked);
  if (read.size === 0 && trouble !== undefined) throw trouble;
  const whole = new Set([...read].flatMap(([name, { isWhole }]) => (isWhole ? [name] : [])));
  const present = new Set([...read].flatMap(([name, { readings }]) => (readings.length > 0 ? [name] : [])));
  // What was asked for and not read may be there: it is asked for again.
  for (const { name } of wanted) if (!read.has(name)) present.add(name);
  // In the order of the groups, not in that in which they were answered: the same sensors fit each time.
  const all = wanted.flatMap(({ name }) => read.get(name)?.readings ?? []);
  return {
    readings: onceEach(withoutWorse(all)).slice(0, MAX_SENSORS),
    whole,
    memory: { present, lookedAt: isLook ? now : before.lookedAt, names },
  };
}

async function readGroups(groups: readonly Group[], asked: Asked) {
  const read = new Map<string, GroupReadings>();
  const left = [...groups];
  let trouble: ProbeTrouble | undefined;
  const readNext = async (): Promise<void> => {
    for (let group = left.shift(); group !== undefined; group = left.shift()) {
      // Whoever was silent to the first questions is silent to all.
      if (performance.now() >= asked.options.endsAt || (trouble !== undefined && read.size === 0)) return;
      try {
        read.set(group.name, await group.read(asked));
      } catch (error) {
        if (!(error instanceof ProbeTrouble)) throw error;
        trouble ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
  return { read, trouble };
}

function withoutWorse(readings: readonly Reading[]): Reading[] {
  const worse = BETTER.flatMap(([better, isOther]) =>
    readings.some(({ key }) => key.startsWith(better)) ? [isOther] : [],
  );
  return readings.filter((reading) => !worse.some((isOther) => isOther(reading)));
}

/** Keys are the agent's to make up. */
function onceEach(readings: readonly Reading[]): Reading[] {
  return [...new Map(readings.map((reading) => [reading.key, reading])).values()];
}
