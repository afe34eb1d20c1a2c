import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NOBODY, openAuditAnchor } from "#features/audit";
import type { Db } from "#platform/database";
import { dumpDatabase, type Instance } from "../../src/features/backups/dump/dump";
import { encodeBackup } from "../../src/features/backups/dump/encode";
import type { OptionalPart } from "../../src/features/backups/table-parts";
import { savedTables } from "../../src/features/backups/table-parts";
import { describeTables } from "../../src/features/backups/schema-tables";
import { readLines } from "../../src/features/backups/table-lines";
import type { RestoreContext } from "../../src/features/backups/restore/prepare";
import { MASTER_KEY, SECRET_KEY } from "./app";
import { atRunEnd } from "./run-end";

/** An instance with the keys of the test service, and a folder that goes with the run. */
export function givenInstance(keys: Partial<Instance> = {}): Instance {
  const temporaryFolder = mkdtempSync(join(tmpdir(), "netatlas-backup-"));
  atRunEnd(async () => rmSync(temporaryFolder, { recursive: true, force: true }));
  const eventsFolder = join(temporaryFolder, "events");
  mkdirSync(eventsFolder);
  const known = { secretKey: SECRET_KEY, masterKey: MASTER_KEY, version: "0.0.0-test", minFreeBytes: 0 };
  return { ...known, temporaryFolder, eventsFolder, ...keys };
}

type Wanted = { parts?: readonly OptionalPart[]; passphrase?: string };

/** A backup's octets. */
export async function takeBackup(
  db: Db,
  instance: Instance,
  { parts = [], passphrase }: Wanted = {},
): Promise<Buffer> {
  const signal = new AbortController().signal;
  const dump = await dumpDatabase({ db, instance, signal }, parts);
  const file = await encodeBackup(dump, { instance, passphrase });
  const octets = Buffer.concat(await Array.fromAsync(file.content));
  if (octets.length !== file.octets) throw new Error(`${octets.length} octets came of ${file.octets}`);
  return octets;
}

let count = 0;

export async function storeBackup(instance: Instance, octets: Uint8Array) {
  count += 1;
  const path = join(instance.temporaryFolder, `stored-${count}`);
  await Bun.write(path, octets);
  return { path, start: 0, end: octets.length };
}

export function restoreContext(db: Db, instance: Instance): RestoreContext {
  const anchor = openAuditAnchor(join(instance.temporaryFolder, "audit-anchor"));
  return { db, instance, anchor, actor: NOBODY };
}

/** What the database holds: a hash for each table that backups have, but those of `except`. */
export async function hashesOf(
  db: Db,
  {
    parts = ["check_history", "bindings"],
    except = [],
  }: { parts?: readonly OptionalPart[]; except?: string[] } = {},
): Promise<Record<string, string>> {
  return db.transaction(async (tx) => {
    const tables = await describeTables(tx, "public");
    const names = savedTables(parts).filter((name) => !except.includes(name));
    const hashes: Record<string, string> = {};
    for (const name of names) {
      const table = tables.get(name);
      if (table === undefined) throw new Error(`there is no table ${name}`);
      const hash = createHash("sha256");
      for await (const lines of readLines(tx, table, new Set(savedTables(["check_history", "bindings"]))))
        hash.update(lines.join("\n"));
      hashes[name] = hash.digest("hex");
    }
    return hashes;
  });
}

/** What refuses the work; undefined: nothing. */
export async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error;
  }
}
