import type { TargetState } from "../../../../src/features/monitoring/state";

/** A change of a device's state, in minutes of the week. */
export type Change = { atMin: number; device: number; state: TargetState };

/** What is to be told of a device by one of the rules, and from when on. */
export type Expected = {
  rule: "offline" | "flapping";
  device: number;
  status: "firing" | "resolved";
  atMin: number;
};

export type Week = {
  days: number;
  devices: number;
  changes: Change[];
  expected: Expected[];
  /** How many incidents each device has; absent: none. */
  incidents: Map<number, number>;
  /** When the database's clock is set, and by how many hours. */
  jumps: { atMin: number; hours: number }[];
};

/** Of the rule on devices that are down. */
export const FOR_MINUTES = 2;
/** Each switch has the devices after it behind it. */
const BEHIND = 39;
const DAY = 1440;
/** Before and after a jump only what lasts for days happens. */
const QUIET = 240;
/** No story is longer. */
const LONGEST = 200;

type Story = (tools: Tools, first: number, atMin: number) => void;

class Tools {
  readonly changes: Change[] = [];
  readonly expected: Expected[] = [];
  readonly incidents = new Map<number, number>();

  become(device: number, ...states: readonly (readonly [number, TargetState])[]): void {
    for (const [atMin, state] of states) this.changes.push({ device, atMin, state });
  }

  expect(rule: Expected["rule"], device: number, [from, to]: readonly [number, number | null]): void {
    this.expected.push({ rule, device, status: "firing", atMin: from });
    if (to !== null) this.expected.push({ rule, device, status: "resolved", atMin: to });
    this.incidents.set(device, (this.incidents.get(device) ?? 0) + 1);
  }

  /** Told once it has lasted long enough, and when it is over. */
  outage(device: number, from: number, to: number): void {
    this.become(device, [from, "down"], [to, "up"]);
    this.expect("offline", device, [from + FOR_MINUTES, to]);
  }
}

/** What may happen; each has its own devices, from `first` on. */
const STORIES: readonly Story[] = [
  (tools, first, at) => tools.outage(first, at, at + 90),
  // A blip.
  (tools, first, at) => tools.become(first, [at, "down"], [at + 1, "up"]),
  // A switch, with what is behind it.
  (tools, first, at) => {
    tools.outage(first, at, at + 45);
    for (let behind = 1; behind <= BEHIND; behind += 1)
      tools.become(first + behind, [at + 1, "unreachable"], [at + 46, "up"]);
  },
  // Maintenance, begun in time and a little late.
  (tools, first, at) => {
    tools.become(first, [at, "maintenance"], [at + 60, "up"]);
    tools.become(first + 1, [at, "down"], [at + 1, "maintenance"], [at + 90, "up"]);
  },
  // Maintenance on what was down already.
  (tools, first, at) => {
    tools.become(first, [at, "down"], [at + 30, "maintenance"], [at + 60, "down"], [at + 80, "up"]);
    tools.expect("offline", first, [at + FOR_MINUTES, at + 80]);
  },
  // It comes and goes: the rule on what is down is silent after the first, and that on flapping tells it.
  (tools, first, at) => {
    for (let flap = 0; flap < 8; flap += 1)
      tools.become(first, [at + flap * 4, flap % 2 === 0 ? "down" : "up"]);
    tools.expect("offline", first, [at + FOR_MINUTES, at + 4]);
    tools.expect("flapping", first, [at + 12, at + 76]);
  },
  // Power fails: more than go out one by one.
  (tools, first, at) => {
    for (let device = 0; device <= BEHIND; device += 1) tools.outage(first + device, at, at + 20);
  },
  // Nobody watches it any more: that it is over is not known.
  (tools, first, at) => {
    tools.become(first, [at, "down"], [at + 30, "paused"]);
    tools.expect("offline", first, [at + FOR_MINUTES, null]);
  },
];

/** A week, or less of it: stories one after the other and at once, and clocks that are set while something lasts. */
export function planWeek({
  days,
  devices,
  random,
}: {
  days: number;
  devices: number;
  random: () => number;
}): Week {
  const tools = new Tools();
  const jumps = [
    { atMin: Math.round(days * DAY * 0.4), hours: 1 },
    { atMin: Math.round(days * DAY * 0.7), hours: -1 },
  ];
  const end = days * DAY - 2 * LONGEST;
  const isQuiet = (at: number) => jumps.some(({ atMin }) => Math.abs(atMin - at - LONGEST / 2) < QUIET);
  // The first device is down over both jumps.
  tools.outage(0, 60, end);
  for (let [story, first] = [0, 1]; first + BEHIND < devices; first += BEHIND + 1, story += 1) {
    let at = 0;
    do at = 1 + Math.floor(random() * end);
    while (isQuiet(at));
    STORIES[story % STORIES.length]?.(tools, first, at);
  }
  const { changes, expected, incidents } = tools;
  return { days, devices, jumps, changes, expected, incidents };
}

/**
 * The moments at which there may be something to do, minutes: each change and what follows from it, and each quarter of
 * a day.
 */
export function momentsOf({ days, changes, expected }: Week): number[] {
  const after = [0, 1, 2, 3];
  const wanted = [...changes, ...expected].flatMap(({ atMin }) => after.map((minutes) => atMin + minutes));
  const quarters = Array.from({ length: days * 4 }, (_, quarter) => quarter * (DAY / 4));
  return [...new Set([...wanted, ...quarters])].toSorted((one, other) => one - other);
}
