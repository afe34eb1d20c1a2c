import { eq, sql } from "drizzle-orm";
import { storePast, targetsWithPast } from "#features/monitoring";
import type { Db } from "#platform/database";
import { checkTargets, monitors, serviceChecks } from "#tables/monitoring";
import { devices } from "#tables/topology";
import { courseOf, type Watched } from "./check-course";
import type { Outage, Past } from "./course";
import type { FillContext } from "./past";
import { createRandom } from "./random";

/**
 * How long an answer takes at a busy time, by the label of a check or the name of a monitor; where the demo itself
 * answers it is so, too.
 */
const USUAL_MS: Readonly<Record<string, number | null>> = {
  SSH: 1.3,
  "Web server": 31,
  PostgreSQL: 0.7,
  Mail: 1.9,
  "Name server": 0.9,
  Interfaces: 2.8,
  "Battery charge": 2.2,
  "Netatlas: health": 4,
  "Netatlas: pages": 5,
  "Netatlas: refuses strangers": 3,
  "Shop: front page": 32,
  "Shop: search": 35,
  "Shop: checkout": 31,
  "Shop: customers' portal": 6,
  "Stock sync": 1900,
};
const DEVICE_MS = 0.055;
/**
 * The data centre and the monitors have been watched for as long as a status page shows; the sites came later, one
 * after the other.
 */
const DAYS = 90;
const DAYS_OF_SITES = 30;
const LATER_DAYS = 9;
const AT_ONCE = 25;
const PATIENCE_MS = 30_000;
const POLL_MS = 200;

/** The past of what is watched, and the last day of it check by check. */
export async function fillChecks({ db, past }: FillContext): Promise<void> {
  await untilWatched(db);
  const targets = await readTargets(db);
  const now = new Date();
  const done = await targetsWithPast(db, { targetIds: targets.map(({ id }) => id), now });
  const left = targets.filter(({ id, state }) => !done.has(id) && state !== "paused");
  for (let start = 0; start < left.length; start += AT_ONCE) {
    const pasts = left
      .slice(start, start + AT_ONCE)
      .map((target) => courseOf(toWatched(target, past), { past, random: createRandom(target.id) }));
    await storePast(db, pasts, now);
  }
}

type Target = Awaited<ReturnType<typeof readTargets>>[number];

function readTargets(db: Db) {
  return db
    .select({
      id: checkTargets.id,
      kind: checkTargets.kind,
      state: checkTargets.state,
      intervalSeconds: checkTargets.intervalSeconds,
      device: devices.hostname,
      check: serviceChecks.label,
      monitor: monitors.name,
      monitorKind: monitors.kind,
    })
    .from(checkTargets)
    .leftJoin(devices, eq(devices.id, checkTargets.deviceId))
    .leftJoin(serviceChecks, eq(serviceChecks.id, checkTargets.serviceCheckId))
    .leftJoin(monitors, eq(monitors.id, checkTargets.monitorId))
    .orderBy(checkTargets.id);
}

function toWatched({ id, kind, intervalSeconds, device, check, monitor }: Target, past: Past): Watched {
  const isDevice = kind === "device";
  const name = check ?? monitor ?? "";
  const cutOff = past.outages.filter(({ subject, behind }) => {
    const isOnDown = !isDevice && "device" in subject && !("check" in subject) && subject.device === device;
    return isOnDown || (device !== null && behind.includes(device));
  });
  return {
    targetId: id,
    intervalSeconds,
    isDevice,
    days: device === null || device.startsWith("fra-") ? DAYS : DAYS_OF_SITES - (id % LATER_DAYS),
    usualMs: isDevice ? DEVICE_MS : (USUAL_MS[name] ?? null),
    down: past.outages.filter((outage) => isAbout(outage, { device, check, monitor })),
    unreachable: cutOff,
    maintained: device !== null && past.maintenance.devices.includes(device) ? [past.maintenance] : [],
  };
}

function isAbout(
  { subject }: Outage,
  { device, check, monitor }: Pick<Target, "device" | "check" | "monitor">,
) {
  if ("monitor" in subject) return subject.monitor === monitor;
  return subject.device === device && ("check" in subject ? subject.check : null) === check;
}

/** The service notices by itself what there is to watch, soon after it was put in. */
async function untilWatched(db: Db): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const [row] = await db.execute<{ left: number }>(sql`SELECT (
      (SELECT count(*) FROM ${devices} d WHERE d.ip_address IS NOT NULL
        AND NOT EXISTS (SELECT FROM ${checkTargets} t WHERE t.kind = 'device' AND t.device_id = d.id))
      + (SELECT count(*) FROM ${monitors} m
        WHERE NOT EXISTS (SELECT FROM ${checkTargets} t WHERE t.monitor_id = m.id))
      + (SELECT count(*) FROM ${serviceChecks} c
        WHERE NOT EXISTS (SELECT FROM ${checkTargets} t WHERE t.service_check_id = c.id)))::int AS left`);
    if (row?.left === 0) return;
    if (Date.now() > deadline) throw new Error(`${row?.left} things are not watched yet`);
    await Bun.sleep(POLL_MS);
  }
}
