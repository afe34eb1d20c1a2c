import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const RELEASE = /^Release (\d+\.\d+\.\d+)$/;

export type Release = { version: string; commit: string };

/** The newest release before the present state, as the history has it; undefined: this clone has none that is older. */
export async function findReleaseBefore(): Promise<Release | undefined> {
  const head = (await git(["rev-parse", "HEAD"]))?.trim();
  const log = await git(["log", "--format=%H %s", "--grep=^Release [0-9]"]);
  for (const line of (log ?? "").split("\n")) {
    const [commit = "", ...subject] = line.split(" ");
    const version = RELEASE.exec(subject.join(" "))?.[1];
    if (version !== undefined && commit !== head) return { version, commit };
  }
  return undefined;
}

/** Puts a release's program in a folder, with the packages of now beside it, and gives the folder. */
export async function unpackSources({ commit, version }: Release, below: string): Promise<string> {
  const folder = join(below, `program-${version}`);
  mkdirSync(folder);
  const archive = Bun.spawn(["git", "archive", commit], { cwd: ROOT, stdout: "pipe" });
  const unpacked = Bun.spawn(["tar", "-x", "-C", folder], { stdin: archive.stdout });
  if ((await archive.exited) !== 0 || (await unpacked.exited) !== 0)
    throw new Error(`cannot unpack the sources of ${version}`);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Undefined: there is no git, or no repository. */
async function git(command: readonly string[]): Promise<string | undefined> {
  if (Bun.which("git") === null) return undefined;
  const child = Bun.spawn(["git", ...command], { cwd: ROOT, stdout: "pipe", stderr: "ignore" });
  const text = await child.stdout.text();
  return (await child.exited) === 0 ? text : undefined;
}
