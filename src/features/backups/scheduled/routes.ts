import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { toTimestamp } from "#platform/http/fields";
import { DeletionPreview, deletionPreview, dryRunFields } from "#platform/http/dry-run";
import { route, type Route } from "#platform/http/route";
import type { Backups } from "../backups";
import { BackupScheduleStatus, ScheduledBackupRead } from "../models";
import { sendFile } from "../send-file";

const PATH = "/api/v1/exports/scheduled-backups";
const NOT_FOUND = "Backup not found";
const params = z.object({ filename: z.string() });

/** The folder of the schedule. */
export function scheduledBackupRoutes(backups: Backups): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "exports",
        summary: "The backups that the schedule has made, the newest first",
        access: "superadmin",
        response: z.array(ScheduledBackupRead),
      },
      () => backups.list(),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "exports",
        summary: "Make one now, as the schedule would",
        access: "superadmin",
        status: 201,
        response: ScheduledBackupRead,
        refusals: { 409: "A backup is being made at this moment", 500: "Database backup failed" },
      },
      (request) => {
        request.context.env.keepOpen?.();
        return backups.makeNow(actorOf(request), request.signal);
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/exports/backup-schedule",
        tag: "exports",
        summary: "How the schedule stands, and how its last backup went",
        access: "superadmin",
        response: BackupScheduleStatus,
      },
      async () => {
        const { settings, newest, lastRun, dueAt } = await backups.status();
        return {
          enabled: settings.enabled,
          interval_hours: settings.intervalHours,
          retention_count: settings.retentionCount,
          due_at: toTimestamp(dueAt),
          newest,
          last_run: lastRun,
        };
      },
    ),
    route(
      {
        method: "get",
        path: `${PATH}/{filename}`,
        tag: "exports",
        summary: "A backup that the schedule has made",
        access: "superadmin",
        params,
        produces: ["application/octet-stream"],
        refusals: { 404: NOT_FOUND },
      },
      async (request) => {
        request.context.env.keepOpen?.();
        const { filename, content } = await backups.download(actorOf(request), request.params.filename);
        return sendFile({ name: filename, content, close: async () => undefined });
      },
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{filename}`,
        tag: "exports",
        summary: "Remove a backup that the schedule has made",
        access: "superadmin",
        params,
        query: z.object(dryRunFields),
        preview: DeletionPreview,
        refusals: { 404: NOT_FOUND },
      },
      async (request) => {
        const { filename } = request.params;
        if (!request.query.dry_run) return backups.remove(actorOf(request), filename);
        const kept = await backups.get(filename);
        return deletionPreview({ deleted: { backups: [kept.filename] } });
      },
    ),
  ];
}
