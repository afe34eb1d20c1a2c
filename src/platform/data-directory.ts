import { Database } from "bun:sqlite";
import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { codeOf } from "./error-code";

const SUB_FOLDERS = ["run", "tmp", "journal", "events", "db"] as const;

/** The folder in which everything that is kept lies, and the proof that no other process of ours uses it. */
export type DataDirectory = {
  /** Absolute path of the folder itself; the fields below are its sub-folders, all present. */
  readonly path: string;
  /** Sockets and what else lives as long as the process. */
  readonly run: string;
  /** Half-written files, worthless after a restart. */
  readonly tmp: string;
  readonly journal: string;
  readonly events: string;
  readonly db: string;
  /** Gives the folder free for another process. Call it last. */
  close(): void;
};

/** Another process of ours holds the folder. */
export class DataDirectoryInUseError extends Error {}

/**
 * Creates the folder (0700) and its sub-folders, and locks it for this process until `close()` or death, kill -9
 * included. Throws an Error of one line that names the folder when it is no folder, is not writable or is in use by
 * another process.
 */
export function openDataDirectory(path: string): DataDirectory {
  const root = resolve(path);
  requireWritableFolder(root);
  const lock = lockFolder(root);
  try {
    for (const name of SUB_FOLDERS) mkdirSync(join(root, name), { recursive: true, mode: 0o700 });
  } catch (error) {
    release(lock);
    throw new Error(`cannot create the sub-folders of the data directory ${root}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  return {
    path: root,
    run: join(root, "run"),
    tmp: join(root, "tmp"),
    journal: join(root, "journal"),
    events: join(root, "events"),
    db: join(root, "db"),
    close: () => release(lock),
  };
}

function requireWritableFolder(root: string): void {
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`cannot create the data directory ${root}: ${reasonOf(error)}`, { cause: error });
  }
  if (!statSync(root).isDirectory()) throw new Error(`the data directory ${root} is not a directory`);
  try {
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`the data directory ${root} is not writable: ${reasonOf(error)}`, { cause: error });
  }
}

/** Handles in use: one that nobody refers to would be collected, closed and with it the lock lost. */
const heldLocks = new Set<Database>();

function release(lock: Database): void {
  heldLocks.delete(lock);
  lock.close();
}

/**
 * An SQLite transaction that is never ended is a lock that the kernel frees at death and that holds across containers,
 * where a pid file could name anybody. Nothing else may open service.lock in this process: closing any other handle on
 * it would drop the lock (fcntl(2)).
 */
function lockFolder(root: string): Database {
  const file = join(root, "service.lock");
  let lock: Database | undefined;
  try {
    closeSync(openSync(file, constants.O_WRONLY | constants.O_CREAT, 0o600));
    lock = new Database(file, { readwrite: true });
    lock.run("PRAGMA busy_timeout = 0");
    lock.run("BEGIN EXCLUSIVE");
    heldLocks.add(lock);
    return lock;
  } catch (error) {
    lock?.close();
    if (codeOf(error)?.startsWith("SQLITE_BUSY") === true) {
      throw new DataDirectoryInUseError(
        `the data directory ${root} is in use by another running service; stop that one or give this one its own DATA_DIR`,
        { cause: error },
      );
    }
    throw new Error(`cannot lock the data directory ${root}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
