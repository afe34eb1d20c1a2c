export { openAuditAnchor, renewAuditAnchor, startAuditAnchor, type AuditAnchor } from "./anchor";
export { changesOf } from "./changes";
export { keepRows, keptInside, presentOf, type RemovedRows } from "./removed-rows";
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
