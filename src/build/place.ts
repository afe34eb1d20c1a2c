import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLES } from "./bundles";

/** The project's folder. */
export const PROJECT = join(import.meta.dirname, "../..");

const SOURCES = [
  "package.json",
  "bun.lock",
  "CHANGELOG.md",
  "patches/*.patch",
  "src/**/*.ts",
  "workers/*.ts",
];

/**
 * The file that is started of a bundle of these very sources, which is a folder, in this very place: it knows by their
 * whole paths what lies beside the sources.
 */
export function bundleFile(project = PROJECT): string {
  const hash = new Bun.CryptoHasher("sha256").update(`${Bun.version}\0${project}`);
  const sources = SOURCES.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: project })]);
  for (const file of sources.sort()) hash.update(`\0${file}\0`).update(readFileSync(join(project, file)));
  return join(project, BUNDLES, hash.digest("hex").slice(0, 32), "main.js");
}

/** The bundle of the sources as they are, if it has been made (`bun run build:service`). */
export function findBundle(project = PROJECT): string | undefined {
  if (!existsSync(join(project, BUNDLES))) return undefined;
  const file = bundleFile(project);
  return existsSync(file) ? file : undefined;
}
