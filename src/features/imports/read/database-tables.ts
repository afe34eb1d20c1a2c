import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { DatabaseTable, DumpPart } from "./dump-database";
import { readRow } from "./json-tables";
import { columnName, FileFault, unreadTable, type ImportFile, type Table, type TableRow } from "./table";

const PROGRAM = fileURLToPath(new URL("../../../../workers/dump-database.ts", import.meta.url));
const MIB = 1024 ** 2;
/** It may wait for a processor for long; the seconds that it uses are limited by itself. */
const TIMEOUT_MS = 60_000;
const MAX_MEMORY_BYTES = 200 * MIB;
const MAX_DUMP_BYTES = 48 * MIB;
const LOOK_MS = 20;
const PAGE_BYTES = 4096;

const LINE_FEED = 0x0a;
/** What a line of a row begins with. */
const ROW = Buffer.from('{"row":');

/**
 * The tables of a SQLite database that are wanted, and how many rows its others have. A process of its own reads it:
 * SQLite does what the file says, and nothing but the end of its process stops it. Throws FileFault for a database that is
 * damaged, or takes too much time or memory.
 */
export async function readDatabaseTables(
  file: ImportFile,
  wanted: readonly DatabaseTable[],
): Promise<Table[]> {
  return tablesOf(await dumpOf(file.octets, wanted));
}

async function dumpOf(octets: Uint8Array<ArrayBuffer>, wanted: readonly DatabaseTable[]): Promise<Buffer> {
  const child = Bun.spawn([process.execPath, PROGRAM, JSON.stringify(wanted)], {
    // It needs no secret.
    env: {},
    stdin: octets,
    stdout: "pipe",
    stderr: "ignore",
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  let fault: string | undefined;
  const end = (reason: string) => {
    fault ??= reason;
    child.kill("SIGKILL");
  };
  const watch = setInterval(() => void endIfTooLarge(child.pid, end), LOOK_MS);
  try {
    const dump = await readStart(child.stdout, () =>
      end(`its tables have more than ${MAX_DUMP_BYTES / MIB} MiB`),
    );
    const code = await child.exited;
    if (child.signalCode === "SIGKILL")
      throw new FileFault(`the database is not read: ${fault ?? "it takes too much time"}`);
    if (code !== 0) throw new Error(`our bug: the process that reads a database ended with ${code}`);
    return dump;
  } finally {
    clearInterval(watch);
    child.kill("SIGKILL");
  }
}

/** On systems without /proc nothing is known of a process's memory. */
async function endIfTooLarge(pid: number, end: (reason: string) => void): Promise<void> {
  const sizes = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  const residentPages = Number(sizes.split(" ")[1] ?? 0);
  if (residentPages * PAGE_BYTES > MAX_MEMORY_BYTES) end("it takes too much memory");
}

async function readStart(stream: ReadableStream<Uint8Array>, onTooMuch: () => void): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    length += part.length;
    if (length > MAX_DUMP_BYTES) {
      onTooMuch();
      break;
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The tables of a dump, one part a line. Rows are read when their turn has come, as all of them would fill memory. */
function tablesOf(dump: Buffer): Table[] {
  const tables: Table[] = [];
  for (const { line, end } of linesOf(dump)) {
    if (isRow(line)) continue;
    const part = parsePart(line);
    if ("fault" in part) throw new FileFault(part.fault);
    if ("unread" in part) tables.push(unreadTable(columnName(part.unread), part.count));
    if ("table" in part)
      tables.push({
        name: columnName(part.table),
        columns: part.columns.map(columnName),
        rows: readRows(dump.subarray(end)),
      });
  }
  return tables;
}

function* linesOf(dump: Buffer): Generator<{ line: Buffer; end: number }> {
  let start = 0;
  for (let feed = dump.indexOf(LINE_FEED); feed >= 0; feed = dump.indexOf(LINE_FEED, start)) {
    const end = feed + 1;
    yield { line: dump.subarray(start, feed), end };
    start = end;
  }
}

function isRow(line: Buffer): boolean {
  return line.subarray(0, ROW.length).equals(ROW);
}

/** What `dumpDatabase` has given to our own program. */
function parsePart(line: Buffer): DumpPart {
  return JSON.parse(line.toString("utf8"));
}

/** The rows that a dump goes on with. */
function* readRows(dump: Buffer): Generator<TableRow> {
  let place = 0;
  for (const { line } of linesOf(dump)) {
    if (!isRow(line)) return;
    const part = parsePart(line);
    if ("row" in part) yield readRow(place++, part.row);
  }
}
