import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { FairQueue } from "#platform/fair-queue";
import { route, type Route } from "#platform/http/route";
import { AuditUndo, UndoParams, UndoQuery, UndoRefused } from "./models";
import { undoEntry, type UndoRegistry } from "./service";

type UndoDeps = {
  db: Db;
  registry: UndoRegistry;
  /** Told after each undo that has changed something. */
  onChange: () => void;
};

const LONGEST_WAIT_MS = 30_000;

/**
 * An undo of thousands of things holds a connection of the database for long, also where it only says what would be.
 */
function createUndoQueue(): FairQueue {
  return new FairQueue({
    atOnce: 3,
    atOncePerCaller: 1,
    waitingPerCaller: 4,
    longestWaitMs: LONGEST_WAIT_MS,
    refusals: {
      tooMany: "Too much of what you take back is waiting",
      tooLong: `The undo has waited ${LONGEST_WAIT_MS / 1000} seconds for its turn`,
    },
  });
}

export function undoRoutes({ db, registry, onChange }: UndoDeps): Route[] {
  const queue = createUndoQueue();
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
        replay: "kept",
        refusals: {
          403: "The caller may not write the object",
          404: "Audit entry not found",
          409: "It cannot be taken back: `conflicts` says why",
          429: "Four more undos of the caller are waiting",
          503: "The undo's turn did not come in time",
        },
        refusalModels: { 409: UndoRefused },
      },
      async (request) => {
        const { caller, params, query, context, signal } = request;
        const ctx = { db, actor: actorOf(request), caller, registry };
        const asked = { ...query, id: params.audit_id, isDryRun: query.dry_run, signal };
        const done = await queue.run(caller.userId, () => undoEntry(ctx, asked), signal);
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
