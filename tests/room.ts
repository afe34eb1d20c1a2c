import { join } from "node:path";
import { runTests } from "./support/test-process";
import { judgeTime } from "./support/time-limit";

/**
 * `bun tests/room.ts <name> <minutes>`: the tests of a folder that the check leaves out, because they need more than
 * one service process or a database of somebody else's. Fails beyond its minutes; ends with the line `N passed, N
 * failed`.
 */
const [name = "", minutes = ""] = process.argv.slice(2);
const files = [...new Bun.Glob("*.ts").scanSync({ cwd: join(import.meta.dir, name) })].sort();
const { tests, failures, isRight } = await runTests(
  files.map((file) => `./tests/${name}/${file}`),
  { heading: `tests of ${name}` },
);
const late = judgeTime(Number(minutes));
for (const fault of late) process.stdout.write(`failed: ${fault}\n`);
const failed = Math.max(failures, isRight ? 0 : 1) + late.length;
process.stdout.write(`\n${tests - failures} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
