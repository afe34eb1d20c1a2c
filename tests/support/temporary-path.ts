import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atRunEnd } from "./run-end";

/** Where nothing is yet; what a test puts there is gone after the run. */
export function temporaryPath(purpose: string): string {
  const path = join(tmpdir(), `netatlas-${purpose}-${crypto.randomUUID()}`);
  atRunEnd(() => rm(path, { recursive: true, force: true }));
  return path;
}
