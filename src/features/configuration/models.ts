import { z } from "@hono/zod-openapi";
import { boolean, integer, timestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { AuditUndo, UndoConflict, UndoLost, UndoneObject } from "#features/undo";
import { SECRET_SOURCES } from "./bundle/model";
import { CHANGE_ACTIONS } from "./plan/describe";

/** Names of kinds, separated by commas. */
const kinds = (description: string) =>
  z
    .string()
    .max(1000)
    .transform((text) =>
      text
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    )
    .openapi({ type: "string", maxLength: 1000, description, example: "devices,links" });

const only = kinds("kinds that are looked at; absent: all").optional();

export const ExportQuery = z.object({
  only,
  format: z.enum(["yaml", "json"]).default("yaml"),
});
export type ExportQuery = z.output<typeof ExportQuery>;

const MAX_SHOWN = 10_000;

export const PlanQuery = z.object({
  only,
  prune: kinds(
    "kinds whose things are removed that the bundle does not have; `all`: every kind that it has; absent: nothing is removed",
  ).optional(),
  limit: integer({ min: 1, max: MAX_SHOWN })
    .default(1000)
    .openapi({ description: "changes that are listed" }),
});
export type PlanQuery = z.output<typeof PlanQuery>;

export const ApplyQuery = PlanQuery.extend({
  fingerprint: z.string().max(64).optional().openapi({
    description: "of the plan that is meant: 409, with the plan of now, where it is another by now",
  }),
  note: z.string().trim().max(500).optional().openapi({
    description: "kept with the apply",
    example: "network.git 4be1c7a",
  }),
  apply_id: z.uuid().optional().openapi({
    description: "id of the operation, for whoever wants to watch or cancel it; absent: one is made",
  }),
});
export type ApplyQuery = z.output<typeof ApplyQuery>;

export const DriftQuery = z.object({ limit: PlanQuery.shape.limit });

const FieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

const ConfigurationChange = z
  .object({
    kind: z.string().openapi({ example: "devices" }),
    action: z.enum(CHANGE_ACTIONS),
    name: z.string(),
    old_name: z.string().nullable(),
    sentence: z.string().openapi({ example: "Change device sw1: site from none to hq" }),
    fields: z.array(FieldChange).openapi({ description: "as the bundle writes them" }),
    secrets: z
      .array(z.string())
      .openapi({ description: "names of secrets that are set; never their values" }),
    goes_with: z.record(z.string(), z.int()).openapi({
      description: "of a removal: what goes with it, by its kind; of the first 100 of them",
    }),
  })
  .openapi("ConfigurationChange");

const ConfigurationCounts = z
  .object({
    kind: z.string(),
    created: z.int(),
    updated: z.int(),
    removed: z.int(),
    unchanged: z.int(),
  })
  .openapi("ConfigurationCounts");

const ConfigurationRefusal = z
  .object({
    place: z.string().openapi({ example: "devices[3].site" }),
    line: z.int().nullable(),
    message: z.string(),
  })
  .openapi("ConfigurationRefusal");

export const ConfigurationPlan = z
  .object({
    fingerprint: z.string().openapi({
      description: "two plans have the same one where they would do the same to the same",
    }),
    has_changes: z.boolean(),
    counts: z.array(ConfigurationCounts),
    change_count: z.int(),
    changes: z.array(ConfigurationChange).openapi({
      description: "the first, as many as `limit` says, up to half of them removals, which come last",
    }),
    removed_with: z.record(z.string(), z.int()).openapi({
      description: "what goes with all removals together, by its kind; none for who may not remove them",
    }),
    missing_secrets: z
      .array(
        z.object({
          place: z.string().openapi({ example: "monitors[2].secrets.auth_password" }),
          source: z.enum(SECRET_SOURCES),
          name: z.string(),
        }),
      )
      .openapi({ description: "which did not come with the bundle, and which the service does not have" }),
    refusals: z.array(ConfigurationRefusal).openapi({
      description: "why it could not be applied: rights that the caller lacks, and rules",
    }),
    kept: z.array(z.string()).openapi({ description: "what `prune` leaves all the same, and why" }),
    is_tried: z.boolean().openapi({
      description: "it was carried out and taken back; `false`: something is missing for that",
    }),
  })
  .openapi("ConfigurationPlan");
export type ConfigurationPlan = z.infer<typeof ConfigurationPlan>;

export const StalePlan = z
  .object({ detail: z.string(), plan: ConfigurationPlan.optional() })
  .openapi("ConfigurationStalePlan");

export const ConfigurationApply = z
  .object({
    id: z.uuid(),
    user_id: z.int().nullable().openapi({ description: "null: the user has been removed" }),
    username: z.string(),
    note: z.string().nullable(),
    only: z.array(z.string()).nullable(),
    prune: z.array(z.string()),
    counts: z.array(ConfigurationCounts),
    sentences: z.array(z.string()).openapi({ description: "the first 100 changes" }),
    audit_id: z.int().nullable().openapi({ description: "null: it changed nothing" }),
    undone_by: z.int().nullable().openapi({ description: "the entry of the undo; null: it stands" }),
    ended_at: timestamp,
  })
  .openapi("ConfigurationApply");
export type ConfigurationApply = z.infer<typeof ConfigurationApply>;

export const AppliesQuery = z.object({ ...pagingFields, limit: pagingFields.limit.default(20) });

export const ConfigurationDrift = z
  .object({
    apply: z
      .union([ConfigurationApply, z.null()])
      .openapi({ description: "null: no bundle was applied yet" }),
    plan: z.union([ConfigurationPlan, z.null()]).openapi({
      description: "what applying the same bundle again would do; null as above",
    }),
  })
  .openapi("ConfigurationDrift");
export type ConfigurationDrift = z.infer<typeof ConfigurationDrift>;

export const ConfigurationKindRead = z
  .object({
    name: z.string().openapi({ example: "devices" }),
    noun: z.string(),
    key: z.string().openapi({ description: "what tells its things from each other", example: "its name" }),
    may_read: z.boolean(),
    may_write: z.boolean(),
    may_be_pruned: z.boolean(),
  })
  .openapi("ConfigurationKind");

export const ApplyUndoQuery = z.object({
  dry_run: boolean().default(false).openapi({
    description: "`true`: nothing is changed; the answer says what would be, conflicts included",
  }),
  on_conflict: z.enum(["refuse", "keep", "overwrite"]).default("refuse").openapi({
    description: "of what was changed since: as of an audit entry's undo",
  }),
});
export type ApplyUndoQuery = z.output<typeof ApplyUndoQuery>;

export const ConfigurationUndo = z
  .object({
    apply_id: z.uuid(),
    undo_audit_id: z.int().nullable(),
    is_possible: z.boolean(),
    counts: z.object({ restored: z.int(), changed: z.int(), removed: z.int() }),
    objects: z.array(UndoneObject).openapi({ description: "the first 1,000" }),
    along: AuditUndo.shape.along,
    conflict_count: z.int(),
    conflicts: z.array(UndoConflict).openapi({ description: "the first 1,000" }),
    lost: z.array(UndoLost),
  })
  .openapi("ConfigurationUndo");
export type ConfigurationUndo = z.infer<typeof ConfigurationUndo>;
