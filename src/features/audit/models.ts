import { z } from "@hono/zod-openapi";
import { dateTime, integer, timestamp } from "#platform/http/fields";
import { inOrder } from "#platform/http/time-window";

const CURSOR = /^before:([1-9]\d{0,15})$/;

/** A place in the log, as answers give it; gives the id that it stands before. */
const cursor = z
  .string()
  .max(64)
  .transform((text, context) => {
    const id = CURSOR.exec(Buffer.from(text, "base64url").toString())?.[1];
    if (id !== undefined) return Number(id);
    context.addIssue({ code: "custom", message: "Invalid cursor" });
    return z.NEVER;
  })
  .openapi({ type: "string", maxLength: 64, description: "`next_cursor` of the page before" });

export function toCursor(id: number): string {
  return Buffer.from(`before:${id}`).toString("base64url");
}

const filters = {
  actor_user_id: integer().optional(),
  category: z
    .string()
    .optional()
    .openapi({ description: "`login`: sign-in events only; other values are ignored" }),
  action: z.string().max(120).optional().openapi({
    description:
      "beginning of the action; entries that hold the rows of a deletion are listed where it ends in `.rows`",
    example: "apikey.",
  }),
  target: z.string().max(255).optional().openapi({
    description: "the whole target; of a device also imports and changes of many devices that it was among",
    example: "device:7",
  }),
  start_time: dateTime().optional().openapi({ description: "at or after; not after `end_time`" }),
  end_time: dateTime().optional().openapi({ description: "at or before" }),
  q: z
    .string()
    .max(200)
    .optional()
    .openapi({ description: "text in action, target, detail, actor, address or request id, in any case" }),
};

const ordered = inOrder("start_time", "end_time");

export const AuditLogQuery = z
  .object({
    limit: integer({ min: 1, max: 500 }).default(100),
    offset: integer({ min: 0 }).default(0),
    cursor: cursor.optional(),
    ...filters,
  })
  .superRefine(ordered);
export type AuditLogQuery = z.output<typeof AuditLogQuery>;

export const AuditExportQuery = z.object(filters).superRefine(ordered);
export type AuditFilter = z.output<typeof AuditExportQuery>;

export const LoginHistoryQuery = z.object({ actor_user_id: filters.actor_user_id });

export const AuditLogRead = z
  .object({
    id: z.int(),
    actor_user_id: z.int().nullable().openapi({ description: "null: no signed-in actor" }),
    action: z.string().openapi({ example: "apikey.created" }),
    target: z.string().nullable().openapi({ example: "apikey:7" }),
    detail: z.string().nullable(),
    created_at: timestamp,
    actor_username: z.string().nullable(),
    api_key_id: z.int().nullable().openapi({ description: "the API key that the actor used" }),
    session_id: z.string().nullable(),
    ip_address: z.string().nullable(),
    request_id: z.string().nullable(),
    before: z.unknown().openapi({ description: "fields before the change, without secrets" }),
    after: z.unknown().openapi({ description: "the same fields after it" }),
  })
  .openapi("AuditLogRead");
export type AuditLogRead = z.infer<typeof AuditLogRead>;

/** An entry of the log with what became of it. */
const AuditLogEntry = AuditLogRead.extend({
  is_undoable: z.boolean().openapi({
    description: "it is of a kind that `POST /audit/{audit_id}/undo` takes back, and was not taken back yet",
  }),
  why_not_undoable: z
    .string()
    .nullable()
    .openapi({ description: "why nothing takes it back; null: it can be, or was" }),
  undone_by: z
    .int()
    .nullable()
    .openapi({ description: "the entry that has taken it back; null: it was not" }),
}).openapi("AuditLogEntry");
export type AuditLogEntry = z.infer<typeof AuditLogEntry>;

export const AuditLogList = z
  .object({
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    records: z.array(AuditLogEntry),
    names: z.record(z.string(), z.string()).openapi({
      description: "what the things are called that these entries name by a number",
      example: { "device:7": "printer-3", "site:2": "Headquarters" },
    }),
    next_cursor: z
      .string()
      .nullable()
      .openapi({ description: "of the next page, whatever is added meanwhile; null: this is the last one" }),
  })
  .openapi("AuditLogList");
export type AuditLogList = z.infer<typeof AuditLogList>;

const position = integer({ min: 1 });
const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const AuditVerifyQuery = z
  .object({
    position: position.optional().openapi({
      description: "with `hash`: a head that was noted earlier, which must still be in the chain",
    }),
    hash: hash.optional(),
  })
  .refine((query) => (query.position === undefined) === (query.hash === undefined), {
    message: "position and hash belong together",
  });

const AuditLink = z
  .object({ position: z.int(), hash: z.string().openapi({ description: "SHA-256 in hex" }) })
  .openapi("AuditLink");
export type AuditLink = z.infer<typeof AuditLink>;

const AuditFault = z
  .object({
    kind: z.enum(["changed", "removed", "inserted", "truncated", "rewritten"]),
    position: z.int().nullable().openapi({ description: "place in the chain" }),
    audit_id: z.int().nullable(),
    message: z.string(),
  })
  .openapi("AuditFault");
export type AuditFault = z.infer<typeof AuditFault>;

export const AuditVerification = z
  .object({
    ok: z.boolean(),
    rows: z.int().openapi({ description: "rows that were checked" }),
    head: AuditLink.openapi({ description: "the chain's end; keep it elsewhere to have it checked later" }),
    anchor: z.union([AuditLink, z.null()]).openapi({
      description: "the newest head that the service has noted outside the database; null: none yet",
    }),
    fault_count: z.int(),
    faults: z.array(AuditFault).openapi({ description: "the first 100" }),
  })
  .openapi("AuditVerification");
export type AuditVerification = z.infer<typeof AuditVerification>;
