import { createHash, createHmac } from "node:crypto";
import { open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { readMigrations } from "#platform/migrations";
import { compressFrame } from "../format/compression";
import { tableFileName, type Manifest, type SavedTable } from "../format/manifest";
import { holdSegments, type HeldSegments } from "../events/held-segments";
import { Progress, type Watching } from "../progress";
import { LineBuffer } from "../line-buffer";
import { requireRoom } from "../room";
import { TAR_HEADER_OCTETS, tarHeader, tarPadding } from "../format/tar";
import { instanceOf } from "../format/signature";
import { describeTables, nameOf, type Table } from "../schema-tables";
import { readLines, useExactText } from "../table-lines";
import { savedTables, type OptionalPart } from "../table-parts";

/** Who backs up: its keys, its version, and a folder for what is half done. */
export type Instance = {
  secretKey: string;
  masterKey: string;
  version: string;
  temporaryFolder: string;
  eventsFolder: string;
  /** Free space of a disk that is left to others. */
  minFreeBytes: number;
};

/**
 * The tables of a backup: `octets` of Zstandard frames in a file that has no name any more, so that it goes with
 * whoever has it open, kill -9 included. `events` are held where the backup has that part. To be closed.
 */
export type Dump = {
  manifest: Manifest;
  file: FileHandle;
  octets: number;
  events: HeldSegments | undefined;
};

export async function closeDump({ file, events }: Dump): Promise<void> {
  await file.close();
  await events?.release();
}

/** Of a file of the archive; a longer line has a file for itself. */
const WANTED_OCTETS = 1024 * 1024;
/** Files of a table that are written before what they took is collected. */
const FILES_UNCOLLECTED = 8;
/** A restore that is putting its data in place is waited for. */
const LOCK_PATIENCE = "60s";

type DumpContext = Watching & {
  db: Db;
  instance: Instance;
  /** That of an older version, whose tables are saved as they are; undefined: that of this version. */
  schema?: number | undefined;
};

/**
 * Writes the database as it is at one moment into a file, while others go on writing. Takes memory for some MiB of rows
 * at most. The caller closes the file. Throws 507 where the disk of the temporary folder has no room for it.
 */
export async function dumpDatabase(ctx: DumpContext, parts: readonly OptionalPart[]): Promise<Dump> {
  const { db, instance, schema } = ctx;
  const progress = new Progress(ctx);
  let events: HeldSegments | undefined;
  const path = join(instance.temporaryFolder, `backup-${crypto.randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await rm(path);
    const writer = new FrameWriter(file, instance);
    const names = await namesToSave(ctx, parts);
    const manifest = await db.transaction(
      async (snapshot) => {
        const at = await chooseMoment(snapshot, names);
        await useExactText(snapshot);
        if (parts.includes("events")) events = await holdSegments(snapshot, instance.eventsFolder);
        return dumpTables({ db: snapshot, writer, instance, progress, schema }, { parts, names, at });
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
    return { manifest, file, octets: writer.octets, events };
  } catch (error) {
    await file.close();
    await events?.release();
    throw error;
  }
}

/** Of an older schema those that it has. */
async function namesToSave({ db, schema }: DumpContext, parts: readonly OptionalPart[]): Promise<string[]> {
  const names = savedTables(parts);
  if (schema === undefined) return names;
  const present = await describeTables(db, "public");
  return names.filter((name) => present.has(name));
}

/** Locks the tables, and gives the moment that the snapshot shows. */
async function chooseMoment(db: Db, names: readonly string[]): Promise<Date> {
  // Before the moment is chosen: a table that is emptied later would be empty in the past as well.
  await db.execute(sql`SET LOCAL lock_timeout = ${sql.raw(`'${LOCK_PATIENCE}'`)}`);
  await db.execute(
    sql`LOCK TABLE ${sql.join(
      names.map((name) => nameOf({ schema: "public", name })),
      sql`, `,
    )} IN ACCESS SHARE MODE`,
  );
  const [moment] = await db.execute<{ at: Date | string }>(sql`SELECT now() AS at`);
  return new Date(moment?.at ?? 0);
}

type Context = Pick<DumpContext, "db" | "instance" | "schema"> & { writer: FrameWriter; progress: Progress };
type Wanted = { parts: readonly OptionalPart[]; names: readonly string[]; at: Date };

async function dumpTables(ctx: Context, { parts, names, at }: Wanted): Promise<Manifest> {
  const { db, instance, progress } = ctx;
  await progress.begin("reading", await estimateRows(db, names));
  const described = await describeTables(db, "public");
  const tables: SavedTable[] = [];
  for (const name of names) {
    const table = described.get(name);
    if (table === undefined) throw new Error(`our bug: there is no table ${name}`);
    tables.push(await dumpTable(ctx, { table, present: new Set(names), at }));
  }
  return {
    product: "netatlas",
    format: 1,
    version: instance.version,
    schema: ctx.schema ?? readMigrations().at(-1)?.madeAt ?? 0,
    instance: instanceOf(instance.secretKey),
    created_at: at.toISOString(),
    parts: [...parts],
    master_key_check: checkOfMasterKey(instance.masterKey),
    sequences: await readSequences(db, names),
    tables,
  };
}

type Dumped = { table: Table; present: ReadonlySet<string>; at: Date };

async function dumpTable(
  { db, writer, progress }: Context,
  { table, present, at }: Dumped,
): Promise<SavedTable> {
  const hash = createHash("sha256");
  const waiting = new LineBuffer(TAR_HEADER_OCTETS);
  let rows = 0;
  let files = 0;
  const writeFile = async () => {
    files += 1;
    const { octets } = waiting;
    waiting.pad(tarPadding(octets).length);
    const file = waiting.take();
    tarHeader({ name: tableFileName(table.name, files), octets }, at).copy(file);
    hash.update(file.subarray(TAR_HEADER_OCTETS, TAR_HEADER_OCTETS + octets));
    await writer.add(file);
    // Left to itself the runtime lets the texts of a hundred pages pile up.
    if (files % FILES_UNCOLLECTED === 0) Bun.gc(true);
  };
  for await (const lines of readLines(db, table, present)) {
    await progress.add(lines.length);
    for (const line of lines) waiting.add(line);
    rows += lines.length;
    if (waiting.octets >= WANTED_OCTETS) await writeFile();
  }
  if (waiting.octets > 0) await writeFile();
  return { name: table.name, rows, sha256: hash.digest("hex"), files };
}

/** What the server believes: counting takes as long as reading. */
async function estimateRows(db: Db, names: readonly string[]): Promise<number> {
  const [found] = await db.execute<{ rows: number }>(sql`
    SELECT coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 AS rows FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname IN (${sql.join(
      names.map((name) => sql`${name}`),
      sql`, `,
    )})`);
  return Math.round(found?.rows ?? 0);
}

/** The last numbers that identity columns have given out. */
export async function readSequences(db: Db, names: readonly string[]): Promise<Record<string, number>> {
  const rows = await db.execute<{ name: string; last: string }>(sql`
    SELECT c.relname || '.' || a.attname AS name, s.last_value AS last
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> ''
    JOIN pg_class q ON q.oid = pg_get_serial_sequence(format('public.%I', c.relname), a.attname)::regclass
    JOIN pg_sequences s ON s.schemaname = 'public' AND s.sequencename = q.relname
    WHERE c.relnamespace = 'public'::regnamespace AND s.last_value IS NOT NULL
      AND c.relname IN (${sql.join(
        names.map((name) => sql`${name}`),
        sql`, `,
      )})
    ORDER BY 1`);
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]));
}

/** Two of them are the same where the keys are; nothing else can be learnt from one. */
export function checkOfMasterKey(masterKey: string): string {
  return createHmac("sha256", masterKey).update("netatlas backup master key 1").digest("hex");
}

/** Writes frames one behind the other. Throws 507 before one that takes of the disk what is left to others. */
class FrameWriter {
  readonly #file: FileHandle;
  readonly #disk: Pick<Instance, "temporaryFolder" | "minFreeBytes">;
  octets = 0;

  constructor(file: FileHandle, disk: Pick<Instance, "temporaryFolder" | "minFreeBytes">) {
    this.#file = file;
    this.#disk = disk;
  }

  async add(content: Uint8Array): Promise<void> {
    const frame = await compressFrame(content);
    const { temporaryFolder, minFreeBytes } = this.#disk;
    await requireRoom(temporaryFolder, { octets: frame.length, minFreeBytes });
    this.octets += frame.length;
    await this.#file.appendFile(frame);
  }
}
