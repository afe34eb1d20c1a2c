import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance, type Json } from "@duckdb/node-api";
import { parquetReadObjects } from "hyparquet";
import { EVENT_COLUMNS } from "../../../../src/features/syslog/event/columns";
import type { EncodedRows } from "../../../../src/features/syslog/encode/event-rows";
import type { ColumnType } from "../../../../src/features/syslog/event/column-type";
import { FILE_START, writeFileEnd } from "../../../../src/features/syslog/parquet/file";

/** A file of row groups, with two pairs of metadata. */
export function fileOf(
  groups: readonly EncodedRows[],
  schema: Readonly<Record<string, ColumnType>> = EVENT_COLUMNS,
): Uint8Array<ArrayBuffer> {
  const end = writeFileEnd({ schema, groups, metadata: { maker: "tests", ü: "ö" } });
  return Buffer.concat([FILE_START, ...groups.map(({ bytes }) => bytes), end]);
}

/** Its rows as DuckDB reads them: whole numbers of 64 bits and times (µs since 1970) as text, octets as hexadecimal. */
export async function readWithDuckDb(file: Uint8Array): Promise<Record<string, Json>[]> {
  return queryFile(
    file,
    (path) => `
      SELECT COLUMNS(c -> c NOT IN ('received_at', 'event_time', 'raw_bytes')), epoch_us(COLUMNS('received_at|event_time')),
        hex(COLUMNS('raw_bytes'))
      FROM read_parquet('${path}')`,
  );
}

export async function queryFile(
  file: Uint8Array,
  sql: (path: string) => string,
): Promise<Record<string, Json>[]> {
  const folder = await mkdtemp(join(tmpdir(), "netatlas-parquet-"));
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const path = join(folder, "rows.parquet");
    await writeFile(path, file);
    return (await connection.runAndReadAll(sql(path))).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true });
  }
}

/** Its rows as a reader that shares nothing with DuckDB reads them. */
export function readWithHyparquet(file: Uint8Array<ArrayBuffer>): Promise<Record<string, unknown>[]> {
  const { buffer } = new Uint8Array(file);
  return parquetReadObjects({
    file: buffer,
    utf8: false,
    compressors: { ZSTD: (input) => Bun.zstdDecompressSync(new Uint8Array(input)) },
  });
}
