import { z } from "@hono/zod-openapi";
import { timestamp } from "#platform/http/fields";

export const CERTAINTIES = ["likely", "possible"] as const;

const Named = z.object({ id: z.int(), name: z.string() });

const WhyPort = z
  .object({
    device: Named.openapi({ description: "the switch" }),
    port: z.string().openapi({ example: "Gi0/14" }),
    status: z.string().nullable().openapi({ description: "null: its ports are not asked", example: "down" }),
    changed_at: timestamp.nullable(),
  })
  .openapi("AlertWhyPort");

const WhyChange = z
  .object({
    at: timestamp,
    who: z.string().nullable(),
    action: z.string().openapi({ example: "topology.device_updated" }),
    detail: z.string().nullable(),
  })
  .openapi("AlertWhyChange");

const WhyMaintenance = z
  .object({ id: z.int(), title: z.string(), ended_at: timestamp })
  .openapi("AlertWhyMaintenance");

const WhyTogether = z
  .object({ id: z.int(), title: z.string(), opened_at: timestamp })
  .openapi("AlertWhyTogether");

const WhyOwnNetwork = z
  .object({
    unknown: z.int().openapi({ description: "things of which it was not known any more how they are" }),
    watched: z.int(),
  })
  .openapi("AlertWhyOwnNetwork");

const WhyLine = z
  .object({
    id: z.number().openapi({ type: "integer", format: "int64" }),
    at: timestamp,
    severity: z.int().nullable().openapi({ description: "of syslog: 0 is the gravest, 7 the least" }),
    text: z.string(),
    lines: z.int().openapi({ description: "that differ from it in digits alone, itself included" }),
    usual_lines: z
      .number()
      .openapi({ description: "such ones in a span of that length on the day before, on average" }),
  })
  .openapi("AlertWhyLine");

const WhyLog = z
  .object({
    from: timestamp,
    to: timestamp,
    lines: z.int(),
    usual_lines: z
      .number()
      .openapi({ description: "in a span of that length on the day before, on average" }),
    worst: z
      .array(WhyLine)
      .openapi({ description: "the first line of each form; at most ten, the most unusual first" }),
  })
  .openapi("AlertWhyLog");
export type WhyLog = z.infer<typeof WhyLog>;

export const AlertWhy = z
  .object({
    likely_cause: z
      .object({ sentence: z.string(), certainty: z.enum(CERTAINTIES) })
      .nullable()
      .openapi({ description: "null: nothing points to one" }),
    behind: z.object({ count: z.int(), devices: z.array(Named) }).openapi({
      description: "what lies behind the device and cannot be reached now; the first twenty by name",
    }),
    port: WhyPort.nullable().openapi({
      description: "where the device hangs; null: it is not known, or the caller lacks `tools_passive`",
    }),
    maintenance: z.array(WhyMaintenance).openapi({ description: "that ended within the half hour before" }),
    together: z
      .array(WhyTogether)
      .openapi({ description: "incidents that began within two minutes of this one" }),
    own_network: WhyOwnNetwork.nullable().openapi({
      description:
        "most of what is watched could not be asked from five minutes before to two minutes after it began; null: not so",
    }),
    changes: z.array(WhyChange).nullable().openapi({
      description: "of the device within the day before, the newest first; null: for SuperAdmins only",
    }),
    log: WhyLog.nullable().openapi({
      description:
        "what the device sent from two minutes before to two minutes after it began; null: the caller lacks `security_view`, it is about no device, or the " +
        "events cannot be read in time",
    }),
  })
  .openapi("AlertWhy");
export type AlertWhy = z.infer<typeof AlertWhy>;
