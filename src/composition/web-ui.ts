import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { WebBuild, WebUi } from "#platform/http/web-ui";
import type { Logger } from "#platform/log";
import { BuildManifest, MANIFEST_FILE, NONCE_PLACEHOLDER } from "../web/build/manifest";
import { hashSources } from "../web/build/source-hash";

const ROOT = join(import.meta.dirname, "../..");
/** Made ahead of time: by `bun run build:web`, in the container image. */
const PREBUILT = join(ROOT, "dist/web");

type Options = {
  dataDirectory: string;
  log: Logger;
  /** Folder of a build that was made ahead of time. */
  prebuilt?: string;
};

type OpenedWebUi = WebUi & {
  /** When the state will not change any more. */
  settled: Promise<void>;
  stop(): Promise<void>;
};

/**
 * The UI as it was built from the present sources. Where there is no such build, a process of its own makes one in the
 * data directory: it takes a second or two and memory that the service would not give back.
 */
export function openWebUi({ dataDirectory, log, prebuilt = PREBUILT }: Options): OpenedWebUi {
  const own = join(dataDirectory, "web");
  const sourceHash = hashSources(ROOT);
  // Its own first: `bun run dev` makes that one, with a script that loads the page anew.
  const ready = readBuild(own, sourceHash) ?? readBuild(prebuilt, sourceHash);
  if (ready !== undefined) {
    return {
      state: () => ({ name: "ready", build: ready }),
      settled: Promise.resolve(),
      stop: () => Promise.resolve(),
    };
  }
  let state: ReturnType<WebUi["state"]> = { name: "building" };
  const builder = Bun.spawn([process.execPath, join(ROOT, "src/web/build/main.ts"), own], {
    cwd: ROOT,
    // It needs none of our secrets.
    env: {},
    stdout: "ignore",
    stderr: "pipe",
  });
  let isStopped = false;
  const settled = (async () => {
    const messages = await builder.stderr.text();
    await builder.exited;
    const build = readBuild(own, sourceHash);
    state = build === undefined ? { name: "failed" } : { name: "ready", build };
    if (build === undefined && !isStopped) log.error({ messages }, "cannot build the web UI; the API works");
  })();
  return {
    state: () => state,
    settled,
    async stop() {
      isStopped = true;
      builder.kill();
      await settled;
    },
  };
}

/** A finished build of these very sources, if the folder holds one with all its files. */
function readBuild(folder: string, sourceHash: string): WebBuild | undefined {
  const manifest = readManifest(join(folder, MANIFEST_FILE));
  if (manifest === undefined || manifest.sourceHash !== sourceHash) return undefined;
  const assets = new Map(Object.entries(manifest.assets));
  const fileOf = (name: string) => join(folder, "assets", name);
  if (![...assets.keys()].every((name) => existsSync(fileOf(name)))) return undefined;
  const first = [...assets.keys()].filter((name) => manifest.page.includes(`/assets/${name}"`)).map(fileOf);
  return {
    renderPage: (nonce) => manifest.page.replace(NONCE_PLACEHOLDER, nonce),
    inlineScript: manifest.inlineScript,
    findAsset(name) {
      const asset = assets.get(name);
      if (asset === undefined) return undefined;
      const file = fileOf(name);
      return { file, type: asset.type, ...(asset.hasGzip ? { gzipFile: `${file}.gz` } : {}) };
    },
    isWhole: () => first.every((file) => existsSync(file)),
  };
}

function readManifest(file: string): BuildManifest | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    // Nothing was built there yet.
    return undefined;
  }
  try {
    return BuildManifest.safeParse(JSON.parse(text)).data;
  } catch (error) {
    // As a power cut may leave it: the build is made anew.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
