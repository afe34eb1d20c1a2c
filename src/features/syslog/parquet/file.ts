import type { ColumnType } from "../event/column-type";
import { ByteWriter } from "./byte-writer";
import { ENCODINGS } from "./encodings";
import type { ColumnChunk } from "./pages";
import { ThriftWriter } from "./thrift";

/** Rows with their columns, which lie in the order of the schema one behind the other. */
export type RowGroup = { rows: number; columns: readonly ColumnChunk[] };

export type FileContent = {
  schema: Readonly<Record<string, ColumnType>>;
  /** In the order in which they lie in the file, the first right behind `FILE_START`. */
  groups: readonly RowGroup[];
  metadata: Readonly<Record<string, string>>;
};

const MAGIC = "PAR1";
/** What a file begins with. */
export const FILE_START = new TextEncoder().encode(MAGIC);

const VERSION = 2;
const OPTIONAL = 1;
export const PHYSICAL_TYPES = { BOOLEAN: 0, INT32: 1, INT64: 2, BYTE_ARRAY: 6 } as const;
export const CODECS = { UNCOMPRESSED: 0, ZSTD: 6 } as const;

/** Physical types of columns that hold numbers; flags are 0 and 1. */
export type NumberType = Exclude<keyof typeof PHYSICAL_TYPES, "BYTE_ARRAY">;

/**
 * Numbers of `parquet.thrift`: the physical type, and what it stands for in the older form and (`logical`) in the newer
 * one.
 */
const TYPES: Record<
  ColumnType,
  {
    physical: keyof typeof PHYSICAL_TYPES;
    converted?: number;
    logical?: "text" | "time" | { bits: number; isSigned: boolean };
  }
> = {
  BIGINT: { physical: "INT64", converted: 18, logical: { bits: 64, isSigned: true } },
  TIMESTAMPTZ: { physical: "INT64", converted: 10, logical: "time" },
  VARCHAR: { physical: "BYTE_ARRAY", converted: 0, logical: "text" },
  BLOB: { physical: "BYTE_ARRAY" },
  BOOLEAN: { physical: "BOOLEAN" },
  UTINYINT: { physical: "INT32", converted: 11, logical: { bits: 8, isSigned: false } },
  USMALLINT: { physical: "INT32", converted: 12, logical: { bits: 16, isSigned: false } },
  UINTEGER: { physical: "INT32", converted: 13, logical: { bits: 32, isSigned: false } },
};

/** How the values of a column are stored. */
export function physicalTypeOf(type: ColumnType): keyof typeof PHYSICAL_TYPES {
  return TYPES[type].physical;
}

/**
 * What stands behind the row groups of a file.
 * https://parquet.apache.org/docs/file-format/metadata/
 */
export function writeFileEnd({ schema, groups, metadata }: FileContent): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  const thrift = new ThriftWriter(out);
  const fields = Object.entries(schema);
  let start = FILE_START.length;
  const placed = groups.map((group) => {
    const at = start;
    start += group.columns.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
    return { ...group, start: at };
  });
  thrift.bareStruct(() => {
    thrift.i32(1, VERSION);
    thrift.structs(2, [null, ...fields], (field) => {
      if (field === null) writeRoot(thrift, fields.length);
      else writeField(thrift, ...field);
    });
    thrift.i64(
      3,
      groups.reduce((sum, { rows }) => sum + rows, 0),
    );
    thrift.structs(4, placed, (group) => writeGroup(thrift, fields, group));
    thrift.structs(5, Object.entries(metadata), ([key, value]) => {
      thrift.binary(1, key);
      thrift.binary(2, value);
    });
    thrift.binary(6, "Netatlas");
    // Least and greatest values are by the order of the columns' types.
    thrift.structs(7, fields, () => thrift.struct(1, () => undefined));
  });
  const { length } = out;
  out.uint32(length);
  out.text(MAGIC);
  return out.copy();
}

function writeRoot(thrift: ThriftWriter, fields: number): void {
  thrift.binary(4, "events");
  thrift.i32(5, fields);
}

function writeField(thrift: ThriftWriter, name: string, type: ColumnType): void {
  const { physical, converted, logical } = TYPES[type];
  thrift.i32(1, PHYSICAL_TYPES[physical]);
  thrift.i32(3, OPTIONAL);
  thrift.binary(4, name);
  if (converted !== undefined) thrift.i32(6, converted);
  if (logical !== undefined) thrift.struct(10, () => writeLogicalType(thrift, logical));
}

function writeLogicalType(
  thrift: ThriftWriter,
  logical: NonNullable<(typeof TYPES)[ColumnType]["logical"]>,
): void {
  if (logical === "text") return thrift.struct(1, () => undefined);
  if (logical === "time") {
    return thrift.struct(8, () => {
      thrift.boolean(1, true);
      thrift.struct(2, () => thrift.struct(2, () => undefined));
    });
  }
  thrift.struct(10, () => {
    thrift.i8(1, logical.bits);
    thrift.boolean(2, logical.isSigned);
  });
}

function writeGroup(
  thrift: ThriftWriter,
  fields: readonly [name: string, type: ColumnType][],
  { rows, columns, start }: RowGroup & { start: number },
): void {
  const sum = (sizeOf: (column: ColumnChunk) => number) =>
    columns.reduce((total, column) => total + sizeOf(column), 0);
  thrift.structs(1, [...columns.entries()], ([index, column]) => {
    const [name, type] = fields[index] ?? raiseMissing();
    thrift.i64(2, 0);
    thrift.struct(3, () => writeColumn(thrift, { name, type, rows, column, start }));
  });
  thrift.i64(
    2,
    sum(({ plainBytes }) => plainBytes),
  );
  thrift.i64(3, rows);
  thrift.i64(5, start);
  thrift.i64(
    6,
    sum(({ storedBytes }) => storedBytes),
  );
}

function raiseMissing(): never {
  throw new Error("our bug: a row group has more columns than the schema");
}

function writeColumn(
  thrift: ThriftWriter,
  {
    name,
    type,
    rows,
    column,
    start,
  }: { name: string; type: ColumnType; rows: number; column: ColumnChunk; start: number },
): void {
  thrift.i32(1, PHYSICAL_TYPES[TYPES[type].physical]);
  thrift.numbers(
    2,
    column.encodings.map((encoding) => ENCODINGS[encoding]),
  );
  thrift.texts(3, [name]);
  thrift.i32(4, column.isCompressed ? CODECS.ZSTD : CODECS.UNCOMPRESSED);
  thrift.i64(5, rows);
  thrift.i64(6, column.plainBytes);
  thrift.i64(7, column.storedBytes);
  thrift.i64(9, start + column.dataOffset);
  if (column.dictionaryOffset !== null) thrift.i64(11, start + column.dictionaryOffset);
  thrift.struct(12, () => {
    thrift.i64(3, column.nulls);
    if (column.range === null) return;
    thrift.binary(5, boundOctets(type, column.range.greatest));
    thrift.binary(6, boundOctets(type, column.range.least));
  });
  if (column.bloomFilter === undefined) return;
  thrift.i64(14, column.bloomFilter.start);
  thrift.i32(15, column.bloomFilter.bytes);
}

function boundOctets(type: ColumnType, value: number | Uint8Array): Uint8Array {
  if (typeof value !== "number") return value;
  const out = new ByteWriter();
  if (TYPES[type].physical === "INT64") out.int64(value);
  else out.uint32(value);
  return out.copy();
}
