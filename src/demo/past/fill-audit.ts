import type { Db } from "#platform/database";
import { auditLog } from "#tables/audit";
import { PEOPLE } from "../people";
import { RESERVATIONS } from "../plan";
import type { FillContext } from "./past";
import { createRandom } from "./random";

const HOUR_MS = 3_600_000;
const DAYS = 7;
/** The administrator is the first, and these come after: as they will be made. */
const FIRST_USER = 2;

type Deed = { action: string; target: string; detail?: string; after?: Record<string, unknown> };

/** What was done on a working day, by whom of `PEOPLE`, and at which hour (UTC). */
const DAY: readonly { who: number; hour: number; deeds: readonly Deed[] }[] = [
  {
    who: 0,
    hour: 7.2,
    deeds: [
      {
        action: "alerts.incident_acknowledged",
        target: "alert_incident:1",
        detail: "fra-leaf-4 is now OFFLINE: No answer",
        after: { note: "I look at it" },
      },
      {
        action: "monitoring.service_check_updated",
        target: "service_check:3",
        after: { failures_to_down: 3 },
      },
    ],
  },
  {
    who: 1,
    hour: 8.4,
    deeds: [
      { action: "tools.ping", target: "10.12.0.21", detail: "count=3" },
      {
        action: "topology.relationship_created",
        target: "relationship:88",
        after: { link_speed_mbps: 10_000 },
      },
    ],
  },
  {
    who: 2,
    hour: 9.1,
    deeds: [{ action: "syslog.search_saved", target: "search:2", detail: "Refused from inside" }],
  },
  { who: 2, hour: 13.3, deeds: [{ action: "export.firewall", target: "firewall", detail: "2,041 events" }] },
  { who: 3, hour: 10.6, deeds: [] },
  {
    who: 0,
    hour: 14.8,
    deeds: [{ action: "maintenance.created", target: "maintenance:1", detail: "Updates" }],
  },
];

/**
 * Who did what in the last days. The log is read in the order in which it was written, so that this comes before
 * anything else is written: into one that has entries nothing is put.
 */
export async function fillAudit({ db, past }: FillContext): Promise<void> {
  if ((await db.$count(auditLog)) > 0) return;
  const random = createRandom(7);
  const rows = Array.from({ length: DAYS }, (_, index) => dayOf(past.untilMs, DAYS - index)).flatMap((day) =>
    new Date(day).getUTCDay() % 6 === 0 ? [] : entriesOf(day, random),
  );
  await insert(
    db,
    rows.filter(({ createdAt }) => createdAt.getTime() < past.untilMs),
  );
}

function dayOf(untilMs: number, daysAgo: number): number {
  return new Date(untilMs - (daysAgo - 1) * 24 * HOUR_MS).setUTCHours(0, 0, 0, 0);
}

type Entry = typeof auditLog.$inferInsert & { createdAt: Date };

function entriesOf(day: number, random: (below: number) => number): Entry[] {
  const reservation = RESERVATIONS[random(RESERVATIONS.length)];
  const reserved = {
    action: "ipam.reservation_created",
    target: `reservation:${1 + random(60)}`,
    detail: reservation?.ip_address ?? "",
    after: { label: reservation?.label ?? "" },
  };
  return DAY.flatMap(({ who, hour, deeds }): Entry[] => {
    const startMs = day + hour * HOUR_MS + random(HOUR_MS / 2);
    const user = PEOPLE[who];
    if (user === undefined) return [];
    const done: readonly Deed[] = [
      { action: "auth.login_success", target: `user:${user.username}` },
      ...deeds,
      ...(who < 2 ? [reserved] : []),
    ];
    return done.map(({ action, target, detail, after }, at) => ({
      actorUserId: FIRST_USER + who,
      actorName: user.username,
      clientAddress: `10.10.20.${101 + who}`,
      action,
      target,
      detail: detail ?? null,
      after: after ?? null,
      createdAt: new Date(startMs + at * 140_000),
    }));
  }).toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

async function insert(db: Db, rows: readonly Entry[]): Promise<void> {
  if (rows.length > 0) await db.insert(auditLog).values([...rows]);
}
