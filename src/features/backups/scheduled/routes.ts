import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { toTimestamp } from "#platform/http/fields";
import { DeletionPreview, deletionPreview, dryRunFields } from "#platform/http/dry-run";
import { route, type Route } from "#platform/http/route";
import { BackupScheduleStatus, PlaceQuery, ScheduledBackupRead } from "../models";
import { sendFile } from "../send-file";
import type { ScheduledBackups } from "./scheduled-backups";

const PATH = "/api/v1/exports/scheduled-backups";
const NOT_FOUND = "Backup not found";
const AWAY = "The bucket cannot be asked";
const params = z.object({ filename: z.string() });

/** The backups of the schedule. */
export function scheduledBackupRoutes(scheduled: ScheduledBackups): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "exports",
        summary: "The backups that were made by the schedule or before a migration, the newest first",
        access: "superadmin",
        query: PlaceQuery,
        response: z.array(ScheduledBackupRead),
        refusals: { 503: AWAY },
      },
      (request) => scheduled.list(request.query.place),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "exports",
        summary: "Make one now, as the schedule would",
        access: "superadmin",
        isTryable: true,
        outside: "a backup is made and put where scheduled backups go",
        status: 201,
        response: ScheduledBackupRead,
        replay: { inList: PATH },
        refusals: {
          409: "A backup is being made at this moment",
          500: "Database backup failed",
          503: AWAY,
          507: "The disk has no room for it",
        },
      },
      (request) => {
        request.context.env.keepOpen?.();
        return request.outside("make a backup, as the schedule would", () =>
          scheduled.makeNow(actorOf(request), request.signal),
        );
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/exports/backup-schedule",
        tag: "exports",
        summary: "How the schedule stands, and how its last backup and its last trial restore went",
        access: "superadmin",
        response: BackupScheduleStatus,
      },
      () => readStatus(scheduled),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/{filename}`,
        tag: "exports",
        summary: "A backup that the schedule has made",
        access: "superadmin",
        params,
        query: PlaceQuery,
        produces: ["application/octet-stream"],
        refusals: { 404: NOT_FOUND, 503: AWAY },
      },
      async (request) => {
        request.context.env.keepOpen?.();
        const named = { ...request.params, place: request.query.place };
        const { filename, content } = await scheduled.download(actorOf(request), named);
        return sendFile({ name: filename, content, close: async () => undefined });
      },
    ),
    route(
      {
        method: "post",
        path: `${PATH}/{filename}/verify`,
        tag: "exports",
        summary: "Restore a backup on trial",
        description:
          "It is loaded and checked beside the live data, in a transaction that is taken back. What was found is in the answer " +
          "(`verification_error`) and stays in the list.",
        access: "superadmin",
        noTrial: "It is a trial itself: what it loads is taken back.",
        params,
        query: PlaceQuery,
        response: ScheduledBackupRead,
        replay: "refused",
        refusals: {
          404: NOT_FOUND,
          409: "Another backup is being restored or validated",
          503: `${AWAY}, or another backup is being verified`,
        },
      },
      (request) => {
        request.context.env.keepOpen?.();
        return scheduled.verify(actorOf(request), { ...request.params, place: request.query.place });
      },
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{filename}`,
        tag: "exports",
        summary: "Remove a backup that the schedule has made",
        access: "superadmin",
        unversioned: "A backup is a file that is never changed.",
        params,
        query: PlaceQuery.extend(dryRunFields),
        preview: DeletionPreview,
        replay: "empty",
        refusals: { 404: NOT_FOUND, 503: AWAY },
      },
      async (request) => {
        const named = { ...request.params, place: request.query.place };
        if (!request.query.dry_run) return scheduled.remove(actorOf(request), named);
        const { filename } = await scheduled.get(named);
        return deletionPreview({ deleted: { backups: [filename] } });
      },
    ),
  ];
}

async function readStatus(scheduled: ScheduledBackups): Promise<z.input<typeof BackupScheduleStatus>> {
  const { settings, place, where, newest, lastRun, lastTrial, dueAt } = await scheduled.status();
  return {
    enabled: settings.enabled,
    interval_hours: settings.intervalHours,
    cron: settings.cron,
    time_zone: settings.timeZone,
    retention_count: settings.retentionCount,
    retention_days: settings.retentionDays,
    place,
    where,
    due_at: toTimestamp(dueAt),
    newest: newest && {
      filename: newest.filename,
      size_bytes: newest.size_bytes,
      created_at: newest.created_at,
      place: newest.place,
    },
    last_run: lastRun,
    verifies_weekly: settings.verifiesWeekly,
    last_trial: lastTrial,
  };
}
