import { z } from "@hono/zod-openapi";
import { AuditUndo, UndoConflict, UndoLost, UndoneObject, UndoQuery } from "#features/undo";
import { boolean, integer, timestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { ACTIONS, KINDS } from "./kinds";
import { SOURCES } from "./sources/sources";

const ImportKind = z.enum(KINDS);

const SourceName = z
  .string()
  .refine((name) => SOURCES.some((source) => source.name === name), {
    message: `Input should be ${SOURCES.map(({ name }) => name).join(", ")}`,
  })
  .openapi({ enum: SOURCES.map(({ name }) => name), example: "netbox" });

const EXISTING = ["update", "fill", "keep"] as const;
export const Existing = z.enum(EXISTING);
export type Existing = z.infer<typeof Existing>;

export const ImportQuery = z.object({
  source: SourceName.openapi({ description: "the product that the files come from: `GET /import-sources`" }),
  dry_run: boolean().default(false).openapi({
    description:
      "`true`: nothing is written; the answer, and the verdict on every row, are those of the import itself",
  }),
  existing: Existing.default("update").openapi({
    description:
      "what becomes of things that are there already: `update`: what a file says replaces what is there; `fill`: only what " +
      "is empty is filled; `keep`: they stay as they are",
  }),
  import_id: z.uuid().optional().openapi({
    description:
      "a new UUID of the caller's: of the operation that shows how far it is, and by which it is cancelled",
  }),
});
export type ImportQuery = z.output<typeof ImportQuery>;

export const ImportForm = z
  .object({
    file: z
      .array(z.string().openapi({ format: "binary" }))
      .openapi({ description: "one part for each file, with its name" }),
    mapping: z.string().optional().openapi({
      description:
        'JSON: of what is to be mapped otherwise, by table and field the column, or null: `{"devices": {"notes": "comments"}}`',
    }),
  })
  .openapi("ImportForm");

const ImportAction = z.enum(ACTIONS);

export const ImportCounts = z
  .object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    conflict: z.int().openapi({ description: "several things fit, or another row says otherwise" }),
    refused: z.int().openapi({ description: "a rule speaks against it" }),
    not_taken: z.int().openapi({ description: "there is nothing of ours that it could become" }),
  })
  .openapi("ImportCounts", { description: "rows by verdict; they add up to all rows that were sent" });
export type ImportCounts = z.infer<typeof ImportCounts>;

export function noCounts(): ImportCounts {
  return { created: 0, updated: 0, unchanged: 0, conflict: 0, refused: 0, not_taken: 0 };
}

export const ImportRow = z
  .object({
    place: z.int().openapi({ description: "among all rows of the import, from 0" }),
    file: z.string(),
    table: z.string(),
    row: z.int().openapi({
      description: "in its file: of CSV the row, the header being row 1; of a list the place, from 0",
    }),
    kind: ImportKind,
    name: z.string().openapi({ description: "what a person calls it" }),
    action: ImportAction,
    target: z
      .string()
      .nullable()
      .openapi({ description: "what it became, or is; null: nothing, or not yet", example: "subnet:7" }),
    fields: z
      .array(z.string())
      .openapi({ description: "of `updated`: what changed; of `unchanged`: what differs and was kept" }),
    errors: z
      .array(z.object({ field: z.string(), msg: z.string() }))
      .openapi({ description: "why it was not taken; of one that was, what is otherwise here" }),
  })
  .openapi("ImportRow");
export type ImportRow = z.infer<typeof ImportRow>;

const TableOut = z.object({
  table: z.string(),
  kind: ImportKind,
  columns: z.array(z.string()).openapi({ description: "all that were found" }),
  fields: z.array(
    z.object({
      field: z.string(),
      columns: z
        .array(z.string())
        .openapi({ description: "where it comes from: the first that has a value" }),
    }),
  ),
});

const LeftOutOut = z.object({
  table: z.string(),
  column: z.string().nullable().openapi({
    description:
      "null: whole rows of a table that is not known; `(others)`: all columns beyond the first 500",
  }),
  rows: z.int().openapi({ description: "how many have a value there" }),
});

const Made = z
  .object({ sites: z.array(z.string()), groups: z.array(z.string()), devices: z.array(z.string()) })
  .openapi({
    description: "what rows named and nobody had, so that it was made; devices by address or host name",
  });

export const Import = z
  .object({
    id: z.uuid().openapi({ description: "of its operation, too" }),
    source: SourceName,
    files: z.array(z.string()),
    user_id: z.int().nullable().openapi({ description: "null: the user has been removed" }),
    username: z.string().openapi({ description: "of a removed user the name at that time" }),
    dry_run: z.boolean(),
    existing: Existing,
    rows: z.int(),
    counts: ImportCounts,
    tables: z
      .array(TableOut)
      .openapi({ description: "what was found in the files, and the mapping that was used" }),
    left_out: z.array(LeftOutOut).openapi({ description: "what has a value and was not taken over" }),
    made: Made,
    audit_id: z.int().nullable().openapi({
      description: "its entry of the audit log; null: a dry run, or nothing was written",
    }),
    undone_by: z.int().nullable().openapi({ description: "the entry that has taken it back" }),
    ended_at: timestamp,
  })
  .openapi("Import");
export type Import = z.infer<typeof Import>;

/** What a list says of an import. */
export const ImportSummary = Import.omit({ tables: true, left_out: true, made: true }).openapi(
  "ImportSummary",
);
export type ImportSummary = z.infer<typeof ImportSummary>;

export const ImportsQuery = z.object({
  ...pagingFields,
  limit: pagingFields.limit.default(100),
  dry_run: boolean().optional().openapi({
    description: "`false`: only those that were written; `true`: only tried ones",
  }),
});
export type ImportsQuery = z.output<typeof ImportsQuery>;

export const ImportRowsQuery = z.object({
  limit: integer({ min: 1, max: 1000 }).default(1000),
  cursor: pagingFields.cursor,
  action: ImportAction.optional(),
  kind: ImportKind.optional(),
});
export type ImportRowsQuery = z.output<typeof ImportRowsQuery>;

export const ImportSource = z
  .object({
    name: SourceName,
    title: z.string(),
    about: z.string(),
    endings: z.array(z.string()).openapi({ description: "of its files" }),
    tables: z.array(
      z.object({
        table: z.string(),
        kind: ImportKind,
        needs: z
          .array(z.array(z.string()))
          .openapi({ description: "columns by which it is known: of each list one" }),
        fields: z.array(z.object({ field: z.string(), columns: z.array(z.string()) })),
        other_fields: z.array(z.string()).openapi({
          description: "what else can be mapped; a device takes `custom_attributes.<name>` as well",
        }),
      }),
    ),
  })
  .openapi("ImportSource");
export type ImportSource = z.infer<typeof ImportSource>;

export const ImportUndoQuery = z.object({
  dry_run: UndoQuery.shape.dry_run,
  on_conflict: UndoQuery.shape.on_conflict,
  undo_id: z.uuid().optional().openapi({
    description:
      "a new UUID of the caller's: of the operation that shows how far it is, and by which it is cancelled",
  }),
});
export type ImportUndoQuery = z.output<typeof ImportUndoQuery>;

export const ImportUndo = z
  .object({
    import_id: z.uuid(),
    undo_audit_id: z.int().nullable().openapi({ description: "null: a dry run" }),
    is_possible: z.boolean(),
    counts: z.object({ restored: z.int(), changed: z.int(), removed: z.int() }),
    objects: z.array(UndoneObject).openapi({ description: "the first 1,000" }),
    along: AuditUndo.shape.along,
    conflict_count: z.int(),
    conflicts: z.array(UndoConflict).openapi({ description: "the first 1,000" }),
    lost: z.array(UndoLost),
  })
  .openapi("ImportUndo");
export type ImportUndo = z.infer<typeof ImportUndo>;
