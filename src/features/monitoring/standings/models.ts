import { z } from "@hono/zod-openapi";
import { timestamp } from "#platform/http/fields";

/** What a person is to know of something that is watched, the worst first. */
export const STANDINGS = [
  "down",
  "unexpected",
  "flapping",
  "stale",
  "unreachable",
  "unknown",
  "up",
  "off",
  "maintenance",
  "paused",
] as const;

export const Standing = z.enum(STANDINGS).openapi("Standing", {
  description:
    "the state; `unexpected`: up though it shall be down; `off`: down as it shall be; `flapping`: up with four changes in an hour; " +
    "`stale`: nothing was heard of it for three intervals",
});
export type Standing = z.infer<typeof Standing>;

const id = z.int().nullable();

export const MonitoringOverview = z
  .object({
    counts: z
      .array(z.object({ standing: Standing, devices: z.int(), services: z.int(), monitors: z.int() }))
      .openapi({ description: "the worst first, without those that nothing is in" }),
    worst: z
      .array(
        z
          .object({
            target_id: z.int(),
            kind: z.enum(["device", "service", "monitor"]),
            device_id: id,
            service_check_id: id,
            monitor_id: id,
            name: z.string(),
            standing: Standing,
            since: timestamp,
            error: z.string().nullable(),
          })
          .openapi("WorstTarget"),
      )
      .openapi({
        description: "at most ten that somebody should look at, the worst first, then what changed last",
      }),
  })
  .openapi("MonitoringOverview");
export type MonitoringOverview = z.infer<typeof MonitoringOverview>;

export const DeviceStandings = z
  .object({
    standings: z
      .partialRecord(Standing, z.array(z.int()))
      .openapi({ description: "ids of devices by how they stand" }),
  })
  .openapi("DeviceStandings");
export type DeviceStandings = z.infer<typeof DeviceStandings>;
