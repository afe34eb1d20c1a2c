/** What a file's name says of a backup. */
export type BackupName = {
  madeAt: Date;
  /** The version that the database was then migrated to; null: the schedule made it, or somebody who asked for one. */
  before: string | null;
  /** The installation that put it there, in a place that several may use; null: it is not said. */
  of: string | null;
  /** It is encrypted with a passphrase. */
  isEncrypted: boolean;
};

/**
 * `netatlas-backup-20261125-220000.tar.zst`, in UTC; in a bucket `…-220000-of-1f0a22b9.tar.zst`;
 * `…-220000-before-0.5.0.tar.zst`; with a passphrase `….tar.zst.sealed`.
 */
const NAME =
  /^netatlas-backup-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?:-of-([\da-f]{8}))?(?:-before-([\dA-Za-z][\w.-]{0,39}))?\.tar\.zst(\.sealed)?$/;

/** All names begin so. */
export const NAME_START = "netatlas-backup-";

/** Undefined: no backup of ours is called so. */
export function parseBackupName(filename: string): BackupName | undefined {
  const found = NAME.exec(filename);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second, of, before, sealed] = found;
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  if (Number.isNaN(madeAt.getTime())) return undefined;
  return { madeAt, before: before ?? null, of: of ?? null, isEncrypted: sealed !== undefined };
}

/** The name in a place that other installations may use as well: none lets another's backups go. */
export function nameWithInstallation(filename: string, installation: string): string {
  return filename.replace(/(?=\.tar\.zst)/, `-of-${installation}`);
}

/** Whether its name says that it is this installation's. */
export function isOf(filename: string, installation: string): boolean {
  return parseBackupName(filename)?.of === installation;
}

/** The name of a backup that is made before the database is migrated to a version. */
export function nameBeforeMigration(filename: string, version: string): string {
  const plain =
    version
      .replaceAll(/[^\w.-]/g, "-")
      .replace(/^[^\dA-Za-z]+/, "")
      .slice(0, 40) || "dev";
  return filename.replace(/(?=\.tar\.zst)/, `-before-${plain}`);
}
