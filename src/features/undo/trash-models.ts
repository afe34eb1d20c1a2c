import { z } from "@hono/zod-openapi";
import { dateTime, id, integer, timestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { AuditUndo, UndoQuery } from "./models";

const MAX_PER_PAGE = 200;
const MAX_AT_ONCE = 200;

export const TrashQuery = z.object({
  limit: integer({ min: 1, max: MAX_PER_PAGE }).default(50),
  cursor: pagingFields.cursor,
  q: z
    .string()
    .max(200)
    .optional()
    .openapi({ description: "text in what is recorded of the name, in the target, or in who did it" }),
  kind: z.string().max(40).optional().openapi({ example: "device" }),
  since: dateTime().optional().openapi({ description: "deleted at or after it" }),
});
export type TrashQuery = z.output<typeof TrashQuery>;

export const TrashItem = z
  .object({
    audit_id: z.int().openapi({ description: "the entry of the deletion, which is what is taken back" }),
    kind: z.string().openapi({ example: "device" }),
    target: z.string().nullable().openapi({ example: "device:7" }),
    name: z.string().nullable(),
    deleted_at: timestamp,
    deleted_by: z.string().nullable().openapi({ description: "user name; null: the service by itself" }),
    with: z.record(z.string(), z.int()).openapi({
      description: "kinds of things that went with it and come back, as far as there is room for them",
      example: { relationships: 3 },
    }),
    deleted_together: z.int().openapi({
      description: "how many things the same request has deleted, this one among them",
    }),
    restorable_until: timestamp.nullable().openapi({
      description: "null: without end, as entries of the audit log are never removed",
    }),
    history_until: timestamp.nullable().openapi({
      description: "what was measured comes back with it until then; null: there is none that does",
    }),
  })
  .openapi("TrashItem");
export type TrashItem = z.infer<typeof TrashItem>;

export const TrashRestoreQuery = UndoQuery.pick({ dry_run: true, on_conflict: true });

export const TrashRestore = z
  .object({
    audit_ids: z
      .array(id)
      .min(1)
      .max(MAX_AT_ONCE)
      .transform((ids) => [...new Set(ids)])
      .openapi({ type: "array", items: { type: "integer" }, minItems: 1, maxItems: MAX_AT_ONCE }),
  })
  .openapi("TrashRestore");

export const TrashRestored = AuditUndo.omit({ audit_id: true, undo_audit_id: true })
  .extend({
    undo_audit_ids: z.array(z.int()).openapi({
      description: "the entries of the undos, each of which can be taken back; empty: a dry run",
    }),
  })
  .openapi("TrashRestored");
export type TrashRestored = z.infer<typeof TrashRestored>;
