import type { BackupFile } from "../dump/encode";
import { parseBackupName } from "./names";

/** Where a backup lies. */
export const PLACES = ["folder", "s3"] as const;
export type Place = (typeof PLACES)[number];

export type KeptBackup = {
  filename: string;
  size_bytes: number;
  created_at: string;
  place: Place;
  kind: "scheduled" | "before_migration";
  /** The version that the database was then migrated to. */
  before_version: string | null;
  is_encrypted: boolean;
};

/** A place for backups. It shows and touches nothing but what has a name of ours. */
export type BackupStore = {
  place: Place;
  /** For people. */
  description: string;
  /** The newest first. */
  list(): Promise<KeptBackup[]>;
  find(filename: string): Promise<KeptBackup | undefined>;
  /** Its octets. */
  read(filename: string): AsyncGenerator<Uint8Array>;
  /** Its file on this machine; undefined: it is on another. */
  pathOf(filename: string): string | undefined;
  /** Puts a backup there: it is there whole, or not at all. */
  keep(file: BackupFile): Promise<KeptBackup>;
  /** Nothing where it is not there. */
  remove(filename: string): Promise<void>;
};

/** Undefined: the name is none of ours. */
export function describeKept(
  filename: string,
  { place, octets }: { place: Place; octets: number },
): KeptBackup | undefined {
  const name = parseBackupName(filename);
  if (name === undefined) return undefined;
  return {
    filename,
    size_bytes: octets,
    created_at: name.madeAt.toISOString(),
    place,
    kind: name.before === null ? "scheduled" : "before_migration",
    before_version: name.before,
    is_encrypted: name.isEncrypted,
  };
}

export function byNewest(one: KeptBackup, other: KeptBackup): number {
  return other.created_at.localeCompare(one.created_at) || other.filename.localeCompare(one.filename);
}
