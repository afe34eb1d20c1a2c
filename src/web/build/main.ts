import { join, resolve } from "node:path";
import { buildWeb } from "./build";

/**
 * `bun src/web/build/main.ts <folder> [--budget]`: builds the UI; with `--budget` pages that became too big are a
 * failure.
 */
const [folder = "dist/web", ...flags] = process.argv.slice(2);
const rows = await buildWeb(join(import.meta.dirname, "../../.."), resolve(folder));
const isTooBig = rows.filter(({ kilobytes, limit }) => kilobytes > limit);
for (const { what, kilobytes, limit } of rows) {
  process.stdout.write(`${what.padEnd(24)}${kilobytes.toFixed(1).padStart(7)} kB of ${limit} kB gzipped\n`);
}
if (flags.includes("--budget") && isTooBig.length > 0) {
  process.stderr.write(`too big: ${isTooBig.map(({ what }) => what).join(", ")}\n`);
  process.exit(1);
}
