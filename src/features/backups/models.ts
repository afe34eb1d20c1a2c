import { z } from "@hono/zod-openapi";
import { boolean } from "#platform/http/fields";
import { PLACES } from "./scheduled/store";
import { OPTIONAL_PARTS, type OptionalPart } from "./table-parts";

/** The limit of an upload. */
export const MAX_BACKUP_BYTES = 500 * 1024 * 1024;
export const BACKUP_TOO_LARGE = "Backup file too large (500 MB max)";

const parts = {
  check_history: boolean().default(false).openapi({
    description: "with the single results of checks, sensors and ports; their summaries always are in it",
  }),
  bindings: boolean().default(false).openapi({ description: "with the history of who held which address" }),
  events: boolean().default(false).openapi({ description: "with the files of all stored events" }),
};

export const BackupQuery = z.object(parts);

export const BackupRequest = z
  .strictObject({
    passphrase: z.string().min(12).max(200).openapi({
      description:
        "encrypts the backup, with the MASTER_KEY in it: any instance restores it with the passphrase",
    }),
    check_history: z.boolean().default(false),
    bindings: z.boolean().default(false),
    events: z.boolean().default(false),
  })
  .openapi("BackupRequest");

export function partsOf(wanted: Record<OptionalPart, boolean>): OptionalPart[] {
  return OPTIONAL_PARTS.filter((part) => wanted[part]);
}

const names = z.array(z.string());

export const RestoreValidationResult = z
  .object({
    valid: z.boolean(),
    size_bytes: z.int(),
    table_count: z.int(),
    devices: z.int().nullable(),
    users: z.int().nullable(),
    subnets: z.int().nullable(),
    created_at: z.string().openapi({ format: "date-time", description: "the moment that the backup shows" }),
    version: z.string().openapi({ description: "of the program that made it" }),
    is_encrypted: z.boolean(),
    is_own_instance: z.boolean(),
    secrets_readable: z
      .boolean()
      .openapi({ description: "false: its stored secrets were encrypted with another MASTER_KEY" }),
    migrations: z
      .int()
      .openapi({ description: "steps that bring it to this version's schema; 0: it is of this schema" }),
    parts: z.array(z.enum(OPTIONAL_PARTS)),
    events: z
      .object({
        files: z.int(),
        events: z.int(),
        bytes: z.int(),
        new_files: z.int().openapi({ description: "that are put in place" }),
        new_events: z.int(),
        present_files: z.int().openapi({ description: "whose events are here, in them or in others" }),
        left_out_files: z.int().openapi({
          description: "that are damaged, or in whose place something else is here, which stays",
        }),
      })
      .nullable()
      .openapi({ description: "stored events of the backup; null: it has none" }),
    tables: z.array(z.object({ name: z.string(), rows: z.int(), current_rows: z.int() })),
    still_disabled_users: names.openapi({
      description: "disabled since the backup was made: they stay so; the first 100",
    }),
    still_revoked_keys: names.openapi({
      description:
        "prefixes of API keys that were revoked since the backup was made: they stay so; the first 100",
    }),
    missing_users: names.openapi({
      description: "who may sign in now and is not in the backup; the first 100",
    }),
    keeps_audit_log: z.boolean().openapi({
      description: "the audit log of here goes on where the backup's ends, so that it stays whole",
    }),
    warnings: names.openapi({ description: "sentences for people" }),
  })
  .openapi("RestoreValidationResult");

/** What the document says of an upload that is a file. */
export const BackupUpload = z.string().openapi({ format: "binary" });
export const BackupForm = z.object({ file: z.string().openapi({ format: "binary" }) });

const instant = z.string().openapi({ format: "date-time" });
const place = z.enum(PLACES);

export const ScheduledBackupRead = z
  .object({
    filename: z.string(),
    size_bytes: z.int(),
    created_at: instant,
    place: place.openapi({ description: "where it lies: in the data directory's folder, or in the bucket" }),
    kind: z
      .enum(["scheduled", "before_migration"])
      .openapi({ description: "`before_migration`: made at the start of a newer version" }),
    before_version: z.string().nullable().openapi({ description: "that version" }),
    is_encrypted: z.boolean().openapi({ description: "with a passphrase" }),
    verified_at: instant.nullable().openapi({ description: "when its last trial restore ended; null: none" }),
    verification_error: z
      .string()
      .nullable()
      .openapi({ description: "why that failed; null: it went well, or there was none" }),
  })
  .openapi("ScheduledBackupRead");

export const PlaceQuery = z.object({
  place: place.optional().openapi({ description: "only there; default: the folder, then the bucket" }),
});

export const BackupScheduleStatus = z
  .object({
    enabled: z.boolean(),
    interval_hours: z.int(),
    cron: z.string().openapi({ description: "empty: by the interval" }),
    time_zone: z.string(),
    retention_count: z.int().openapi({ description: "files that are kept" }),
    retention_days: z.int().openapi({ description: "0: of any age" }),
    place: place.openapi({ description: "where backups go" }),
    where: z
      .string()
      .openapi({ description: "the same for people", example: "https://s3.example/backups/netatlas/" }),
    due_at: instant.nullable().openapi({ description: "null: the schedule is off, or names no moment" }),
    newest: z.object({ filename: z.string(), size_bytes: z.int(), created_at: instant, place }).nullable(),
    last_run: z
      .object({
        started_at: instant,
        ended_at: instant,
        by_hand: z.boolean(),
        place: z.string(),
        filename: z.string().nullable().openapi({ description: "null: it failed" }),
        size_bytes: z.int().nullable(),
        error: z
          .string()
          .nullable()
          .openapi({ description: "why it failed, or what went wrong beside a backup that was made" }),
      })
      .nullable()
      .openapi({ description: "null: none was tried yet" }),
    verifies_weekly: z.boolean(),
    last_trial: z
      .object({
        place: z.string(),
        filename: z.string(),
        verified_at: instant,
        took_ms: z.int(),
        by_hand: z.boolean(),
        error: z.string().nullable(),
      })
      .nullable()
      .openapi({ description: "the newest trial restore; null: there was none yet" }),
  })
  .openapi("BackupScheduleStatus");
