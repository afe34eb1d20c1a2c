import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLES } from "./bundles";

/** The project's folder. */
export const PROJECT = join(import.meta.dirname, "../..");

/** What is started as one file, each named as its bundle: the service, a relay, what plays the demo, and what fills in its network and past. */
export const PROGRAMS = {
  main: "src/main.ts",
  relay: "src/relay.ts",
  demo: "src/demo/demo.ts",
  network: "src/demo/network.ts",
  past: "src/demo/past/past.ts",
} as const;

export type Program = keyof typeof PROGRAMS;

const SOURCES = [
  "package.json",
  "bun.lock",
  "CHANGELOG.md",
  "patches/*.patch",
  "src/**/*.ts",
  "workers/*.ts",
];

/** The folder with all bundles of these very sources, in this very place: they know by their whole paths what lies there. */
export function bundleFolder(project = PROJECT): string {
  const hash = new Bun.CryptoHasher("sha256").update(`${Bun.version}\0${project}`);
  const sources = SOURCES.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: project })]);
  for (const file of sources.sort()) hash.update(`\0${file}\0`).update(readFileSync(join(project, file)));
  return join(project, BUNDLES, hash.digest("hex").slice(0, 32));
}

/** The bundle of a program (`PROGRAMS`), of the sources as they are, if it has been made (`bun run build:service`). */
export function findBundle(program: Program, project = PROJECT): string | undefined {
  if (!existsSync(join(project, BUNDLES))) return undefined;
  const file = join(bundleFolder(project), `${program}.js`);
  return existsSync(file) ? file : undefined;
}
