import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { deviceNameOf, devices } from "#tables/topology";
import { Dependencies, type Network } from "../engine/dependencies";
import { readDeviceStates, readNetwork } from "../engine/topology";
import type { TargetState } from "../state";
import { checkTargets, deviceDependencies } from "../tables";
import { MAX_SHOWN, type Choice, type DeviceDependencies, type RelatedDevice } from "./models";
import { causesOf, Ways } from "./ways";

export type Context = { db: Db; rootAddresses: () => Promise<readonly string[]> };

/** What a device depends on, and what on it. Throws 404. */
export async function readDependencies(
  { db, rootAddresses }: Context,
  id: number,
): Promise<DeviceDependencies> {
  const [self] = await readRelated(db, [id]);
  if (self === undefined) throw notFound("Device not found");
  const choice = await readChoice(db, id);
  const network = await readNetwork(db, await rootAddresses());
  const dependencies = new Dependencies(network);
  const ways = new Ways(dependencies);
  const byLinks = choice.mode === "automatic" ? ways : new Ways(new Dependencies(withoutChoice(network, id)));
  const causes =
    self.state === "unreachable"
      ? causesOf(dependencies, id, await readStatuses(db)).slice(0, MAX_SHOWN)
      : [];
  const automatic = byLinks.parentsOf(id);
  const related = await readRelated(db, [...choice.parent_ids, ...automatic, ...causes]);
  const known = new Map(related.map((device) => [device.id, device]));
  const among = (ids: readonly number[]) => related.filter((device) => ids.includes(device.id));
  const dependents = ways.dependentsOf(id);
  return {
    ...choice,
    chosen: among(choice.parent_ids),
    automatic: among(automatic).slice(0, MAX_SHOWN),
    automatic_count: automatic.length,
    detours: byLinks.countDetours(id),
    dependents: {
      direct: dependents.direct.size,
      all: dependents.all.size,
      only: dependents.only.size,
    },
    causes: causes.flatMap((cause) => known.get(cause) ?? []),
  };
}

function withoutChoice(network: Required<Network>, id: number): Network {
  return { ...network, choices: new Map([...network.choices].filter(([device]) => device !== id)) };
}

async function readStatuses(db: Db) {
  return new Map((await readDeviceStates(db)).map((device) => [device.deviceId, device]));
}

/** What somebody chose for a device that exists. */
export async function readChoice(db: Db, id: number): Promise<Choice> {
  const rows = await db
    .select({ parent: deviceDependencies.parentId })
    .from(deviceDependencies)
    .where(eq(deviceDependencies.deviceId, id))
    .orderBy(deviceDependencies.parentId);
  const parents = rows.flatMap(({ parent }) => parent ?? []);
  const mode = parents.length > 0 ? "chosen" : rows.length > 0 ? "none" : "automatic";
  return { device_id: id, mode, parent_ids: parents };
}

/** Those of the devices that exist, by name, sw2 before sw10. */
export async function readRelated(db: Db, ids: readonly number[]): Promise<RelatedDevice[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: devices.id, name: deviceNameOf(), state: sql<TargetState | null>`${checkTargets.state}` })
    .from(devices)
    .leftJoin(checkTargets, and(eq(checkTargets.deviceId, devices.id), eq(checkTargets.kind, "device")))
    .where(inArray(devices.id, [...ids]))
    .orderBy(devices.nameKey, devices.id);
}

/** The devices that cannot be reached now and lie behind a device, by name. */
export async function listCutOffBehind({ db, rootAddresses }: Context, id: number): Promise<RelatedDevice[]> {
  const ways = new Ways(new Dependencies(await readNetwork(db, await rootAddresses())));
  const behind = await readRelated(db, [...ways.dependentsOf(id).all]);
  return behind.filter(({ state }) => state === "unreachable");
}
