import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { giveTo } from "./privileges";
import type { ServerAccount } from "./program";

/** No network port: it names the socket `.s.PGSQL.5432`, as clients expect. */
export const SOCKET_PORT = 5432;

/** sun_path holds 104 octets on the BSDs and 108 on Linux (unix(7)), the closing NUL among them. */
const MAX_SOCKET_PATH_BYTES = 100;

const TEMPORARY_PREFIX = "netatlas-";

/** A private folder for the server's socket. */
export type SocketFolder = {
  readonly path: string;
  /** Removes what a dead server left: its socket and its lock file, whose process id may now be another process's. */
  clear(): void;
  /** Removes the folder itself where it is a temporary one. */
  remove(): void;
};

/**
 * `run` itself, or a fresh 0700 folder for temporary files where a socket's path in `run` would be too long for the
 * kernel. A file in `run` names such a folder, so that the next start removes what a kill -9 left.
 */
export function openSocketFolder(run: string, account: ServerAccount): SocketFolder {
  const note = join(run, "socket-folder");
  removeNoted(note, account);
  if (fits(run)) return { path: run, clear: () => clearSockets(run), remove: () => undefined };
  const path = mkdtempSync(
    join(fits(join(tmpdir(), `${TEMPORARY_PREFIX}XXXXXX`)) ? tmpdir() : "/tmp", TEMPORARY_PREFIX),
  );
  writeFileSync(note, path);
  giveTo(account, path);
  return {
    path,
    clear: () => clearSockets(path),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Where the server of a running service has its socket. */
export function findSocketFolder(run: string): string {
  const note = join(run, "socket-folder");
  return existsSync(note) ? readFileSync(note, "utf8") : run;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH_BYTES;
}

function clearSockets(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(".s.PGSQL.")))
    rmSync(join(folder, name));
}

function removeNoted(note: string, account: ServerAccount): void {
  if (!existsSync(note)) return;
  const path = readFileSync(note, "utf8");
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isOurs = found?.isDirectory() && [account.owner.uid, process.getuid?.()].includes(found.uid);
  if (isOurs && basename(path).startsWith(TEMPORARY_PREFIX)) rmSync(path, { recursive: true, force: true });
  rmSync(note);
}
