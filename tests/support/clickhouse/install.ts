import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import manifest from "./chdb/package.json";

/** 550 MB, which nothing else needs: it is in no list of this repository's packages, and is kept beside it. */
const FOLDER = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  `netatlas-chdb-${manifest.dependencies.chdb}`,
);

/** Installs ClickHouse as a library, in the version that is locked here, where it is not there yet; gives its folder. */
export function installChdb(): string {
  const isWhole = join(FOLDER, "is-whole");
  if (existsSync(isWhole)) return FOLDER;
  mkdirSync(FOLDER, { recursive: true });
  cpSync(join(import.meta.dir, "chdb"), FOLDER, { recursive: true });
  const { exitCode, stderr } = Bun.spawnSync(["bun", "install", "--frozen-lockfile", "--ignore-scripts"], {
    cwd: FOLDER,
    stdout: "ignore",
    stderr: "pipe",
  });
  if (exitCode !== 0) throw new Error(`cannot install chdb: ${stderr.toString()}`);
  writeFileSync(isWhole, "");
  return FOLDER;
}
