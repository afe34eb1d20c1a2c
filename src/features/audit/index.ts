export { openAuditAnchor, startAuditAnchor, type AuditAnchor } from "./anchor";
export { changesOf } from "./changes";
export { AuditLogRead } from "./models";
export { actorOf, observeAudit, recordAudit, toAuditLogRead, type Actor } from "./service";
export { verifyAuditLog } from "./verification";
