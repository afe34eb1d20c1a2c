import { download, downloadName } from "#platform/http/download";
import { describePage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import type { AuditAnchor } from "./anchor";
import { exportAuditLog, exportLoginHistory } from "./exports";
import {
  AuditExportQuery,
  AuditLogList,
  AuditLogQuery,
  AuditVerification,
  AuditVerifyQuery,
  LoginHistoryQuery,
} from "./models";
import { actorOf, listAuditLogs, type AuditListDeps } from "./service";
import { verifyAuditLog } from "./verification";

const CSV = "text/csv; charset=utf-8";

type AuditDeps = AuditListDeps & { anchor: AuditAnchor };

export function auditRoutes({ db, anchor, whyNotUndoable, names }: AuditDeps): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/audit/logs",
        tag: "audit",
        summary: "Audit log, newest first",
        description: "Rows are only ever added; no route changes or removes one.",
        access: "superadmin",
        query: AuditLogQuery,
        isPaged: true,
        response: AuditLogList,
      },
      async ({ context, query }) => {
        const list = await listAuditLogs({ db, whyNotUndoable, names }, query);
        describePage(context, { total: list.total, next: list.next_cursor ?? undefined });
        return list;
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/audit/logs/export",
        tag: "audit",
        summary: "Sign-in history as CSV, newest first, at most 5,000 rows",
        access: "superadmin",
        query: LoginHistoryQuery,
        produces: ["text/csv"],
      },
      async (request) => {
        const content = await exportLoginHistory({ db, actor: actorOf(request) }, request.query);
        const name = downloadName("login-history", { at: new Date(), extension: "csv" });
        return download(content, { name, contentType: CSV });
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/audit/export",
        tag: "audit",
        summary: "Every matching row of the audit log as CSV, newest first",
        access: "superadmin",
        query: AuditExportQuery,
        produces: ["text/csv"],
      },
      async (request) => {
        const content = await exportAuditLog({ db, actor: actorOf(request) }, request.query);
        const name = downloadName("audit-log", { at: new Date(), extension: "csv" });
        return download(content, { name, contentType: CSV });
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/audit/verify",
        tag: "audit",
        summary: "Whether the audit log is as it was written",
        description:
          "Follows the rows' hash chain and names each row that was changed, removed or slipped in, and a head noted " +
          "earlier that is no longer there. docs/audit.md says what it cannot find.",
        access: "superadmin",
        query: AuditVerifyQuery,
        response: AuditVerification,
      },
      ({ query, signal }) =>
        verifyAuditLog(
          { db, signal },
          {
            anchor: anchor.read(),
            expected:
              query.position === undefined || query.hash === undefined
                ? undefined
                : { position: query.position, hash: query.hash },
          },
        ),
    ),
  ];
}
