import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { route, type Route } from "#platform/http/route";
import { AuditUndo, UndoParams, UndoQuery, UndoRefused } from "./models";
import { undoEntry, type UndoRegistry } from "./service";

type UndoDeps = {
  db: Db;
  registry: UndoRegistry;
  /** Told after each undo that has changed something. */
  onChange: () => void;
};

export function undoRoutes({ db, registry, onChange }: UndoDeps): Route[] {
  return [
    route(
      {
        method: "post",
        path: "/api/v1/audit/{audit_id}/undo",
        tag: "audit",
        summary: "Take back what an entry of the audit log says was done",
        description:
          "For who may write the object. What was made is removed, what was changed is changed back, what was removed comes back " +
          "with its id and with what went along with it. The id is that of the log, or of the header `X-Audit-Id` of the answer to the change.",
        access: "authenticated",
        params: UndoParams,
        query: UndoQuery,
        response: AuditUndo,
        isAnswerKept: true,
        refusals: {
          403: "The caller may not write the object",
          404: "Audit entry not found",
          409: "It cannot be taken back: `conflicts` says why",
        },
        refusalModels: { 409: UndoRefused },
      },
      async (request) => {
        const { caller, params, query, context } = request;
        const done = await undoEntry(
          { db, actor: actorOf(request), caller, registry },
          { ...query, id: params.audit_id, isDryRun: query.dry_run },
        );
        if (query.dry_run) return done;
        if (!done.is_possible) {
          const detail = done.conflicts.map(({ name, message }) =>
            name === null ? message : `${name}: ${message}`,
          );
          return context.json({ detail: detail.join("; "), conflicts: done.conflicts }, 409);
        }
        onChange();
        return done;
      },
    ),
  ];
}
