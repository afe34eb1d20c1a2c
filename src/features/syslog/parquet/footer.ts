import { fstatSync, readSync } from "node:fs";
import { ByteReader } from "./byte-reader";
import { ThriftStruct } from "./thrift-reader";
import { UnreadableParquetError } from "./unreadable";

/** One column of a row group as it lies in the file. */
export type StoredColumn = {
  name: string;
  /** Number of the physical type in `parquet.thrift`. */
  physical: number;
  /** Number of the codec. */
  codec: number;
  values: number;
  start: number;
  storedBytes: number;
  /** With page headers, before compression. */
  plainBytes: number;
};

export type Footer = {
  groups: { rows: number; columns: StoredColumn[] }[];
  metadata: ReadonlyMap<string, string>;
};

/** Length of the footer, and the four letters that end a file. */
const TAIL_BYTES = 8;
const MAGIC = "PAR1";
const OPTIONAL = 1;

/**
 * What the end of the file with this descriptor says of its row groups.
 * https://parquet.apache.org/docs/file-format/metadata/
 * @throws UnreadableParquetError where columns are nested, or have a value in every row by their type.
 */
export function readFooter(file: number): Footer {
  const { size } = fstatSync(file);
  const tail = readAt(file, { start: size - TAIL_BYTES, length: TAIL_BYTES });
  if (tail.toString("latin1", 4) !== MAGIC) throw new UnreadableParquetError("the file has no end");
  const length = Math.min(tail.readUInt32LE(), size);
  const metadata = ThriftStruct.read(
    new ByteReader(readAt(file, { start: size - TAIL_BYTES - length, length })),
  );
  const [, ...fields] = metadata.structs(2);
  if (fields.some((field) => field.number(3) !== OPTIONAL || field.number(5) !== undefined))
    throw new UnreadableParquetError("columns are not plain and optional");
  return {
    groups: metadata.structs(4).map((group) => {
      const rows = group.requireNumber(3);
      const columns = group.structs(1).map((column, index) => toColumn(column, fields[index]));
      if (!(rows >= 0) || columns.some(({ values }) => values !== rows))
        throw new UnreadableParquetError("a column has other rows than its group");
      return { rows, columns };
    }),
    metadata: new Map(metadata.structs(5).map((pair) => [pair.text(1), pair.text(2)])),
  };
}

function toColumn(chunk: ThriftStruct, field: ThriftStruct | undefined): StoredColumn {
  const column = chunk.requireStruct(3);
  const dataStart = column.requireNumber(9);
  return {
    name: field?.text(4) ?? "",
    physical: column.requireNumber(1),
    codec: column.requireNumber(4),
    values: column.requireNumber(5),
    plainBytes: column.requireNumber(6),
    storedBytes: column.requireNumber(7),
    start: Math.min(dataStart, column.number(11) ?? dataStart),
  };
}

/**
 * Octets of the file with this descriptor, in `memory` where they fit.
 * @throws UnreadableParquetError where the file ends before.
 */
export function readAt(
  file: number,
  { start, length }: { start: number; length: number },
  memory?: Buffer,
): Buffer {
  if (!(start >= 0 && length >= 0 && start + length <= fstatSync(file).size))
    throw new UnreadableParquetError("the file is too short");
  const octets =
    memory !== undefined && memory.length >= length
      ? memory.subarray(0, length)
      : Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length;) {
    const read = readSync(file, octets, done, length - done, start + done);
    if (read === 0) throw new UnreadableParquetError("the file is too short");
    done += read;
  }
  return octets;
}
