import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { FairQueue } from "#platform/fair-queue";
import { answerPage } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { AuditUndo, UndoParams, UndoQuery, UndoRefused } from "./models";
import type { UndoRegistry } from "./registry";
import { undoEntries, undoEntry } from "./service";
import { listTrash } from "./trash";
import { TrashItem, TrashQuery, TrashRestore, TrashRestored, TrashRestoreQuery } from "./trash-models";

type UndoDeps = {
  db: Db;
  registry: UndoRegistry;
  /** How long what was measured comes back with what was deleted. */
  historyDays: number;
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

export function undoRoutes(deps: UndoDeps): Route[] {
  const queue = createUndoQueue();
  return [...entryRoutes(deps, queue), ...trashRoutes(deps, queue)];
}

const REFUSALS = {
  403: "The caller may not write the object",
  404: "Audit entry not found",
  409: "It cannot be taken back: `conflicts` says why",
  429: "Four more undos of the caller are waiting",
  503: "The undo's turn did not come in time",
};

function entryRoutes({ db, registry, onChange }: UndoDeps, queue: FairQueue): Route[] {
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
        refusals: REFUSALS,
        refusalModels: { 409: UndoRefused },
      },
      async (request) => {
        const { caller, params, query, context, signal } = request;
        const ctx = { db, actor: actorOf(request), caller, registry };
        const asked = { ...query, id: params.audit_id, isDryRun: query.dry_run, signal };
        const done = await queue.run(caller.userId, () => undoEntry(ctx, asked), signal);
        if (query.dry_run) return done;
        if (!done.is_possible) return context.json(toRefusal(done), 409);
        onChange();
        return done;
      },
    ),
  ];
}

function toRefusal({ conflicts }: Pick<AuditUndo, "conflicts">): UndoRefused {
  const texts = conflicts.map(({ name, message }) => (name === null ? message : `${name}: ${message}`));
  return { detail: texts.join("; "), conflicts };
}

function trashRoutes({ db, registry, historyDays, onChange }: UndoDeps, queue: FairQueue): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/trash",
        tag: "audit",
        summary: "What was deleted and can come back, newest first",
        description:
          "Of what the caller may write. What is there again, or was never more than a part of something else, is not listed.",
        access: "authenticated",
        query: TrashQuery,
        isPaged: true,
        response: z.array(TrashItem),
      },
      async ({ caller, context, query }) =>
        answerPage(context, await listTrash({ db, caller, registry, historyDays }, query)),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/trash/restore",
        tag: "audit",
        summary: "Bring back what was deleted: all of the given entries, or none of them",
        description:
          "As the undo of each entry, the newest first, in one transaction, so that what one needs may come back with it. With " +
          "`dry_run=true` the answer says what would come back, and what stands against it.",
        access: "authenticated",
        query: TrashRestoreQuery,
        body: TrashRestore,
        response: TrashRestored,
        replay: "kept",
        refusals: REFUSALS,
        refusalModels: { 409: UndoRefused },
      },
      async (request) => {
        const { caller, body, query, context, signal } = request;
        const ctx = { db, actor: actorOf(request), caller, registry };
        const { dry_run: isDryRun, on_conflict } = query;
        const asked = { ids: body.audit_ids, on_conflict, scope: "entry", isDryRun, signal } as const;
        const done = await queue.run(caller.userId, () => undoEntries(ctx, asked), signal);
        if (isDryRun) return done;
        if (!done.is_possible) return context.json(toRefusal(done), 409);
        onChange();
        return done;
      },
    ),
  ];
}
