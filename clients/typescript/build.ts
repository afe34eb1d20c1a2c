import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import service from "../../package.json" with { type: "json" };

/**
 * `bun run build:client [folder]`: packs `@netatlas/client` from the sources beside this file and the API's generated types. The
 * tarball needs no other package: the code that it uses is bundled, and the declarations of that code come along.
 */

const HERE = import.meta.dir;
const ROOT = join(HERE, "../..");
const MODULES = join(ROOT, "node_modules");

/** Packages whose code is bundled: they are named in the package, with their licences. */
const BUNDLED = ["openapi-fetch", "eventsource-parser"];
/** Declarations that those of the client refer to: package -> its file. */
const DECLARATIONS = {
  "openapi-fetch": "openapi-fetch/dist/index.d.mts",
  "openapi-typescript-helpers": "openapi-typescript-helpers/dist/index.d.mts",
};

/** Builds the tarball into `folder` and gives its path. */
export async function buildClient(folder: string): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), "netatlas-client-"));
  try {
    const packed = join(work, "package");
    mkdirSync(join(packed, "dist"), { recursive: true });
    await bundleCode(join(packed, "dist"));
    await writeDeclarations(work, join(packed, "dist"));
    cpSync(join(HERE, "README.md"), join(packed, "README.md"));
    cpSync(join(ROOT, "LICENSE"), join(packed, "LICENSE"));
    writeFileSync(
      join(packed, "THIRD-PARTY-LICENSES"),
      licencesOf([...BUNDLED, "openapi-typescript-helpers"]),
    );
    writeFileSync(join(packed, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
    mkdirSync(folder, { recursive: true });
    await run([process.execPath, "pm", "pack", "--quiet", "--destination", folder], packed);
    return join(folder, `netatlas-client-${service.version}.tgz`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function manifest() {
  return {
    name: "@netatlas/client",
    version: service.version,
    description: "The Netatlas API, typed by its own OpenAPI document, over fetch",
    license: service.license,
    type: "module",
    engines: { node: ">=20" },
    sideEffects: false,
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    types: "./dist/index.d.ts",
    files: ["dist", "README.md", "LICENSE", "THIRD-PARTY-LICENSES"],
  };
}

async function bundleCode(folder: string): Promise<void> {
  const { success, logs } = await Bun.build({
    entrypoints: [join(HERE, "src/index.ts")],
    target: "browser",
    format: "esm",
    outdir: folder,
  });
  if (!success) throw new AggregateError(logs, "cannot bundle the client");
}

async function writeDeclarations(work: string, folder: string): Promise<void> {
  const sources = join(work, "src");
  cpSync(join(HERE, "src"), sources, { recursive: true });
  rmSync(join(sources, "schema.ts"));
  cpSync(join(ROOT, "src/web/api/schema.d.ts"), join(sources, "schema.d.ts"));
  cpSync(join(sources, "schema.d.ts"), join(folder, "schema.d.ts"));
  for (const [name, file] of Object.entries(DECLARATIONS))
    cpSync(join(MODULES, file), join(folder, `${name}.d.ts`));
  const options = {
    target: "ESNext",
    module: "ESNext",
    moduleResolution: "bundler",
    lib: ["ESNext", "DOM", "DOM.Iterable"],
    types: [],
    strict: true,
    skipLibCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: sources,
    outDir: folder,
    paths: { "*": [join(MODULES, "*")] },
  };
  writeFileSync(join(work, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["src"] }));
  await run([process.execPath, join(MODULES, "typescript/bin/tsc"), "--project", work], ROOT);
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".d.ts") && name !== "schema.d.ts")) {
    const file = join(folder, name);
    writeFileSync(file, withExtensions(readFileSync(file, "utf8")));
  }
}

/** Imports as programs that resolve like Node.js want them; those of packages whose declarations came along are beside. */
function withExtensions(text: string): string {
  const names = Object.keys(DECLARATIONS).join("|");
  return text
    .replaceAll(new RegExp(`(from\\s+['"])(${names})(['"])`, "g"), "$1./$2$3")
    .replaceAll(/(from\s+['"]\.\/[\w-]+)(['"])/g, "$1.js$2");
}

function licencesOf(names: readonly string[]): string {
  return names
    .map((name) => `${name}\n\n${readFileSync(join(MODULES, name, "LICENSE"), "utf8").trim()}\n`)
    .join("\n\n");
}

async function run(command: string[], folder: string): Promise<void> {
  const child = Bun.spawn(command, { cwd: folder, stdout: "pipe", stderr: "pipe" });
  const [output, problems] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`cannot build the client:\n${output}${problems}`);
}

if (import.meta.main) {
  const [folder = join(ROOT, "dist/client")] = process.argv.slice(2);
  process.stdout.write(`${await buildClient(folder)}\n`);
}
