import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import manifest from "./chdb/package.json";

/** 550 MB, which nothing else needs: it is in no list of this repository's packages, and is kept beside it. */
const FOLDER = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  `netatlas-chdb-${manifest.dependencies.chdb}`,
);
const IS_WHOLE = join(FOLDER, "is-whole");
/** A line that stalls must not hold up all tests. */
const INSTALL_MS = 10 * 60_000;

/** Whether ClickHouse as a library is there. */
export function isChdbInstalled(): boolean {
  return existsSync(IS_WHOLE);
}

/**
 * Installs ClickHouse as a library, in the version that is locked here, where it is not there yet. Where it cannot be
 * had a line says so, and what needs it does not run.
 */
export function installChdb(): void {
  if (isChdbInstalled()) return;
  mkdirSync(FOLDER, { recursive: true });
  cpSync(join(import.meta.dir, "chdb"), FOLDER, { recursive: true });
  const { exitCode, stderr } = Bun.spawnSync(["bun", "install", "--frozen-lockfile", "--ignore-scripts"], {
    cwd: FOLDER,
    timeout: INSTALL_MS,
    stdout: "ignore",
    stderr: "pipe",
  });
  if (exitCode === 0) writeFileSync(IS_WHOLE, "");
  else process.stdout.write(`SKIPPED ClickHouse: chdb cannot be installed: ${stderr.toString().trim()}\n`);
}

/** The folder of the library. @throws where it cannot be had */
export function chdbFolder(): string {
  installChdb();
  if (!isChdbInstalled()) throw new Error("chdb is not installed");
  return FOLDER;
}
