import {
  AGENTS,
  ALL_WELL,
  answers,
  DEVICES,
  GROUP_NAMES,
  GROUPS,
  JOB_NAMES,
  WAYS,
  type AgentName,
  type DeviceName,
  type GroupName,
  type Network,
} from "./small-network";

export type State = "up" | "down" | "unknown" | "unreachable" | "maintenance" | "paused";

/** Every target by its name: devices and jobs by theirs, services as "web by SNMP". */
export const TARGETS: readonly string[] = [
  ...DEVICES,
  ...AGENTS.map((name) => `${name} by SNMP`),
  "page",
  ...JOB_NAMES,
  ...GROUP_NAMES,
];

function isReachable(network: Network, device: DeviceName): boolean {
  const ways: readonly DeviceName[] = WAYS[device];
  return ways.length === 0 || ways.some((way) => answers(network, way));
}

function stateOfDevice(network: Network, device: DeviceName): State {
  if (network.paused.has(device)) return "paused";
  if (network.maintained.has(device)) return "maintenance";
  if (answers(network, device)) return "up";
  return isReachable(network, device) ? "down" : "unreachable";
}

function stateOfAgent(network: Network, device: AgentName): State {
  if (network.paused.has(device)) return "paused";
  if (network.maintained.has(device)) return "maintenance";
  if (!answers(network, device)) return "unreachable";
  const agent = network.agents[device];
  return agent === "ok" ? "up" : agent === "refuses" ? "unknown" : "down";
}

/** As the page on groups has it, in a table. */
export function stateOfGroup(name: GroupName, stateOf: (member: string) => State | undefined): State {
  const { mode, members } = GROUPS[name];
  const states = members.flatMap((member) => stateOf(member) ?? []);
  const counted = states.filter((state) => state !== "paused" && state !== "maintenance");
  const isUseless = (state: State) => state === "down" || state === "unreachable";
  if (counted.length === 0) return "unknown";
  if (mode === "all")
    return counted.some(isUseless) ? "down" : counted.includes("unknown") ? "unknown" : "up";
  return counted.includes("up") ? "up" : counted.every(isUseless) ? "down" : "unknown";
}

/** What every target must come to, from the network alone. */
export function statesOf(network: Network): Map<string, State> {
  const states = new Map<string, State>();
  for (const name of DEVICES) states.set(name, stateOfDevice(network, name));
  for (const name of AGENTS) states.set(`${name} by SNMP`, stateOfAgent(network, name));
  states.set("page", network.isPageUp ? "up" : "down");
  for (const name of JOB_NAMES) states.set(name, network.jobs[name] === "reports" ? "up" : "down");
  for (const name of GROUP_NAMES)
    states.set(
      name,
      stateOfGroup(name, (member) => states.get(member)),
    );
  return states;
}

/** What somebody set of it: its changes are not those of the network alone. */
export function isSet(network: Network, target: string): boolean {
  const device = deviceOf(target);
  return device !== undefined && (network.maintained.has(device) || network.paused.has(device));
}

function deviceOf(target: string): DeviceName | undefined {
  return DEVICES.find((name) => target === name || target === `${name} by SNMP`);
}

type Incidents = { count: number; isOpen: boolean };

/**
 * Incidents: each lasts from down until the target is up again, whatever hides it in between, or nobody watches it any
 * more.
 */
export class IncidentModel {
  readonly #incidents = new Map<string, Incidents>(
    TARGETS.map((name) => [name, { count: 0, isOpen: false }]),
  );

  addPhase(network: Network): void {
    const shown = statesOf(network);
    // Seen by whoever asks, though a maintenance hides it.
    const seen = statesOf({ ...network, maintained: ALL_WELL.maintained });
    for (const [name, incident] of this.#incidents) {
      const isDown = shown.get(name) === "down";
      if (isDown && !incident.isOpen) incident.count += 1;
      if (isDown) incident.isOpen = true;
      if (seen.get(name) === "up" || shown.get(name) === "paused") incident.isOpen = false;
    }
  }

  of(name: string): Incidents {
    return this.#incidents.get(name) ?? { count: 0, isOpen: false };
  }
}
