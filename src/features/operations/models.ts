import { z } from "@hono/zod-openapi";
import { boolean, timestamp, toTimestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import type { operations } from "./tables";

export const OperationKind = z.enum([
  "device_import",
  "lease_import",
  "discovery_scan",
  "report",
  "export",
  "backup",
  "restore",
  "import",
  "import_undo",
  "configuration_apply",
  "configuration_undo",
]);
export type OperationKind = z.infer<typeof OperationKind>;

const OperationState = z.enum(["running", "done", "failed", "cancelled"]);

/** What an operation gave, in a few numbers and words. */
const OperationResult = z.record(z.string(), z.union([z.int(), z.boolean(), z.string()]));
export type OperationResult = z.infer<typeof OperationResult>;

export const Operation = z
  .object({
    id: z.uuid(),
    kind: OperationKind,
    user_id: z.int().openapi({ description: "whose operation it is" }),
    username: z.string(),
    subject: z.string().nullable().openapi({
      description: "what it works on, where that has a name",
      example: "dhcp1.example.net",
    }),
    state: OperationState,
    phase: z.string().nullable().openapi({
      description: "what it does at the moment, a word of its kind; null: it has ended",
      example: "writing",
    }),
    done: z.int(),
    total: z.int().nullable().openapi({ description: "null: not known yet, or never" }),
    is_cancel_requested: z.boolean(),
    result: OperationResult.nullable().openapi({
      description: "in a few numbers; null: it has not ended well",
      example: { created: 40, updated: 2, dry_run: false },
    }),
    result_link: z.string().nullable().openapi({
      description:
        "path of the whole result, which its owner may read for as long as it is kept; null: there is no more than `result`",
    }),
    error: z.string().nullable(),
    started_at: timestamp,
    updated_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .openapi("Operation");
export type Operation = z.infer<typeof Operation>;

export const OperationQuery = z.object({
  ...pagingFields,
  limit: pagingFields.limit.default(100),
  kind: OperationKind.optional(),
  state: OperationState.optional(),
  own: boolean().default(false).openapi({
    description: "`true`: the caller's alone, for SuperAdmins too",
  }),
});
export type OperationQuery = z.output<typeof OperationQuery>;

export type OperationRow = { operation: typeof operations.$inferSelect; username: string };

export function toOperation({ operation, username }: OperationRow): Operation {
  return {
    id: operation.id,
    kind: OperationKind.parse(operation.kind),
    user_id: operation.userId,
    username,
    subject: operation.subject,
    state: OperationState.parse(operation.state),
    phase: operation.phase,
    done: operation.done,
    total: operation.total,
    is_cancel_requested: operation.isCancelRequested,
    result: OperationResult.nullable().parse(operation.result),
    result_link: operation.resultPath,
    error: operation.error,
    started_at: toTimestamp(operation.startedAt),
    updated_at: toTimestamp(operation.updatedAt),
    ended_at: toTimestamp(operation.endedAt),
  };
}
