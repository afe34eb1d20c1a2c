import { and, eq, lt } from "drizzle-orm";
import { discoveryObservations, discoveryScans, discoverySchedules } from "#tables/discovery";
import { devices } from "#tables/topology";
import { DATA_CENTRE_DEVICES } from "../data-centre";
import type { FillContext } from "./past";

const DAY_MS = 86_400_000;
const SCANNED = 14;

/** What scans of the last days noticed, and what somebody did about it. */
const NOTICED = [
  {
    type: "new_device",
    key: "mac:02:4e:14:0a:00:c8",
    address: "127.20.0.200",
    summary: "New device found at 127.20.0.200",
    status: "open",
    reason: null,
    days: 1.1,
  },
  {
    type: "ip_change",
    device: "fra-web-3",
    address: "127.20.0.34",
    summary: "Device may have moved from 127.20.0.33 to 127.20.0.34",
    status: "open",
    reason: null,
    days: 0.4,
  },
  {
    type: "disappeared",
    key: "mac:02:4e:14:0a:00:cd",
    address: "127.20.0.205",
    summary: "Previously discovered device no longer responds at 127.20.0.205",
    status: "acknowledged",
    reason: "A laptop of the electricians",
    days: 2.3,
  },
  {
    type: "new_device",
    key: "mac:02:4e:14:0a:00:65",
    address: "127.20.0.101",
    summary: "New device found at 127.20.0.101",
    status: "resolved",
    reason: "Put into the inventory as fra-cam-1",
    days: 5.2,
  },
] as const;

/** The scans of a week, and what they noticed. */
export async function fillDiscovery({ db, past }: FillContext): Promise<void> {
  const [schedule] = await db.select().from(discoverySchedules).orderBy(discoverySchedules.id).limit(1);
  if (schedule === undefined) return;
  const { scheduleId, createdAt } = discoveryScans;
  const isPast = and(eq(scheduleId, schedule.id), lt(createdAt, new Date(past.untilMs - DAY_MS / 2)));
  if ((await db.$count(discoveryScans, isPast)) > 0) return;
  const ids = new Map(
    (await db.select({ id: devices.id, name: devices.hostname }).from(devices)).map(({ id, name }) => [
      name,
      id,
    ]),
  );
  const scans = [7, 6, 5, 4, 3, 2, 1].map((days) => ({
    scheduleId: schedule.id,
    userId: schedule.ownerUserId,
    target: schedule.target,
    scanType: schedule.scanType,
    status: "completed",
    state: "completed",
    hostCount: SCANNED,
    resultCount: SCANNED - (days % 3),
    methods: ["icmp"],
    createdAt: new Date(past.untilMs - days * DAY_MS),
    completedAt: new Date(past.untilMs - days * DAY_MS + 4200),
  }));
  const observations = NOTICED.map(({ type, address, summary, status, reason, days, ...about }) => {
    const device = "device" in about ? about.device : undefined;
    const id = device === undefined ? undefined : ids.get(device);
    const at = new Date(past.untilMs - days * DAY_MS);
    return {
      scheduleId: schedule.id,
      deviceId: id ?? null,
      observationType: type,
      subjectKey: "key" in about ? about.key : `device:${id}`,
      status,
      reason,
      ipAddress: address,
      macAddress: macOf({ device, key: "key" in about ? about.key : "" }),
      hostname: device ?? null,
      summary,
      firstSeenAt: at,
      lastSeenAt: at,
      resolvedAt: status === "resolved" ? new Date(at.getTime() + 2 * 3_600_000) : null,
    };
  });
  await db.transaction(async (tx) => {
    await tx.insert(discoveryScans).values(scans);
    await tx.insert(discoveryObservations).values(observations).onConflictDoNothing();
  });
}

function macOf({ device, key }: { device: string | undefined; key: string }): string | null {
  if (device === undefined) return key.replace(/^mac:/, "");
  return DATA_CENTRE_DEVICES.find(({ hostname }) => hostname === device)?.mac_address ?? null;
}
