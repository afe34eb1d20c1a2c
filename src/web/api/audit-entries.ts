import type { Model } from "./client";

/** An entry of the audit log with what it says, as a sentence. */
export type SpokenEntry = Model<"AuditLogEntry"> & { sentence: string };

/** Puts the entries of a list into words. The words come by themselves, as no page needs them first. */
export async function spoken(list: Promise<Model<"AuditLogList">>) {
  const [{ auditSentence }, { names, ...page }] = await Promise.all([
    import("../format/audit-sentence"),
    list,
  ]);
  const records = page.records.map((entry): SpokenEntry => ({
    ...entry,
    sentence: auditSentence(entry, names),
  }));
  return { ...page, records };
}
