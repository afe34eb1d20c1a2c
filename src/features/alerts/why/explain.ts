import { eq } from "drizzle-orm";
import { listCutOffBehind } from "#features/monitoring";
import type { SyslogEngine } from "#features/syslog";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { may, type Caller } from "#platform/http/guard";
import type { Logger } from "#platform/log";
import { alertIncidents } from "../tables";
import {
  findChanges,
  findMaintenance,
  findOwnNetwork,
  findPort,
  findTogether,
  type DeviceIncident,
  type IncidentRow,
} from "./facts";
import { likelyCauseOf } from "./likely-cause";
import { findLog } from "./log";
import type { AlertWhy } from "./models";

export type WhyContext = {
  db: Db;
  syslog: SyslogEngine;
  log: Logger;
  /** Of the devices that this service is at. */
  rootAddresses: () => Promise<readonly string[]>;
};

/** Of those behind a device. */
const MAX_NAMED = 20;

/** What a person would look up about an incident, as far as the caller may know it. Throws 404. */
export async function explainIncident(
  ctx: WhyContext,
  { id, caller }: { id: number; caller: Caller },
  signal: AbortSignal,
): Promise<AlertWhy> {
  const [incident] = await ctx.db.select().from(alertIncidents).where(eq(alertIncidents.id, id));
  if (incident === undefined) throw notFound("Incident not found");
  const { deviceId } = incident;
  const facts = {
    together: await findTogether(ctx.db, incident),
    own_network: await findOwnNetwork(ctx.db, incident),
    ...(deviceId === null
      ? NOTHING_OF_DEVICES
      : await findOfDevice(ctx, { incident: { ...incident, deviceId }, caller }, signal)),
  };
  return { likely_cause: likelyCauseOf(facts, incident.openedAt), ...facts };
}

type OfDevice = Omit<AlertWhy, "likely_cause" | "together" | "own_network">;

const NOTHING_OF_DEVICES: OfDevice = {
  behind: { count: 0, devices: [] },
  port: null,
  maintenance: [],
  changes: null,
  log: null,
};

async function findOfDevice(
  ctx: WhyContext,
  { incident, caller }: { incident: DeviceIncident; caller: Caller },
  signal: AbortSignal,
): Promise<OfDevice> {
  const { db } = ctx;
  const { userId } = caller;
  const [behind, port, maintenance, changes, log] = await Promise.all([
    findBehind(ctx, incident),
    may(caller, "tools_passive") ? findPort(db, incident) : null,
    findMaintenance(db, incident),
    caller.isSuperAdmin ? findChanges(db, incident) : null,
    may(caller, "security_view") ? findLog({ ...ctx, userId }, incident, signal) : null,
  ]);
  return { behind, port, maintenance, changes, log };
}

/** Of one that is over nothing is behind any more. */
async function findBehind(
  ctx: WhyContext,
  { deviceId, resolvedAt }: IncidentRow & { deviceId: number },
): Promise<AlertWhy["behind"]> {
  if (resolvedAt !== null) return { count: 0, devices: [] };
  const cutOff = await listCutOffBehind(ctx, deviceId);
  return {
    count: cutOff.length,
    devices: cutOff.slice(0, MAX_NAMED).map(({ id, name }) => ({ id, name })),
  };
}
