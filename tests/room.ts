import { join } from "node:path";
import { runRoom, runRoomTests } from "./support/room";

/**
 * `bun tests/room.ts <name> <minutes>`: the tests of a folder that the check leaves out, because they need more than
 * one service process or a database of somebody else's. Fails beyond its minutes; ends with the line `N passed, N
 * failed`.
 */
const [name = "", minutes = ""] = process.argv.slice(2);
const files = [...new Bun.Glob("*.ts").scanSync({ cwd: join(import.meta.dir, name) })].sort();

await runRoom(Number(minutes), async (environment) => [
  await runRoomTests(
    files.map((file) => `./tests/${name}/${file}`),
    { heading: `tests of ${name}`, environment },
  ),
]);
