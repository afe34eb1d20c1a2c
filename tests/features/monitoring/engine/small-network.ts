import { readPushToken, addPushToken } from "../../../../src/features/monitoring/push/token";
import { isOrder, problemOfValue } from "../../../../src/features/monitoring/probes/snmp-compare";
import type { ServiceCheck } from "../../../../src/features/monitoring/engine/store";
import type { CheckOutcome } from "../../../../src/features/monitoring/engine/decide";
import { deviceDependencies, groupMembers, monitors } from "../../../../src/features/monitoring/tables";
import { createEncryption } from "#platform/encryption";
import type { Database } from "#platform/database";
import { MASTER_KEY } from "../../../support/app";
import { monitored, outcomeOf } from "../../../support/monitoring";

export const INTERVAL_SECONDS = 5;
export const ROOT_ADDRESS = "10.0.0.1";

/**
 * What each device is reached over: any one of these is enough. A core switch with two hosts; `twin` was chosen to
 * depend on either of two hosts, and `alone` on nothing, although it is linked to the core; `behind` is linked to
 * `twin`.
 */
export const WAYS = {
  root: [],
  core: ["root"],
  edge: ["root"],
  web: ["core"],
  shop: ["core"],
  twin: ["web", "edge"],
  alone: [],
  behind: ["twin"],
} as const satisfies Record<string, readonly string[]>;
export type DeviceName = keyof typeof WAYS;
export const DEVICES: readonly DeviceName[] = [
  "root",
  "core",
  "edge",
  "web",
  "shop",
  "twin",
  "alone",
  "behind",
];
/** Of whoever is asked by SNMP: its load, which is to stay below a bound. */
export const AGENTS = ["web", "edge", "alone"] as const satisfies DeviceName[];
export type AgentName = (typeof AGENTS)[number];
export type Agent = "ok" | "beyond" | "refuses" | "silent";

/** Jobs by when they report, and what their monitors want: in seconds. */
export const JOBS = {
  nightly: { every: 20, grace: 10, retries: 0, retry: 5 },
  hourly: { every: 30, grace: 5, retries: 1, retry: 5 },
} as const;
export type JobName = keyof typeof JOBS;
export const JOB_NAMES: readonly JobName[] = ["nightly", "hourly"];
export type Job = "reports" | "is silent" | "reports failure";

export const GROUPS = {
  branch: { mode: "all", members: ["web", "edge by SNMP", "nightly"] },
  sale: { mode: "any", members: ["shop", "page", "hourly"] },
  choice: { mode: "any", members: ["twin", "alone by SNMP"] },
  far: { mode: "all", members: ["behind", "web by SNMP"] },
} as const;
export type GroupName = keyof typeof GROUPS;
export const GROUP_NAMES: readonly GroupName[] = ["branch", "sale", "choice", "far"];

const BOUND = "80";
const LOADS = { ok: 20n, beyond: 95n } as const;

/** The network as it is, whatever anybody knows of it. */
export type Network = {
  broken: ReadonlySet<DeviceName>;
  agents: Readonly<Record<AgentName, Agent>>;
  isPageUp: boolean;
  jobs: Readonly<Record<JobName, Job>>;
  maintained: ReadonlySet<DeviceName>;
  paused: ReadonlySet<DeviceName>;
};

export const ALL_WELL: Network = {
  broken: new Set(),
  agents: { web: "ok", edge: "ok", alone: "ok" },
  isPageUp: true,
  jobs: { nightly: "reports", hourly: "reports" },
  maintained: new Set(),
  paused: new Set(),
};

export function answers(network: Network, device: DeviceName): boolean {
  const ways: readonly DeviceName[] = WAYS[device];
  return !network.broken.has(device) && (ways.length === 0 || ways.some((way) => answers(network, way)));
}

export function askAgent(network: Network, device: AgentName, check: ServiceCheck): CheckOutcome {
  const agent = answers(network, device) ? network.agents[device] : "silent";
  if (agent === "silent") return outcomeOf("down");
  if (agent === "refuses") return { ...outcomeOf("unknown"), error: "the agent refuses the authentication" };
  const { operator, value: expected } = check.options;
  if (typeof operator !== "string" || !isOrder(operator)) throw new Error("the check has no bound");
  const value = { type: "gauge", text: `${LOADS[agent]}`, number: LOADS[agent], aliases: [], note: null };
  const problem = problemOfValue(value, { operator, expected: String(expected) });
  return problem === null ? outcomeOf("up") : { ...outcomeOf("down"), error: problem };
}

const PLAIN_MONITOR = {
  url: "",
  httpMethod: "GET",
  expectedStatusMin: 200,
  expectedStatusMax: 399,
  acceptedStatusCodes: "200-399",
  timeoutSeconds: 5,
  verifyTls: true,
  followRedirects: true,
  maxRedirects: 5,
  bodyEncoding: "json",
  authType: "none",
  oauthAuthMethod: "basic",
  keywordInverted: false,
  jsonOperator: "==",
  cacheBust: false,
  upsideDown: false,
  checkIntervalSeconds: 10,
  maxRetries: 0,
  retryIntervalSeconds: 5,
  certificateExpiryAlert: false,
  certificateExpiryDays: 14,
  enabled: true,
};

export type Ids = {
  devices: ReadonlyMap<DeviceName, number>;
  checks: ReadonlyMap<AgentName, number>;
  /** Of the page, jobs and groups. */
  monitors: ReadonlyMap<string, number>;
  tokens: ReadonlyMap<JobName, string>;
};

/** Puts the network into the database. */
export async function givenNetwork(database: Database): Promise<Ids> {
  const { db } = database;
  const { givenDevice, givenServiceCheck, link } = monitored(database);
  const encryption = createEncryption(MASTER_KEY);
  const made = new Map<DeviceName, number>();
  for (const [index, name] of DEVICES.entries())
    made.set(name, await givenDevice(`10.0.0.${index + 1}`, { displayName: name }));
  const idOf = (name: DeviceName) => made.get(name) ?? 0;
  for (const [one, other] of LINKS) await link(idOf(one), idOf(other));
  await db.insert(deviceDependencies).values([
    { deviceId: idOf("twin"), parentId: idOf("web") },
    { deviceId: idOf("twin"), parentId: idOf("edge") },
    { deviceId: idOf("alone"), parentId: null },
  ]);
  const checks = new Map<AgentName, number>();
  for (const name of AGENTS) {
    const options = { oid: "1.3.6.1.4.1.2021.11.9.0", operator: "less_than", value: BOUND };
    checks.set(name, await givenServiceCheck(161, { deviceId: idOf(name), checkType: "snmp", options }));
  }
  const own = new Map<string, number>();
  const givenMonitor = async (name: string, fields: Partial<typeof monitors.$inferInsert>) => {
    const [row] = await db
      .insert(monitors)
      .values({ ...PLAIN_MONITOR, name, ...fields })
      .returning();
    own.set(name, row?.id ?? 0);
    return row?.id ?? 0;
  };
  await givenMonitor("page", { url: "http://page.example", maxRetries: 1 });
  const tokens = new Map<JobName, string>();
  for (const name of JOB_NAMES) {
    const { every, grace, retries, retry } = JOBS[name];
    const id = await givenMonitor(name, {
      kind: "push",
      checkIntervalSeconds: every,
      pushGraceSeconds: grace,
      maxRetries: retries,
      retryIntervalSeconds: retry,
    });
    await addPushToken({ db, encryption }, id);
    tokens.set(name, await readPushToken({ db, encryption }, id));
  }
  const memberOf = (name: string) => {
    const agent = AGENTS.find((one) => name === `${one} by SNMP`);
    const device = DEVICES.find((one) => one === name);
    if (agent !== undefined) return { serviceCheckId: checks.get(agent) ?? 0 };
    return device === undefined ? { monitorId: own.get(name) ?? 0 } : { deviceId: idOf(device) };
  };
  for (const name of GROUP_NAMES) {
    const { mode, members } = GROUPS[name];
    // So seldom that it is their members that have them looked at.
    const groupId = await givenMonitor(name, { kind: "group", groupMode: mode, checkIntervalSeconds: 600 });
    await db.insert(groupMembers).values(members.map((member) => ({ groupId, ...memberOf(member) })));
  }
  return { devices: made, checks, monitors: own, tokens };
}

const LINKS: readonly (readonly [DeviceName, DeviceName])[] = [
  ["root", "core"],
  ["root", "edge"],
  ["core", "web"],
  ["core", "shop"],
  ["core", "alone"],
  ["twin", "behind"],
];
