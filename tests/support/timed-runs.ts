import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renewTimings, type Timings } from "./test-parts";
import { runTests, type TestRun } from "./test-process";

export const readTimings = (file: string): Timings => JSON.parse(readFileSync(file, "utf8"));

/** Runs of tests which, where that is wanted, note how long each of their files took. */
export function createTimedRuns({ isTimed }: { isTimed: boolean }) {
  const measured: Timings[] = [];
  return {
    async runTests(args: string[], options: Parameters<typeof runTests>[1]): Promise<TestRun> {
      if (!isTimed) return runTests(args, options);
      const file = join(mkdtempSync(join(tmpdir(), "netatlas-timings-")), "timings.json");
      const run = await runTests([`--timings=${file}`, "--update-timings", ...args], options);
      if (existsSync(file)) measured.push(readTimings(file));
      return run;
    },
    /** Writes down what was measured. Behind all that looks at the work tree, which it changes. */
    keepTimings(file: string): void {
      if (measured.length === 0) return;
      const files = [...new Bun.Glob("tests/**/*.test.{ts,tsx}").scanSync()];
      const renewed = renewTimings(readTimings(file), { measured, files });
      writeFileSync(file, `${JSON.stringify(renewed, null, 2)}\n`);
    },
  };
}
