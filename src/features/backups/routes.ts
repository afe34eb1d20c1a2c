import { actorOf } from "#features/audit";
import { Operation } from "#features/operations";
import { prefersAsync } from "#platform/http/prefer";
import { route, type Route } from "#platform/http/route";
import { backUpBehind, restoreBehind, type BackupDesk } from "./behind";
import type { Backups } from "./backups";
import {
  BACKUP_TOO_LARGE,
  BackupForm,
  BackupQuery,
  BackupRequest,
  BackupUpload,
  MAX_BACKUP_BYTES,
  partsOf,
  RestoreValidationResult,
} from "./models";
import { scheduledBackupRoutes } from "./scheduled/routes";
import { sendFile } from "./send-file";
import { backupTargetRoutes } from "./target/routes";
import { withUploadedBackup } from "./upload";

const UPLOAD = {
  stream: { "application/octet-stream": BackupUpload, "multipart/form-data": BackupForm },
  bodyLimitBytes: MAX_BACKUP_BYTES,
  bodyLimitText: BACKUP_TOO_LARGE,
} as const;

const BAD_BACKUP =
  "The file is no backup, is not signed by this instance, was changed, lacks tables, is of a newer version, or its passphrase is missing or wrong";
const BUSY = "Another backup is being restored or validated";
const NO_RIGHT = "The role of the database may not create a schema, or does not own the tables";

const NO_ROOM_HERE = "The disk has no room for the stored events of the backup";
const REFUSED = {
  429: "With `Prefer: respond-async`: two files of the user are being written",
  500: "Database backup failed",
  501: "With events: their files are not where this service looks for them, or their file system takes no hard links",
  507: "The disk has no room for it; with `Prefer: respond-async` also: the files of operations have no room for another",
} as const;

const ABOUT_UPLOADS =
  "The file's octets as they are, or a form with the file as its last part; a backup with a passphrase needs that in " +
  "`X-Backup-Passphrase`, percent-encoded.";

/** Backups of the database for SuperAdmins, and the way back. */
export function backupRoutes(deps: { backups: Backups; desk: BackupDesk }): Route[] {
  const { backups } = deps;
  return [
    route(
      {
        method: "get",
        path: "/api/v1/exports/backup",
        tag: "exports",
        summary: "A backup of the database, which this instance takes back",
        description:
          "Signed, not encrypted: it holds password hashes, and stored secrets as they are stored.",
        access: "superadmin",
        query: BackupQuery,
        produces: ["application/octet-stream"],
        accepted: Operation,
        refusals: REFUSED,
      },
      async (request) => {
        const parts = partsOf(request.query);
        if (prefersAsync(request.context)) return backUpBehind(deps, request, { parts });
        request.context.env.keepOpen?.();
        return sendFile(await backups.export(actorOf(request), { parts, signal: request.signal }));
      },
    ),
    route(
      {
        method: "post",
        path: "/api/v1/exports/backup",
        tag: "exports",
        summary: "A backup of the database that is encrypted with a passphrase, which any instance takes",
        access: "superadmin",
        noTrial: "A download: nothing is changed.",
        body: BackupRequest,
        produces: ["application/octet-stream"],
        accepted: Operation,
        replay: "refused",
        refusals: REFUSED,
      },
      async (request) => {
        const { passphrase, ...wanted } = request.body;
        const made = { parts: partsOf(wanted), passphrase };
        if (prefersAsync(request.context)) return backUpBehind(deps, request, made);
        request.context.env.keepOpen?.();
        return sendFile(await backups.export(actorOf(request), { ...made, signal: request.signal }));
      },
    ),
    route(
      {
        method: "post",
        path: "/api/v1/exports/restore/validate",
        tag: "exports",
        summary: "What a backup holds, and what restoring it would change; nothing is changed",
        description: `It is loaded and checked as for a restore, in a transaction that is taken back. ${ABOUT_UPLOADS}`,
        access: "superadmin",
        ...UPLOAD,
        noTrial: "It is the trial of `POST /api/v1/exports/restore`.",
        response: RestoreValidationResult,
        replay: { unkeyed: "It changes nothing." },
        refusals: {
          400: `${BAD_BACKUP}; Backup validation failed`,
          409: BUSY,
          501: NO_RIGHT,
          507: NO_ROOM_HERE,
        },
      },
      (request) =>
        withUploadedBackup(backups, request.context, (stored) =>
          backups.tryRestore(actorOf(request), stored),
        ),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/exports/restore",
        tag: "exports",
        summary: "Replace the database by a backup: all of it, or nothing",
        description:
          "Everybody is signed out; an operation (`Prefer: respond-async`) can be read again by who signs in anew. Users and API keys that were shut out since the backup stay so. Stored events and the " +
          `audit log of this instance stay. ${ABOUT_UPLOADS}`,
        access: "superadmin",
        ...UPLOAD,
        noTrial: "`POST /api/v1/exports/restore/validate` is its trial.",
        status: 204,
        accepted: Operation,
        replay: { unkeyed: "It replaces the database that keeps the keys." },
        refusals: {
          400: `${BAD_BACKUP}; Backup restore failed`,
          409: BUSY,
          501: NO_RIGHT,
          507: NO_ROOM_HERE,
        },
      },
      async (request) => {
        if (prefersAsync(request.context)) return restoreBehind(deps, request);
        await withUploadedBackup(backups, request.context, (stored) =>
          backups.restore(actorOf(request), stored),
        );
        return undefined;
      },
    ),
    ...scheduledBackupRoutes(backups.scheduled),
    ...backupTargetRoutes(backups.targetContext),
  ];
}
