import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf } from "#platform/error-code";
import { atRunEnd } from "./run-end";

/**
 * Below those that systems give to connections and to whoever listens on any: of these, one that is free now could be
 * somebody's by the time it is used, or while a service that was killed starts anew on it. Browsers ask all of them.
 */
const FIRST = 10_240;
const LAST = 32_767;
const TRIES = 1000;

const claims: string[] = [];
const release = () => {
  for (const file of claims.splice(0)) rmSync(file, { force: true });
};
// The first of tests, whose process says no more when it ends; the second of what runs without them.
atRunEnd(async () => release());
process.on("exit", release);

/** A port of loopback that is free, and that no other test of this run is given. */
export function freePort(): number {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (claim(port) && isFree(port)) return port;
  }
  throw new Error(`no free port among ${TRIES} that were tried`);
}

/**
 * Gives whether this process has the port from now on. Claims are files, as processes of a run share its folder of
 * temporary files; they go with the process.
 */
function claim(port: number): boolean {
  const folder = join(tmpdir(), "netatlas-test-ports");
  const file = join(folder, String(port));
  mkdirSync(folder, { recursive: true });
  try {
    closeSync(openSync(file, "wx"));
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  claims.push(file);
  return true;
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
