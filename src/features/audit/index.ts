export { openAuditAnchor, renewAuditAnchor, startAuditAnchor, type AuditAnchor } from "./anchor";
export { changesOf, identified } from "./changes";
export { createPackedRecord, unpackEntry } from "./packed-entries";
export { keepRows, keepRowsOfEach, keptInside, presentOf, readKept, type RemovedRows } from "./removed-rows";
export {
  findAuditEntry,
  findUndone,
  listAuditActions,
  listAuditEntries,
  listLaterDetails,
  listSiblings,
  targetOfEntry,
  UNDONE,
  type AuditEntryHead,
  type StoredAuditEntry,
} from "./undone";
export type { AuditNames } from "./names";
export { AuditLogRead } from "./models";
export {
  actorOf,
  NOBODY,
  nobodyAt,
  observeAudit,
  recordAudit,
  recordAudits,
  toAuditLogRead,
  type Actor,
  type AuditEntry,
} from "./service";
export { readHead as readAuditHead, verifyAuditLog } from "./verification";
