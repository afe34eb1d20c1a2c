import { AGENTS, DEVICES, GROUP_NAMES, GROUPS } from "./small-network";
import { stateOfGroup, type State } from "./network-model";
import type { SeenTarget } from "./seen-targets";

/** How long a change of the network may take to be seen and confirmed where nothing disturbs, in milliseconds. */
const CONFIRMED_MS = { asked: 22_000, told: 52_000 };
/** A change of a member reaches the group within about three seconds. */
const FOLLOWS_MS = 4000;

type Moment = { atMs: number; state: State };

/** Why a change came too early or too late for what happened to the network at that time; false: it did not. */
export function problemOfTime(name: string, changes: readonly Moment[], sinceMs: number): string | false {
  const isAsked = [...DEVICES, ...AGENTS.map((agent) => `${agent} by SNMP`), "page"].includes(name);
  const limitMs = isAsked ? CONFIRMED_MS.asked : CONFIRMED_MS.told;
  const wrong = changes.find(({ atMs }) => atMs < sinceMs - 1 || atMs > sinceMs + limitMs);
  return wrong !== undefined && `became ${wrong.state} ${wrong.atMs - sinceMs} ms after the network changed`;
}

/** Whether each group was what its members were, moment by moment; from `sinceMs` to `untilMs`. */
export function problemsOfGroups(
  seen: ReadonlyMap<string, SeenTarget>,
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
): string[] {
  return GROUP_NAMES.flatMap((group) => {
    const members: readonly string[] = GROUPS[group].members;
    const turns = members.flatMap((name) => (seen.get(name)?.changes ?? []).map(({ atMs }) => atMs));
    const during = [sinceMs, ...turns].filter((atMs) => atMs >= sinceMs && atMs <= untilMs);
    const wanted = [...new Set(during)]
      .toSorted((one, other) => one - other)
      .map((atMs) => ({ atMs, state: stateOfGroup(group, (member) => stateAt(seen.get(member), atMs)) }));
    const lasting = wanted.filter(({ atMs, state }, index) => {
      const over = wanted.slice(index + 1).find((later) => later.state !== state);
      return (over?.atMs ?? untilMs) - atMs > FOLLOWS_MS;
    });
    const own = seen.get(group);
    const missed = lasting
      .filter(({ atMs, state }) => stateAt(own, atMs + FOLLOWS_MS) !== state)
      .map(({ atMs, state }) => `${group} was not ${state} ${atMs - sinceMs} ms after the network changed`);
    const unfounded = (own?.changes ?? [])
      .filter(({ atMs }) => atMs > sinceMs + FOLLOWS_MS && atMs <= untilMs)
      .filter(
        ({ atMs, state }) =>
          !wanted.some(
            (moment, index) =>
              moment.state === state &&
              moment.atMs <= atMs &&
              (wanted[index + 1]?.atMs ?? Infinity) > atMs - FOLLOWS_MS,
          ),
      )
      .map(({ atMs, state }) => `${group} was ${state} ${atMs - sinceMs} ms after it, without a reason`);
    return [...missed, ...unfounded];
  });
}

function stateAt(target: SeenTarget | undefined, atMs: number): State | undefined {
  return target?.changes.findLast((change) => change.atMs <= atMs)?.state;
}

/**
 * Uptime and watched time, counted from each thing that was heard of a target to the next; what nobody looked at for
 * long is in neither.
 */
export function countUptime({ changes, results, interval }: SeenTarget, untilMs: number) {
  const holdsMs = (2 * interval + 30) * 1000;
  const heard = [...results, ...changes].toSorted((one, other) => one.atMs - other.atMs);
  let [up, down] = [0, 0];
  for (const [index, { atMs, state }] of heard.entries()) {
    const lasted = Math.min(holdsMs, (heard[index + 1]?.atMs ?? untilMs) - atMs);
    if (state === "up") up += lasted;
    if (state === "down") down += lasted;
  }
  return {
    uptime: up + down === 0 ? null : up / (up + down),
    watchedSeconds: Math.round((up + down) / 1000),
  };
}
