import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { createAssets, type Assets } from "./assets";
import { measureBudget, type BudgetRow } from "./budget";
import { lightScrollArea } from "./light-scroll-area";
import { MANIFEST_FILE, type BuildManifest } from "./manifest";
import { policySource, renderPage } from "./page";
import { hashSources } from "./source-hash";
import { fontStyles, isPreloaded, mantineStyles } from "./styles";

const BROWSER = {
  target: "browser",
  format: "esm",
  minify: true,
  sourcemap: "linked",
  naming: "[name]-[hash].[ext]",
} as const;

/**
 * Builds the UI of the project at `root` into `outDirectory`, which is replaced as a whole when everything is there.
 * Gives the sizes that the browser will see. Throws an AggregateError with the bundler's messages.
 */
export async function buildWeb(root: string, outDirectory: string): Promise<BudgetRow[]> {
  const sourceHash = hashSources(root);
  removeAbandonedDrafts(outDirectory);
  const draft = draftOf(outDirectory, process.pid);
  const assets = createAssets(join(draft, "assets"));
  try {
    const workers = await bundleWorkers(root, assets);
    const bundle = await bundlePages(root, workers);
    for (const output of bundle.outputs) {
      if (output.kind !== "asset" && !output.path.endsWith(".css"))
        assets.add(fileName(output), withoutDebugId(await bytesOf(output)));
    }
    const styles = await publishStyles(root, { bundle, assets });
    const inlineScript = await minifyScript(join(root, "src/web/theme/initial-scheme.js"));
    const main = entryOutput(bundle);
    const manifest: BuildManifest = {
      sourceHash,
      inlineScript: policySource(inlineScript),
      page: renderPage({
        script: addressOf(main),
        modules:
          bundle.metafile.outputs[main]?.imports.flatMap(({ kind, path }) =>
            kind === "import-statement" ? addressOf(path) : [],
          ) ?? [],
        styles: styles.address,
        icon: assets.publish(join(root, "src/web/theme/icon.svg")),
        preloadedFonts: styles.preloadedFonts,
        inlineScript,
      }),
      assets: assets.list(),
    };
    writeFileSync(join(draft, MANIFEST_FILE), JSON.stringify(manifest), { flush: true });
    rmSync(outDirectory, { recursive: true, force: true });
    renameSync(draft, outDirectory);
    return measureBudget(
      bundle.metafile.outputs,
      (output) => assets.gzippedBytes(basename(output)),
      assets.gzippedBytes(basename(styles.address)),
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function draftOf(outDirectory: string, pid: number): string {
  return `${outDirectory}.draft-${pid}`;
}

/** Those of builds that were killed; a build that runs beside this one keeps its own. */
function removeAbandonedDrafts(outDirectory: string): void {
  const parent = dirname(outDirectory);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const pid = Number(/\.draft-(\d+)$/.exec(name)?.[1] ?? Number.NaN);
    const isOurs = join(parent, name) === draftOf(outDirectory, pid);
    if (isOurs && !isRunning(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // Another user's process is refused as well, but would have another user's folder.
    return false;
  }
}

/**
 * The bundler does not follow `new Worker(new URL(…))` (bun#29478): workers come first, pages are told their addresses.
 */
async function bundleWorkers(root: string, assets: Assets): Promise<Record<string, string>> {
  const files = [...new Bun.Glob("src/web/workers/*.ts").scanSync({ cwd: root })];
  const urls: Record<string, string> = {};
  if (files.length === 0) return urls;
  const bundle = await Bun.build({ ...BROWSER, entrypoints: files.map((file) => join(root, file)), root });
  for (const output of bundle.outputs) {
    const address = assets.add(fileName(output), await bytesOf(output));
    if (output.kind === "entry-point") urls[workerName(output.path)] = address;
  }
  return urls;
}

function workerName(path: string): string {
  return basename(path, ".js").replace(/-[0-9a-z]+$/, "");
}

async function bundlePages(root: string, workers: Record<string, string>) {
  const bundle = await Bun.build({
    ...BROWSER,
    entrypoints: [join(root, "src/web/main.tsx")],
    root,
    splitting: true,
    minChunkSize: 2048,
    plugins: [lightScrollArea],
    publicPath: "/assets/",
    metafile: true,
    define: { "process.env.NODE_ENV": '"production"', WORKER_URLS: JSON.stringify(workers) },
  });
  const { metafile } = bundle;
  if (metafile === undefined)
    throw new Error("cannot build the UI: the bundler gave no account of its outputs");
  return { outputs: bundle.outputs, metafile };
}

type Bundle = Awaited<ReturnType<typeof bundlePages>>;

/** One style sheet for all pages: layers in the order Mantine, ours; so no page waits for a second one. */
async function publishStyles(root: string, { bundle, assets }: { bundle: Bundle; assets: Assets }) {
  const preloadedFonts: string[] = [];
  const fonts = fontStyles(root, (file) => {
    const address = assets.publish(file);
    if (isPreloaded(file)) preloadedFonts.push(address);
    return address;
  });
  const bundledFiles = Object.values(bundle.metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : [])),
  );
  // The entry's own sheet has the styles of the pages that it loads later, too.
  const own = await bundle.outputs.find(({ path }) => /^main-\w+\.css$/.test(basename(path)))?.text();
  if (own === undefined) throw new Error("cannot build the UI: the bundle has no styles");
  const sheet = [
    "@layer mantine, app;",
    fonts,
    mantineStyles(root, bundledFiles),
    readFileSync(join(root, "node_modules/uplot/dist/uPlot.min.css"), "utf8"),
    `@layer app {${withoutMapComment(own)}}`,
  ].join("\n");
  return { address: assets.addHashed("styles.css", new TextEncoder().encode(sheet)), preloadedFonts };
}

function withoutMapComment(style: string): string {
  return style.replaceAll(/\/\*# sourceMappingURL=.*?\*\//g, "");
}

async function minifyScript(file: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [file],
    minify: true,
    target: "browser",
    format: "iife",
  });
  const script = await outputs[0]?.text();
  if (script === undefined) throw new Error(`cannot build ${relative(".", file)}`);
  return script.trim();
}

function entryOutput({ metafile }: Bundle): string {
  const found = Object.entries(metafile.outputs).find(
    ([name, { entryPoint }]) => entryPoint?.endsWith("src/web/main.tsx") && name.endsWith(".js"),
  );
  if (found === undefined) throw new Error("cannot build the UI: the bundle has no entry");
  return found[0];
}

function addressOf(output: string): string {
  return `/assets/${basename(output)}`;
}

function fileName({ path }: { path: string }): string {
  return basename(path);
}

/**
 * The bundler ends each script with a number by which services that collect crashes find its map: nobody here asks for
 * it, and it does not compress.
 */
function withoutDebugId(content: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder().decode(content);
  return new TextEncoder().encode(text.replace(/^\/\/# debugId=[0-9A-F]+\n/m, ""));
}

async function bytesOf(output: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await output.arrayBuffer());
}
