import { z } from "@hono/zod-openapi";
import { dateTime, integer, timestamp } from "#platform/http/fields";
import { TARGET_STATES } from "../state";

const text = z.string().nullable();
const share = z.number().nullable();
const count = z.int();

export const FleetSummary = z
  .object({
    total: count,
    online: count,
    offline: count,
    unknown: count,
    paused: count,
    healthy: count,
    unhealthy: count,
    avg_rtt_ms: z.number().nullable(),
    last_checked: timestamp.nullable(),
  })
  .openapi("FleetSummary");
export type FleetSummary = z.infer<typeof FleetSummary>;

export const PortResult = z
  .object({
    target_id: z.int().nullable(),
    port: z.int(),
    label: z.string(),
    check_type: z.string(),
    open: z.boolean(),
    status: text.openapi({ description: "`open`, `closed` or `unknown`" }),
    response_time_ms: z.number().nullable(),
    status_code: z.int().nullable(),
    error: text,
  })
  .openapi("PortResult");
export type PortResult = z.infer<typeof PortResult>;

export const DeviceMonitorSummary = z
  .object({
    device_id: z.int(),
    ip_address: z.string(),
    display_name: text,
    hostname: text,
    device_type: text,
    icon: text,
    status: z.string().openapi({ description: "`online`, `offline`, `unknown` or `paused`" }),
    expected_status: z.string(),
    health_status: z.string().openapi({ description: "`healthy`, `unhealthy`, `unknown` or `paused`" }),
    lifecycle: z.string(),
    monitoring_paused: z.boolean(),
    topology_group: text,
    site_id: z.int().nullable(),
    site_name: text,
    vlan_id: text,
    tags: z.array(z.string()),
    last_checked: timestamp.nullable(),
    uptime_24h: share.openapi({
      description: "share of the results that say up, 0 to 1; those that could tell nothing do not count",
    }),
    uptime_7d: share,
    uptime_watched_24h: share.openapi({
      description:
        "share of the time in which the device was watched and neither paused, in maintenance nor unreachable, 0 to 1, by its confirmed state",
    }),
    uptime_watched_7d: share,
    watched_hours_24h: z.number().openapi({ description: "how many hours that time is" }),
    watched_hours_7d: z.number(),
    compliance_24h: share,
    compliance_7d: share,
    avg_rtt_24h: z.number().nullable(),
    latest_port_results: z.array(PortResult),
    heartbeat: z
      .array(z.string())
      .openapi({ description: "at most 50 newest results of 24 h, oldest first" }),
    heartbeat_health: z.array(z.string()),
    heartbeat_at: z.array(timestamp),
    rtt_sparkline: z.array(z.number().nullable()),
    is_favourite: z.boolean(),
    flapping: z.boolean(),
    state: z.enum(TARGET_STATES),
    state_since: timestamp.nullable(),
    interval_seconds: z.int().nullable(),
    error: text.openapi({ description: "of the newest result; null where all was well" }),
  })
  .openapi("DeviceMonitorSummary");
export type DeviceMonitorSummary = z.infer<typeof DeviceMonitorSummary>;

/** As many as older clients know. */
const MAX_BEATS = 50;

export const DevicesQuery = z.object({
  changed_since: dateTime()
    .optional()
    .openapi({ description: "only what was changed or checked then or later" }),
  beats: integer({ min: 0, max: MAX_BEATS })
    .default(MAX_BEATS)
    .openapi({ description: "how many of the newest results of each device come along at most" }),
});

export const HistoryQuery = z.object({
  hours: integer({ min: 1 })
    .default(24)
    .transform((hours) => Math.min(hours, 720)),
});

export const MonitorHistoryPoint = z
  .object({
    id: z.int().openapi({ description: "the time in microseconds" }),
    checked_at: timestamp,
    status: z.string(),
    expected_status: text,
    is_healthy: z.boolean().nullable(),
    rtt_ms: z.number().nullable(),
    port_results: z.array(PortResult).openapi({ description: "the newest result of each check then" }),
  })
  .openapi("MonitorHistoryPoint");
export type MonitorHistoryPoint = z.infer<typeof MonitorHistoryPoint>;

export const CheckHistoryQuery = HistoryQuery.extend({
  device_id: integer().optional().openapi({ description: "needed for a check of every device: on which" }),
});

export const ServiceCheckHistoryRead = z
  .object({
    id: z.int().openapi({ description: "the time in microseconds" }),
    checked_at: timestamp,
    status: z.string().openapi({ description: "of this check alone: `up`, `down` or `unknown`" }),
    response_time_ms: z.number().nullable(),
    status_code: z.int().nullable(),
    error: text,
  })
  .openapi("ServiceCheckHistoryRead");
export type ServiceCheckHistoryRead = z.infer<typeof ServiceCheckHistoryRead>;

export const DeviceAnalysis = z
  .object({
    device_id: z.int(),
    baseline_rtt_ms: z.number().nullable(),
    rtt_stddev: z.number().nullable(),
    rtt_p50: z.number().nullable(),
    rtt_p95: z.number().nullable(),
    current_rtt_ms: z.number().nullable(),
    anomaly_score: z.number().nullable(),
    anomaly_level: z.enum(["normal", "elevated", "anomalous", "insufficient_data"]),
    trend: z.enum(["rising", "falling", "stable", "insufficient_data"]),
    trend_pct: z.number().nullable(),
    flap_count_24h: count,
    longest_outage_minutes: z.int().nullable(),
  })
  .openapi("DeviceAnalysis");
export type DeviceAnalysis = z.infer<typeof DeviceAnalysis>;
