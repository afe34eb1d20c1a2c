import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Who did what to which thing. Targets are labels, not foreign keys: history outlives the object. Rows are only ever
 * added: triggers refuse anything else, and chain each row to the one before at commit (docs/audit.md).
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    actorUserId: bigint({ mode: "number" }),
    actorName: text(),
    apiKeyId: bigint({ mode: "number" }),
    sessionId: text(),
    clientAddress: text(),
    requestId: text(),
    action: text().notNull(),
    target: text(),
    detail: text(),
    before: jsonb(),
    after: jsonb(),
    createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    index("audit_log_actor").on(table.actorUserId),
    index("audit_log_action").on(table.action),
    index("audit_log_target").on(table.target),
    index("audit_log_created").on(table.createdAt),
    // Of devices among many (`bulk-entries.ts`).
    index("audit_log_imported")
      .using("gin", sql`(after -> 'created') jsonb_path_ops`)
      .where(sql`action LIKE 'topology.devices_bulk_imported%'`),
    index("audit_log_updated_by_import")
      .using("gin", sql`(before -> 'updated')`)
      .where(sql`action LIKE 'topology.devices_bulk_imported%'`),
    // Of things among many (`packed-entries.ts`).
    index("audit_log_packed")
      .using("gin", sql`(after -> 'targets') jsonb_path_ops`)
      .where(sql`action LIKE 'imports.%.rows'`),
    index("audit_log_bulk_updated")
      .using("gin", sql`before`)
      .where(sql`action = 'topology.devices_bulk_updated'`),
  ],
);

/** The rows' hashes in the order of their commits, from position 1, without gaps. Written by a trigger. */
export const auditChain = pgTable("audit_chain", {
  position: bigint({ mode: "number" }).primaryKey(),
  auditId: bigint({ mode: "number" }).notNull().unique("audit_chain_audit"),
  /** SHA-256 of the hash before and the row's canonical text, in hex. */
  hash: text().notNull(),
});

/** The chain's last position and hash: one row, whose lock puts commits in order. Written by a trigger. */
export const auditHead = pgTable("audit_head", {
  position: bigint({ mode: "number" }).notNull(),
  hash: text().notNull(),
});
