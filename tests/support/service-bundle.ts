import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundleService } from "../../src/build/bundle";

/** Below node_modules, where the packages that stay outside are found. */
const CACHE = join(import.meta.dir, "../..", "node_modules", ".cache", "netatlas");

/** The service in one file, made once for a whole run; unset: each start loads a thousand modules. */
const VARIABLE = "NETATLAS_TEST_SERVICE";

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
    await bundleService(folder, { bytecode: true });
    await work({ [VARIABLE]: join(folder, "main.js") });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
