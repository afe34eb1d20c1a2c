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

/** A part of a file, in octets. */
export type FileRange = { start: number; length: number };

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
  return parseFooter(readAt(file, footerRange(size, readAt(file, tailRange(size)))));
}

/** Where a file of so many octets says how long its footer is. */
export function tailRange(size: number): FileRange {
  return { start: size - TAIL_BYTES, length: TAIL_BYTES };
}

/** Where the footer stands in a file of so many octets, by its last ones. */
export function footerRange(size: number, tail: Buffer): FileRange {
  if (tail.toString("latin1", 4) !== MAGIC) throw new UnreadableParquetError("the file has no end");
  const length = Math.min(tail.readUInt32LE(), size);
  return { start: size - TAIL_BYTES - length, length };
}

/** As `readFooter`, of the footer's octets. */
export function parseFooter(octets: Uint8Array): Footer {
  const metadata = ThriftStruct.read(new ByteReader(octets));
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
export function readAt(file: number, { start, length }: FileRange, memory?: Buffer): Buffer {
  const octets = makeRoom({ start, length }, fstatSync(file).size, memory);
  for (let done = 0; done < length;) {
    const read = readSync(file, octets, done, length - done, start + done);
    if (read === 0) throw new UnreadableParquetError("the file is too short");
    done += read;
  }
  return octets;
}

/** Memory for a part of a file of so many octets: `memory` where that is enough. */
export function makeRoom({ start, length }: FileRange, size: number, memory?: Buffer): Buffer {
  if (!(start >= 0 && length >= 0 && start + length <= size))
    throw new UnreadableParquetError("the file is too short");
  return memory !== undefined && memory.length >= length
    ? memory.subarray(0, length)
    : Buffer.allocUnsafeSlow(length);
}
