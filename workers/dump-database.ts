import { dumpDatabase } from "../src/features/imports/read/dump-database";
import { limitProcessorTime, lowerPriority } from "../src/platform/low-priority";

const MAX_PROCESSOR_SECONDS = 5;

/** Prints the tables of the SQLite database that comes by standard input; its argument is a list of `DatabaseTable`. */
lowerPriority();
limitProcessorTime(MAX_PROCESSOR_SECONDS);
const octets = await Bun.stdin.bytes();
const out = Bun.stdout.writer();
for (const part of dumpDatabase(octets, JSON.parse(process.argv[2] ?? "[]")))
  await out.write(`${JSON.stringify(part)}\n`);
await out.end();
