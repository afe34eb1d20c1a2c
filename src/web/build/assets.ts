import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { BuildManifest } from "./manifest";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".map": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export type Assets = ReturnType<typeof createAssets>;

/** Files under `/assets/`, each with its compressed twin where that is smaller. */
export function createAssets(directory: string) {
  mkdirSync(directory, { recursive: true });
  const listed: BuildManifest["assets"] = {};
  const sizes = new Map<string, number>();
  function add(name: string, content: Uint8Array<ArrayBuffer>): string {
    const type = TYPES[extname(name)];
    if (type === undefined) throw new Error(`cannot publish ${name}: its content type is not known`);
    const gzipped = gzip(content, { isLoaded: extname(name) !== ".map" });
    const hasGzip = gzipped.length < content.length * 0.9;
    writeFileSync(join(directory, name), content, { flush: true });
    if (hasGzip) writeFileSync(join(directory, `${name}.gz`), gzipped, { flush: true });
    listed[name] = { type, hasGzip };
    sizes.set(name, Math.min(gzipped.length, content.length));
    return `/assets/${name}`;
  }
  /** Under a name that changes with the content. */
  function addHashed(name: string, content: Uint8Array<ArrayBuffer>): string {
    const extension = extname(name);
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
    return add(`${basename(name, extension)}-${hash}${extension}`, content);
  }
  return {
    add,
    addHashed,
    publish: (file: string) => addHashed(basename(file), new Uint8Array(readFileSync(file))),
    list: () => listed,
    gzippedBytes: (name: string) => sizes.get(name) ?? 0,
  };
}

/** What every browser loads is compressed once, in the slowest way, for which no server has time at an answer. */
function gzip(content: Uint8Array<ArrayBuffer>, { isLoaded }: { isLoaded: boolean }): Uint8Array {
  return Bun.gzipSync(content, isLoaded ? { level: 12, library: "libdeflate" } : {});
}
