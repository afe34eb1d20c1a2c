import { z } from "@hono/zod-openapi";
import { isTimeZone } from "#platform/cron";
import { isNotificationTarget } from "#features/notifications";
import { boolean, integer, integerOrNull, timestamp, toTimestamp } from "#platform/http/fields";
import { exclude, ScanEngine, ScanType, snmpTargets } from "../scans/models";
import type { discoverySchedules, QuietHours as KeptQuietHours } from "../tables";

const clock = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
  .openapi({ example: "22:00" });

const QuietHours = z
  .object({
    begins: clock,
    ends: clock.openapi({ description: "before `begins`: on the next day" }),
    time_zone: z.string().max(64).refine(isTimeZone, "not a known time zone").openapi({
      example: "Europe/Berlin",
    }),
  })
  .refine(({ begins, ends }) => begins !== ends, "begins and ends must differ")
  .openapi("DiscoveryQuietHours", {
    description:
      "when no run begins by itself; one that would waits for their end. One by hand begins at any time",
  });

const notificationTargets = z
  .array(z.string().trim().max(64).refine(isNotificationTarget, "no channel, and no `profile:<id>`"))
  .max(8)
  .transform((given) => [...new Set(given)])
  .openapi({
    type: "array",
    items: { type: "string" },
    maxItems: 8,
    description: "channels (`smtp`, `ntfy`, `telegram`, `signal`), or profiles as `profile:<id>`",
  });

const fields = {
  name: z.string().trim().min(1).max(120),
  target: z.string().trim().min(1).max(255).openapi({ example: "192.168.10.0/24" }),
  scan_type: ScanType,
  engine: ScanEngine,
  exclude,
  enabled: boolean(),
  interval_minutes: integer({ min: 15, max: 10_080 }),
  confirm_large_scan: boolean(),
  topology_group_id: integerOrNull().openapi({
    description:
      "of devices that observations make; its gateway is asked by SNMP where `snmp_targets` is empty",
  }),
  site_id: integerOrNull(),
  snmp_profile_id: integerOrNull(),
  snmp_targets: snmpTargets,
  notification_targets: notificationTargets,
  quiet_hours: QuietHours.nullable(),
};

export const DiscoveryScheduleCreate = z
  .object({
    ...fields,
    scan_type: fields.scan_type.default("ping"),
    engine: fields.engine.default("own"),
    exclude: fields.exclude.default([]),
    enabled: fields.enabled.default(true),
    interval_minutes: fields.interval_minutes.default(1440),
    confirm_large_scan: fields.confirm_large_scan.default(false),
    topology_group_id: fields.topology_group_id.default(null),
    site_id: fields.site_id.default(null),
    snmp_profile_id: fields.snmp_profile_id.default(null),
    snmp_targets: fields.snmp_targets.default([]),
    notification_targets: fields.notification_targets.default([]),
    quiet_hours: fields.quiet_hours.default(null),
  })
  .openapi("DiscoveryScheduleCreate");
export type DiscoveryScheduleCreate = z.output<typeof DiscoveryScheduleCreate>;

export const DiscoveryScheduleUpdate = z.object(fields).partial().openapi("DiscoveryScheduleUpdate");
export type DiscoveryScheduleUpdate = z.output<typeof DiscoveryScheduleUpdate>;

export const DiscoveryScheduleRead = z
  .object({
    id: z.int(),
    name: z.string(),
    target: z.string(),
    scan_type: ScanType,
    engine: ScanEngine,
    exclude: z.array(z.string()),
    enabled: z.boolean(),
    interval_minutes: z.int(),
    confirm_large_scan: z.boolean(),
    topology_group_id: z.int().nullable(),
    site_id: z.int().nullable(),
    snmp_profile_id: z.int().nullable(),
    snmp_targets: z.array(z.string()),
    notification_targets: z.array(z.string()),
    quiet_hours: QuietHours.nullable(),
    owner_user_id: z.int(),
    owner_username: z.string(),
    last_run_at: timestamp.nullable(),
    next_run_at: timestamp.nullable().openapi({ description: "null: it is not enabled" }),
    last_scan_id: z.int().nullable(),
    last_status: z.string().nullable(),
    last_error: z.string().nullable(),
    last_result_count: z.int().nullable().openapi({ description: "hosts that the last scan found" }),
    running_scan_id: z.int().nullable(),
    open_observation_count: z.int().openapi({ description: "those that are not resolved" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi("DiscoveryScheduleRead");
export type DiscoveryScheduleRead = z.infer<typeof DiscoveryScheduleRead>;

/** What follows from runs is no change of the schedule. */
export const SCHEDULE_VERSION = {
  without: [
    "last_run_at",
    "next_run_at",
    "last_scan_id",
    "last_status",
    "last_error",
    "last_result_count",
    "running_scan_id",
    "open_observation_count",
    "owner_username",
    "updated_at",
  ],
};

export type ScheduleRow = typeof discoverySchedules.$inferSelect;

export type DescribedSchedule = {
  schedule: ScheduleRow;
  ownerUsername: string;
  unresolved: number;
  lastResultCount: number | null;
  runningScanId: number | null;
};

export function toScheduleRead(row: DescribedSchedule): DiscoveryScheduleRead {
  const { schedule } = row;
  return {
    id: schedule.id,
    name: schedule.name,
    target: schedule.target,
    scan_type: ScanType.parse(schedule.scanType),
    engine: ScanEngine.parse(schedule.engine),
    exclude: schedule.exclude,
    enabled: schedule.isEnabled,
    interval_minutes: schedule.intervalMinutes,
    confirm_large_scan: schedule.confirmsLargeScan,
    topology_group_id: schedule.topologyGroupId,
    site_id: schedule.siteId,
    snmp_profile_id: schedule.snmpProfileId,
    snmp_targets: schedule.snmpTargets,
    notification_targets: schedule.notificationTargets,
    quiet_hours: toQuietHours(schedule.quietHours),
    owner_user_id: schedule.ownerUserId,
    owner_username: row.ownerUsername,
    last_run_at: toTimestamp(schedule.lastRunAt),
    next_run_at: schedule.isEnabled ? toTimestamp(schedule.dueAt) : null,
    last_scan_id: schedule.lastScanId,
    last_status: schedule.lastStatus,
    last_error: schedule.lastError,
    last_result_count: row.lastResultCount,
    running_scan_id: row.runningScanId,
    open_observation_count: row.unresolved,
    created_at: toTimestamp(schedule.createdAt),
    updated_at: toTimestamp(schedule.updatedAt),
  };
}

function toQuietHours(kept: KeptQuietHours | null): DiscoveryScheduleRead["quiet_hours"] {
  return kept === null ? null : { begins: kept.begins, ends: kept.ends, time_zone: kept.timeZone };
}

/** The columns of the fields that are given. */
export function scheduleColumns(given: DiscoveryScheduleUpdate) {
  return {
    name: given.name,
    target: given.target,
    scanType: given.scan_type,
    engine: given.engine,
    exclude: given.exclude,
    isEnabled: given.enabled,
    intervalMinutes: given.interval_minutes,
    confirmsLargeScan: given.confirm_large_scan,
    topologyGroupId: given.topology_group_id,
    siteId: given.site_id,
    snmpProfileId: given.snmp_profile_id,
    snmpTargets: given.snmp_targets,
    notificationTargets: given.notification_targets,
    quietHours: toKeptQuietHours(given.quiet_hours),
  };
}

function toKeptQuietHours(given: DiscoveryScheduleUpdate["quiet_hours"]): KeptQuietHours | null | undefined {
  return given && { begins: given.begins, ends: given.ends, timeZone: given.time_zone };
}
