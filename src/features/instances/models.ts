import { z } from "@hono/zod-openapi";
import { timestamp, toTimestamp } from "#platform/http/fields";
import { ROLES } from "#platform/roles";
import { hasSameKey, rolesWithoutInstance, type Instance, type InstanceSelf } from "./service";

const count = z.int();
const milliseconds = z.number();

export const InstanceReport = z
  .object({
    uptime_seconds: count,
    memory_bytes: count.openapi({
      description: "resident, with its threads and without its child processes",
    }),
    event_loop_delay_ms: milliseconds.openapi({
      description:
        "how late the thread that answers was at most in the tenth of a second in which it was asked",
      example: 1.2,
    }),
    database_ms: milliseconds.nullable().openapi({
      description: "how long the database took for an empty question; null: it did not answer within 1.5 s",
      example: 0.8,
    }),
    is_ready: z.boolean().openapi({ description: "what its own `/health/ready` says" }),
    unready_because: z.array(z.string()).openapi({ example: [] }),
    journal: z
      .object({
        messages: count,
        bytes: count,
        lag_seconds: z.number().openapi({ description: "since the oldest of them has come" }),
        trouble: z.string().nullable().openapi({
          description: "why lines are refused, or are not stored; null: all is well",
        }),
      })
      .openapi({ description: "what it has received and not stored yet" }),
    errors: z
      .object({
        count: count.openapi({ description: "lines of its log since its start that tell of an error" }),
        last_at: timestamp.nullable(),
        last_message: z.string().nullable().openapi({ example: "a backup failed" }),
        last_code: z.string().nullable().openapi({
          description: "what the system or the database calls the cause; the rest is in its log",
          example: "ENOSPC",
        }),
      })
      .openapi({ description: "`LOG_LEVEL=critical` has none" }),
  })
  .openapi("InstanceReport");
export type InstanceReport = z.infer<typeof InstanceReport>;

/** Why a process says nothing of itself. */
const Silence = z.enum(["gone", "other_key", "old_version", "refused", "no_answer"]);
export type Silence = z.infer<typeof Silence>;

/** What a process says of itself now, or why it says nothing. */
export type Told = { report: InstanceReport; silence: null } | { report: null; silence: Silence };
export type AskedInstance = Instance & Told;

export const InstanceRead = z
  .object({
    id: z.string().openapi({ description: "made anew at each start" }),
    address: z.string().openapi({
      description: "how other processes reach it (INSTANCE_URL)",
      example: "http://collector-1:8080",
    }),
    roles: z.array(z.enum(ROLES)).openapi({ example: ["collector"] }),
    version: z.string().openapi({ example: "0.7.0" }),
    collector: z.string().nullable().openapi({
      description: "the journal that it writes, as events name it; null: it receives nothing",
      example: "3f9a0c12b7de",
    }),
    is_live: z
      .boolean()
      .openapi({ description: "false: it has not been seen for 30 s; forgotten after a day" }),
    is_self: z.boolean().openapi({ description: "the one that answers" }),
    has_same_key: z.boolean().openapi({
      description:
        "false: its MASTER_KEY is another than that of the one that answers, so they read none of each other's secrets, or its row was " +
        "written by somebody who does not have that key; it is asked nothing",
    }),
    started_at: timestamp,
    seen_at: timestamp,
    unseen_seconds: z.number().openapi({
      description:
        "how long ago it last wrote down that it is there, by the database's clock; up to 10 is usual",
      example: 4.2,
    }),
    report: InstanceReport.nullable().openapi({
      description: "what it says of itself now; null: nothing, for the reason in `silence`",
    }),
    silence: Silence.nullable().openapi({
      description:
        "null: it has told. `no_answer`: not within 3 s, or what answers at its address does not prove to be it; `refused`: it took the " +
        "question for that of a stranger, as clocks differ by more than 2 minutes or its INSTANCE_URL leads to another process; " +
        "`old_version`: it knows no such question; `gone` and `other_key`: it was not asked",
    }),
  })
  .openapi("InstanceRead");
type InstanceRead = z.infer<typeof InstanceRead>;

export const InstanceList = z
  .object({
    instances: z.array(InstanceRead).openapi({ description: "by address" }),
    missing_roles: z.array(z.enum(ROLES)).openapi({
      description: "what none of the live ones does; empty: all is done",
      example: [],
    }),
  })
  .openapi("InstanceList");
export type InstanceList = z.infer<typeof InstanceList>;

export function toInstanceList(found: readonly AskedInstance[], self: InstanceSelf): InstanceList {
  return {
    instances: found.map((instance) => toInstanceRead(instance, self)),
    missing_roles: rolesWithoutInstance(found),
  };
}

function toInstanceRead(instance: AskedInstance, self: InstanceSelf): InstanceRead {
  const { id, address, roles, version, collector, isLive, startedAt, seenAt, report, silence } = instance;
  return {
    id,
    address,
    roles,
    version,
    collector,
    is_live: isLive,
    is_self: id === self.id,
    has_same_key: hasSameKey(instance, self),
    started_at: toTimestamp(startedAt),
    seen_at: toTimestamp(seenAt),
    unseen_seconds: Math.round(instance.unseenSeconds * 10) / 10,
    report,
    silence,
  };
}
