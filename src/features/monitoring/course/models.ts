import { z } from "@hono/zod-openapi";
import { integer, timestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { TARGET_STATES } from "../state";

const text = z.string().nullable();
const id = z.int().nullable();
const state = z.enum(TARGET_STATES);
const latency = z.number().nullable();

const MAX_HOURS = 720;
const LONGEST_HOURS = 24 * 366;

const thing = {
  device_id: integer({ min: 1 }).optional(),
  service_check_id: integer({ min: 1 }).optional(),
  monitor_id: integer({ min: 1 }).optional(),
};

export const TimelineQuery = z.object({
  ...thing,
  hours: integer({ min: 1 })
    .default(24)
    .transform((hours) => Math.min(hours, MAX_HOURS))
    .openapi({ description: `at most ${MAX_HOURS}; more are cut` }),
});

export const IncidentsQuery = z.object({
  device_id: thing.device_id.openapi({ description: "of the device and of the checks on it" }),
  service_check_id: thing.service_check_id.openapi({ description: "of the check, on any device" }),
  monitor_id: thing.monitor_id,
  hours: integer({ min: 1, max: LONGEST_HOURS })
    .default(MAX_HOURS)
    .openapi({ description: "those that lasted at some time of the last hours" }),
  ...pagingFields,
});
export type IncidentsQuery = z.output<typeof IncidentsQuery>;

export const IncidentRead = z
  .object({
    id: z.int(),
    target_id: z.int(),
    kind: z.enum(["device", "service", "monitor"]),
    device_id: id,
    service_check_id: id,
    monitor_id: id,
    name: z.string().openapi({ description: "of the device, of the check and its device, of the monitor" }),
    started_at: timestamp,
    ended_at: timestamp.nullable().openapi({ description: "null: it lasts" }),
    duration_seconds: z.int().openapi({ description: "until its end, or until now" }),
    error: text.openapi({ description: "what the check said when it began" }),
  })
  .openapi("IncidentRead");
export type IncidentRead = z.infer<typeof IncidentRead>;

export const TimelineSpan = z
  .object({ from: timestamp, to: timestamp, state, reason: text })
  .openapi("TimelineSpan");
export type TimelineSpan = z.infer<typeof TimelineSpan>;

export const MonitoringTimeline = z
  .object({
    target_id: id.openapi({ description: "null: nothing is watched yet" }),
    interval_seconds: z.int().nullable(),
    from: timestamp,
    to: timestamp,
    uptime: z.number().nullable().openapi({
      description: "share of the time in which it was up or down, 0 to 1, since the hour of `from`",
    }),
    watched_seconds: z.int().openapi({ description: "how long that time is" }),
    state_seconds: z.record(state, z.int()),
    spans: z.array(TimelineSpan).openapi({
      description:
        "oldest first; nobody looked between them. Where there are very many, those of one moment on a screen are one, of the worst state",
    }),
    latency: z.object({
      step_seconds: z.int(),
      points: z.array(
        z.object({ at: timestamp, p50_ms: latency, p95_ms: latency, count: z.int() }).openapi("LatencyPoint"),
      ),
    }),
    damaged: z.array(z.object({ from: timestamp, to: timestamp })).openapi({
      description: "when stored results are damaged and cannot be read: spans and latency have a gap there",
    }),
    maintenance: z
      .array(z.object({ maintenance_id: z.int(), title: z.string(), from: timestamp, to: timestamp }))
      .openapi({ description: "as the windows stand now" }),
    changes: z
      .array(z.object({ at: timestamp, state, reason: text }))
      .openapi({ description: "at most 200 changes of state, the newest first" }),
    results: z
      .array(
        z
          .object({
            at: timestamp,
            status: z.enum(["up", "down", "unknown"]),
            response_time_ms: latency,
            status_code: id,
            error: text,
          })
          .openapi("TimelineResult"),
      )
      .openapi({ description: "at most 50, the newest first" }),
  })
  .openapi("MonitoringTimeline");
export type MonitoringTimeline = z.infer<typeof MonitoringTimeline>;
