import { z } from "@hono/zod-openapi";
import { InstanceList } from "#features/instances";
import { ReachabilityStatus, ReadinessCheck } from "#features/system";
import { timestamp } from "#platform/http/fields";
import { FeatureVerdict } from "./doctor/models";

const count = z.int();
const bytes = z.number().openapi({ type: "integer" });

const Store = z.object({
  exists: z.boolean(),
  bytes,
  wal_bytes: bytes.openapi({
    description: "of the write-ahead log, or the journal; 0 where it cannot be asked",
  }),
  shm_bytes: bytes.openapi({ description: "always 0" }),
  total_bytes: bytes,
});

const Cache = z
  .object({ cached: z.boolean(), age_seconds: z.number().nullable(), hits: count, misses: count })
  .openapi({ description: "there is no such cache here: nothing is in it" });

const Queue = z.object({ running: count, waiting: count, refused: count });

export const SystemDiagnostics = z
  .object({
    generated_at: timestamp,
    database: z.object({
      main: Store,
      firewall: Store,
      engine: z.object({
        description: z.string().openapi({ example: "PostgreSQL 18.3, run by the service" }),
        version: z.string(),
        limitations: z.array(z.string()),
      }),
      tables: z
        .array(
          z.object({
            name: z.string(),
            bytes: bytes.openapi({ description: "with its indexes" }),
            rows: z.number().nullable().openapi({ description: "about; null: not known yet" }),
            retention: z.string().nullable().openapi({
              description: "how long rows are kept; null: until somebody removes them",
            }),
          }),
        )
        .openapi({ description: "the biggest first" }),
    }),
    monitoring: z.object({
      last_checked_at: timestamp.nullable(),
      device_status_counts: z
        .record(z.string(), count)
        .openapi({ description: "of devices that are checked" }),
      cache: z.object({ ttl_seconds: count, fleet_summary: Cache, device_summaries: Cache }),
    }),
    syslog: z.object({
      total_events: count,
      retention_last_run_at: timestamp.nullable(),
      retention_last_deleted: count,
      retention_last_error: z.string().nullable(),
      last_event_received_at: timestamp.nullable(),
      retention_days: count,
      retention_bytes: bytes,
      segments: count,
      segment_bytes: bytes,
      damaged_segments: count,
      journal_messages: count.openapi({ description: "received but not yet searchable" }),
      store_error: z.string().nullable(),
      listeners: z.array(
        z.object({
          transport: z.string(),
          host: z.string(),
          port: count,
          error: z.string().nullable(),
          receive_buffer_bytes: z.int().nullable(),
          kernel_drops: count.nullable(),
        }),
      ),
    }),
    disk: z.object({
      folder: z.string(),
      total_bytes: bytes,
      free_bytes: bytes,
      forecast: z.object({
        daily_bytes: bytes.openapi({ description: "what a day adds to stored events, by the last week" }),
        expected_bytes: bytes.openapi({
          description: "what they will take when as many are dropped as arrive",
        }),
        full_in_days: z.number().nullable().openapi({ description: "null: they fit" }),
      }),
    }),
    queues: z.object({
      searches: Queue,
      exports: z.object({ running: count, refused: count }),
      notices: z.object({ waiting: count, dead: count, quarantined: count }),
      operations: z.record(z.string(), count).openapi({ description: "that this process runs, by kind" }),
    }),
    jobs: z
      .array(
        z.object({
          name: z.string(),
          started_at: timestamp,
          ended_at: timestamp.nullable(),
          is_running: z.boolean(),
          failure: z
            .string()
            .nullable()
            .openapi({ description: "why the last run failed; null: it did not" }),
        }),
      )
      .openapi({
        description:
          "periodic work of all replicas, by name. What has nothing to do is run once an hour and when a process starts, however often it is looked for work",
      }),
    processes: InstanceList,
    versions: z.object({ service: z.string(), bun: z.string(), database: z.string(), platform: z.string() }),
    reachability: ReachabilityStatus,
    readiness: z.array(ReadinessCheck),
    doctor: z.array(FeatureVerdict),
    process: z.object({
      pid: count,
      uptime_seconds: count,
      memory_bytes: bytes,
    }),
  })
  .openapi("SystemDiagnostics");
export type SystemDiagnostics = z.infer<typeof SystemDiagnostics>;
