import { chmodSync, chownSync, lchownSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DataDirectory } from "../data-directory";
import { parseVersion, type PostgresBinaries, type PostgresVersion } from "./binaries";
import { complaintOf, runProgram, type ServerAccount } from "./program";

const ROOT = { uid: 0, gid: 0 };
const NOBODY = { uid: 65_534, gid: 65_534 };

type Candidate = ServerAccount & { readonly closedFolder?: string | undefined };

/**
 * Chooses as whom PostgreSQL, which refuses root, is run: an ordinary user as itself; root as `nobody` of a user
 * namespace, in which files that belong to root stay usable even under a 0700 folder; else as the system's `nobody`.
 * Each way is tried by `postgres --version`, whose answer comes along. `parent` is the folder above the files to work
 * on. Throws one line that says what stands in the way.
 */
export async function chooseAccount(
  binaries: PostgresBinaries,
  parent: string,
): Promise<{ account: ServerAccount; version: PostgresVersion }> {
  const problems: string[] = [];
  for (const candidate of candidates([binaries.folder, parent])) {
    if (candidate.closedFolder !== undefined) {
      problems.push(`user ${candidate.owner.uid} cannot enter ${candidate.closedFolder}`);
      continue;
    }
    const outcome = await runProgram(candidate, [binaries.postgres, "--version"]);
    const version = parseVersion(outcome.stdout);
    if (outcome.exitCode === 0 && version !== undefined) return { account: candidate, version };
    problems.push(complaintOf(outcome));
  }
  const who = isRoot() ? "as root, which it refuses; start the service as an ordinary user" : "here";
  throw new Error(
    `cannot run PostgreSQL (${binaries.postgres}) ${who}: ${[...new Set(problems)].join("; ")}`,
  );
}

function* candidates(folders: readonly string[]): Generator<Candidate> {
  if (!isRoot()) {
    const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
    yield* withAndWithoutDeathSignal({ wrapper: [], spawnAs: undefined, owner, limitations: [] });
    return;
  }
  const unshare = Bun.which("unshare");
  if (unshare !== null) {
    const wrapper = [unshare, "--user", `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`, "--"];
    const closedFolder = findClosedFolder(folders, ROOT);
    yield* withAndWithoutDeathSignal({
      wrapper,
      spawnAs: undefined,
      owner: ROOT,
      limitations: [],
      closedFolder,
    });
  }
  yield* withAndWithoutDeathSignal({
    wrapper: [],
    spawnAs: NOBODY,
    owner: NOBODY,
    limitations: [
      "PostgreSQL runs as the user nobody: the service was started as root where user namespaces are not allowed",
    ],
    closedFolder: findClosedFolder(folders, NOBODY),
  });
}

/** The death signal is set last, inside the namespace: the kernel clears it at a change of credentials (prctl(2)). */
function* withAndWithoutDeathSignal(candidate: Candidate): Generator<Candidate> {
  const setpriv = Bun.which("setpriv");
  if (setpriv !== null) {
    yield { ...candidate, wrapper: [...candidate.wrapper, setpriv, "--pdeathsig", "INT", "--"] };
  }
  const limitation =
    "setpriv of util-linux is missing: after a kill -9 of the service its database runs on until the service's next start";
  yield { ...candidate, limitations: [...candidate.limitations, limitation] };
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

type User = ServerAccount["owner"];

/**
 * The first folder on the way to any of `paths` that `user`, without privileges, cannot pass. Access lists are not
 * looked at.
 */
export function findClosedFolder(paths: readonly string[], user: User): string | undefined {
  return paths
    .flatMap((path) => foldersDownTo(realpathSync(path)))
    .find((folder) => !isSearchable(folder, user));
}

function foldersDownTo(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...foldersDownTo(parent), path];
}

function isSearchable(folder: string, user: User): boolean {
  const { mode, uid, gid } = statSync(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === user.gid ? 0o010 : 0o001)) !== 0;
}

/**
 * Lets the account reach and own what is its own in the data directory: the socket folder and the cluster. The folders
 * above them get the search bit alone, so that their content stays unlisted. Only root has anything to do here.
 */
export function grantAccess(account: ServerAccount, directory: DataDirectory): void {
  if (!isRoot()) return;
  for (const folder of [directory.path, directory.db]) {
    if (!isSearchable(folder, account.owner)) chmodSync(folder, statSync(folder).mode | 0o011);
  }
  giveTo(account, directory.run);
}

/** Makes the account the owner of a file or folder, where it is not. Only root can, and only root needs to. */
export function giveTo({ owner }: ServerAccount, path: string): void {
  const { uid } = statSync(path);
  if (isRoot() && uid !== owner.uid) chownSync(path, owner.uid, owner.gid);
}

/** Makes the account the owner of a whole cluster; throws where it belongs to another user and we are not root. */
export function giveClusterTo(account: ServerAccount, cluster: string): void {
  const { uid } = statSync(cluster);
  if (uid === account.owner.uid) return;
  if (!isRoot()) {
    throw new Error(
      `the database in ${cluster} belongs to user ${uid}, the service runs as user ${account.owner.uid}; give it the folder (chown -R) or start it as that user`,
    );
  }
  const { owner } = account;
  for (const entry of readdirSync(cluster, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(cluster, entry), owner.uid, owner.gid);
  }
  chownSync(cluster, owner.uid, owner.gid);
}
