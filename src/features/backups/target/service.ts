import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { createEncryption, UnreadableSecret, type Encryption } from "#platform/encryption";
import { invalid, type ValidationIssue } from "#platform/errors";
import { requireUnchanged, type EntityTags, type Versioned } from "#platform/http/conditional";
import { instanceOf } from "../format/signature";
import type { Bucket } from "../scheduled/bucket";
import { backupTarget } from "../tables";
import type { BackupTargetRead, BackupTargetUpdate } from "./models";
import { PLACES, type Place } from "../scheduled/store";

type Row = typeof backupTarget.$inferSelect;

/** The folder is that of the process that answers. */
export const TARGET_VERSION: Versioned = { without: ["folder"] };

export type TargetContext = { db: Db; masterKey: string; folder: string; minFreeBytes: number };

/**
 * The prefix is this installation's own: of two that share a bucket neither takes the other's backups for its own to
 * remove.
 */
function defaultsOf(masterKey: string): Row {
  return {
    id: 1,
    place: "folder",
    endpoint: "",
    region: "us-east-1",
    bucket: "",
    prefix: `netatlas-${instanceOf(masterKey).slice(0, 8)}/`,
    pathStyle: true,
    accessKeyId: "",
    secretAccessKey: "",
    passphrase: "",
  };
}

/** Where scheduled backups go, with its secrets. */
export type Target = {
  place: Place;
  /** Undefined: none is set up. Where the folder is the place, older backups may still be in it. */
  bucket: Bucket | undefined;
  passphrase: string | undefined;
  /** Why its secrets cannot be read, so that no backup goes there; undefined: they can. */
  problem: string | undefined;
};

const UNREADABLE =
  "the stored secret key or passphrase cannot be read, as MASTER_KEY is another one than then: enter them again";

export async function readTarget({ db, masterKey }: TargetContext): Promise<Target> {
  const row = await findRow({ db, masterKey });
  try {
    return openSecrets(row, createEncryption(masterKey));
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    return { place: placeOf(row), bucket: undefined, passphrase: undefined, problem: UNREADABLE };
  }
}

/** Throws UnreadableSecret where the secrets were encrypted with another MASTER_KEY. */
function openSecrets(saved: Row, encryption: Encryption): Target {
  const { place, passphrase, secretAccessKey, id: _, ...row } = saved;
  const isWhole =
    row.endpoint !== "" && row.bucket !== "" && row.accessKeyId !== "" && secretAccessKey !== "";
  return {
    place: placeOf({ place }),
    bucket: isWhole ? { ...row, secretAccessKey: encryption.decrypt(secretAccessKey) } : undefined,
    passphrase: passphrase === "" ? undefined : encryption.decrypt(passphrase),
    problem: undefined,
  };
}

function placeOf({ place }: Pick<Row, "place">): Place {
  return PLACES.find((known) => known === place) ?? "folder";
}

/** The same without the secrets. */
export async function describeTarget(ctx: TargetContext): Promise<BackupTargetRead> {
  return toRead(await findRow(ctx), ctx.folder);
}

/**
 * Changes what is given, noted in the audit log under the one who does it. Throws 422 where the bucket is to be the
 * place and something of it is missing, 412.
 */
export async function updateTarget(
  { db, masterKey, folder, actor }: TargetContext & { actor: Actor },
  update: BackupTargetUpdate,
  ifMatch?: EntityTags,
): Promise<BackupTargetRead> {
  const encryption = createEncryption(masterKey);
  const seal = (text: string | undefined, old: string) =>
    text === undefined ? old : text === "" ? "" : encryption.encrypt(text);
  return db.transaction(async (transaction) => {
    const defaults = defaultsOf(masterKey);
    await transaction.insert(backupTarget).values(defaults).onConflictDoNothing();
    const [before = defaults] = await transaction.select().from(backupTarget).for("update");
    requireUnchanged(ifMatch, { current: toRead(before, folder), versioned: TARGET_VERSION });
    const after: Row = {
      id: 1,
      place: update.place ?? before.place,
      endpoint: update.endpoint ?? before.endpoint,
      region: update.region ?? before.region,
      bucket: update.bucket ?? before.bucket,
      prefix: update.prefix ?? before.prefix,
      pathStyle: update.path_style ?? before.pathStyle,
      accessKeyId: update.access_key_id ?? before.accessKeyId,
      secretAccessKey: seal(update.secret_access_key, before.secretAccessKey),
      passphrase: seal(update.passphrase, before.passphrase),
    };
    requireWhole(after);
    await transaction.update(backupTarget).set(after);
    const changes = changesOf(toRead(before, folder), toRead(after, folder));
    const replaced = [
      ...(after.secretAccessKey === before.secretAccessKey ? [] : ["secret_access_key"]),
      ...(after.passphrase === before.passphrase ? [] : ["passphrase"]),
    ];
    const changed = [...Object.keys(changes.after), ...replaced];
    if (changed.length > 0) {
      const entry = { action: "backup.target_updated", target: "backup-target", detail: changed.join(" ") };
      await recordAudit({ db: transaction, actor }, { ...entry, ...changes });
    }
    return toRead(after, folder);
  });
}

function requireWhole(row: Row): void {
  if (row.place !== "s3") return;
  const needed = {
    endpoint: row.endpoint,
    bucket: row.bucket,
    access_key_id: row.accessKeyId,
    secret_access_key: row.secretAccessKey,
  };
  const issues = Object.entries(needed)
    .filter(([, value]) => value === "")
    .map(([name]): ValidationIssue => ({
      loc: ["body", name],
      msg: "is needed for backups into a bucket",
      type: "value_error",
    }));
  if (issues.length > 0) throw invalid(issues);
}

async function findRow({ db, masterKey }: Pick<TargetContext, "db" | "masterKey">): Promise<Row> {
  const [row] = await db.select().from(backupTarget);
  return row ?? defaultsOf(masterKey);
}

function toRead(row: Row, folder: string): BackupTargetRead {
  return {
    place: placeOf(row),
    folder,
    endpoint: row.endpoint,
    region: row.region,
    bucket: row.bucket,
    prefix: row.prefix,
    path_style: row.pathStyle,
    access_key_id: row.accessKeyId,
    secret_access_key_set: row.secretAccessKey !== "",
    passphrase_set: row.passphrase !== "",
  };
}
