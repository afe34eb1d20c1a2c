import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { placesFile } from "#platform/written-trace";
import { bundleService } from "./bundle";
import { bundleFile } from "./place";

/** Makes the bundle that `src/start.ts` starts, unless it is there, and removes those of other sources. */
async function main(): Promise<void> {
  const file = bundleFile();
  if (existsSync(file)) return;
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  const unfinished = mkdtempSync(join(folder, ".unfinished-"));
  try {
    await bundleService(unfinished, { bytecode: false });
    const made = join(unfinished, "main.js");
    renameSync(placesFile(made), placesFile(file));
    renameSync(made, file);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  const ours = [file, placesFile(file)].map((path) => basename(path));
  const others = readdirSync(folder).filter((name) => name.startsWith("main-") && !ours.includes(name));
  for (const name of others) rmSync(join(folder, name), { force: true });
}

main().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`netatlas starts from its sources, which takes 20 MiB more: ${reason}\n`);
});
