import { z } from "zod";
import { isFernetKey } from "#platform/encryption";
import { BadBackup } from "./bad-backup";
import { OPTIONAL_PARTS } from "../table-parts";

/** The one form that there is. */
const FORMAT = 1;

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const tableName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);

const SavedTable = z.strictObject({
  name: tableName,
  rows: count,
  /** Of its lines, one behind the other, each with its line feed. */
  sha256,
  /** The number of files that its lines stand in. */
  files: count,
});
export type SavedTable = z.infer<typeof SavedTable>;

/** `manifest.json`, the first file of a backup: what the others hold. */
export const Manifest = z.strictObject({
  product: z.literal("netatlas"),
  format: z.literal(FORMAT),
  /** Of the program. */
  version: z.string().max(100),
  /** When the schema's newest migration was made, in ms since 1970. */
  schema: z.int().min(1),
  /** Names the instance by its signing key. */
  instance: z.string().regex(/^[0-9a-f]{16}$/),
  /** The moment that the backup shows. */
  created_at: z.iso.datetime(),
  parts: z.array(z.enum(OPTIONAL_PARTS)),
  /** Tells whether stored secrets can be read with a MASTER_KEY, and not what that is. */
  master_key_check: sha256,
  /** `table.column` to the last number that was given out. */
  sequences: z.record(z.string().max(130), count),
  tables: z.array(SavedTable).max(1000),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST_NAME = "manifest.json";
/** In a backup with a passphrase only: the MASTER_KEY that its secrets are encrypted with. */
export const KEYS_NAME = "keys.json";

export const Keys = z.strictObject({ master_key: z.string().refine(isFernetKey) });

/** A table's lines are cut into files of some MiB: a file's length stands before its content. */
export function tableFileName(table: string, place: number): string {
  return `tables/${table}/${String(place).padStart(6, "0")}.ndjson`;
}

const NAME = /^(?:manifest\.json|keys\.json|tables\/[a-z][a-z0-9_]{0,62}\/\d{6}\.ndjson)$/;
/** Of a file of events below the folder that has them: `dt=2026-11-21/hr=10/<collector>-<a>-<b>.parquet`. */
const EVENTS_PATH = /^dt=\d{4}-\d\d-\d\d\/hr=(?:[01]\d|2[0-3])\/[0-9a-f]{12}-\d{1,16}-\d{1,16}\.parquet$/;
const EVENTS_FOLDER = "events/";

export function isBackupFileName(name: string): boolean {
  return (
    NAME.test(name) || (name.startsWith(EVENTS_FOLDER) && isEventsPath(name.slice(EVENTS_FOLDER.length)))
  );
}

/** Whether the path of a file of events leads to where such files lie, and nowhere else. */
export function isEventsPath(path: string): boolean {
  return EVENTS_PATH.test(path);
}

export function eventsFileName(path: string): string {
  return `${EVENTS_FOLDER}${path}`;
}

/** Throws BadBackup. */
export function parseSmallFile<Schema extends z.ZodType>(schema: Schema, content: Buffer): z.output<Schema> {
  if (content.length > MAX_JSON_OCTETS) throw new BadBackup("its list of contents is too long");
  const parsed = schema.safeParse(jsonOf(content));
  if (!parsed.success) throw new BadBackup("its list of contents is not one", { cause: parsed.error });
  return parsed.data;
}

const MAX_JSON_OCTETS = 1024 * 1024;

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString("utf8"));
  } catch (error) {
    throw new BadBackup("its list of contents is not one", { cause: error });
  }
}
