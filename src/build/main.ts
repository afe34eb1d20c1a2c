import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { bundleService } from "./bundle";
import { bundleFolder } from "./place";

/** Makes the bundles of what is started, unless they are there. */
async function main(): Promise<void> {
  const folder = bundleFolder();
  if (existsSync(folder)) return;
  const bundles = dirname(folder);
  mkdirSync(bundles, { recursive: true });
  const unfinished = mkdtempSync(join(bundles, ".unfinished-"));
  try {
    await bundleService(unfinished, { bytecode: false });
    // In an image others start what was made by its builder.
    chmodSync(unfinished, 0o755);
    // Somebody else may have made it meanwhile.
    if (existsSync(folder)) return;
    removeOld(bundles);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** All but the last one: a service that still runs on it loads its workers when they are needed. */
function removeOld(bundles: string): void {
  const folders = readdirSync(bundles)
    .filter((name) => !name.startsWith("."))
    .map((name) => join(bundles, name));
  const byAge = folders.toSorted((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs);
  for (const folder of byAge.slice(1)) rmSync(folder, { recursive: true, force: true });
}

main().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`netatlas starts from its sources, which takes 20 MiB more: ${reason}\n`);
});
