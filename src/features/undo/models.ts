import { z } from "@hono/zod-openapi";
import { boolean, id } from "#platform/http/fields";

/** What is done where somebody has changed since then what is to be taken back. */
const ON_CONFLICT = ["refuse", "keep", "overwrite"] as const;
export type OnConflict = (typeof ON_CONFLICT)[number];

export const UndoParams = z.object({ audit_id: id });

export const UndoQuery = z.object({
  dry_run: boolean().default(false).openapi({
    description:
      "`true`: nothing is changed; the answer is 200 and says what would come back, conflicts included",
  }),
  on_conflict: z.enum(ON_CONFLICT).default("refuse").openapi({
    description:
      "of what was changed or, of many things, removed since: `refuse`: 409; `keep`: it stays as it is now, the rest comes back; `overwrite`: what was changed comes back, too",
  }),
  scope: z.enum(["entry", "request"]).default("entry").openapi({
    description:
      "`request`: with all that the same request changed, such as the other devices of one deletion",
  }),
});
export type UndoQuery = z.output<typeof UndoQuery>;

export const CONFLICT_CODES = [
  "already_undone",
  "not_undoable",
  "not_recorded",
  "nothing_to_undo",
  "changed_since",
  "reference_gone",
  "gone",
  "exists",
  "taken",
  "refused",
] as const;

const target = z.string().nullable().openapi({ example: "device:7" });
const name = z.string().nullable();

export const UndoConflict = z
  .object({
    code: z.enum(CONFLICT_CODES),
    target,
    name,
    field: z.string().nullable(),
    now: z.unknown().openapi({ description: "what the field is now" }),
    before: z.unknown().openapi({ description: "what it was before the entry, and would be again" }),
    message: z.string(),
    is_optional: z.boolean().openapi({
      description: "`on_conflict` says what becomes of it; else nothing can be taken back while it is so",
    }),
  })
  .openapi("UndoConflict");
export type UndoConflict = z.infer<typeof UndoConflict>;

export const UndoneObject = z
  .object({
    target,
    name,
    outcome: z.enum(["restored", "changed", "removed"]),
    fields: z
      .array(z.object({ field: z.string(), now: z.unknown(), before: z.unknown() }))
      .openapi({ description: "of a change: what goes back" }),
    with: z.record(z.string(), z.int()).openapi({
      description: "kinds of things that come back or go with it, and how many",
      example: { relationships: 3 },
    }),
  })
  .openapi("UndoneObject");
export type UndoneObject = z.infer<typeof UndoneObject>;

export const UndoLost = z
  .object({ kind: z.string(), count: z.int(), reason: z.string() })
  .openapi("UndoLost", { description: "What went with an object and cannot come back." });

export const UndoAlong = z
  .object({
    target: target.openapi({ description: "what is removed; null: several things at once" }),
    name,
    kind: z.string().openapi({ example: "devices" }),
    outcome: z.enum(["removed", "unassigned"]).openapi({
      description: "`removed`: they go with it; `unassigned`: they stay, without their reference to it",
    }),
    count: z.int(),
    names: z.array(z.string()).openapi({ description: "the first 20" }),
  })
  .openapi("UndoAlong", { description: "Things that use by now what is removed." });
export type UndoAlong = z.infer<typeof UndoAlong>;

export const AuditUndo = z
  .object({
    audit_id: z.int(),
    undo_audit_id: z
      .int()
      .nullable()
      .openapi({ description: "the entry of the undo, which can be taken back in turn; null: a dry run" }),
    is_possible: z.boolean(),
    objects: z.array(UndoneObject),
    along: z.array(UndoAlong).openapi({
      description: "at most 20 of single things, and one for each kind of all others together",
    }),
    conflicts: z.array(UndoConflict),
    lost: z.array(UndoLost),
  })
  .openapi("AuditUndo");
export type AuditUndo = z.infer<typeof AuditUndo>;

export const UndoRefused = z
  .object({ detail: z.string(), conflicts: z.array(UndoConflict) })
  .openapi("UndoRefused");
export type UndoRefused = z.infer<typeof UndoRefused>;
