import type { ByteReader } from "./byte-reader";
import { UnreadableParquetError } from "./unreadable";

export type ThriftValue = number | boolean | Uint8Array | ThriftStruct | ThriftValue[];

const TRUE = 1;
const FALSE = 2;
const I8 = 3;
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;
const STOP = 0;
const LONG_LIST = 15;
const DOUBLE_OCTETS = 8;
/** Parquet's own metadata is nested less than half as deep. */
const DEEPEST = 16;

/**
 * A struct in Thrift's compact protocol: its fields by their numbers.
 * https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */
export class ThriftStruct {
  readonly #fields = new Map<number, ThriftValue>();

  static read(reader: ByteReader, depth = 0): ThriftStruct {
    if (depth > DEEPEST) throw new UnreadableParquetError("the metadata is nested too deeply");
    const struct = new ThriftStruct();
    for (let field = 0; ;) {
      const header = reader.uint8();
      const type = header & 0xf;
      if (type === STOP) return struct;
      field = header >> 4 === 0 ? reader.zigzag() : field + (header >> 4);
      struct.#fields.set(
        field,
        type === TRUE || type === FALSE ? type === TRUE : readValue(reader, type, depth),
      );
    }
  }

  /** Undefined where the field is not there. */
  number(field: number): number | undefined {
    const value = this.#fields.get(field);
    return typeof value === "number" ? value : undefined;
  }

  binary(field: number): Uint8Array | undefined {
    const value = this.#fields.get(field);
    return value instanceof Uint8Array ? value : undefined;
  }

  text(field: number): string {
    return Buffer.from(this.binary(field) ?? []).toString();
  }

  struct(field: number): ThriftStruct | undefined {
    const value = this.#fields.get(field);
    return value instanceof ThriftStruct ? value : undefined;
  }

  /** @throws UnreadableParquetError where the field is not there. */
  requireNumber(field: number): number {
    return this.number(field) ?? raiseMissing(field);
  }

  requireStruct(field: number): ThriftStruct {
    return this.struct(field) ?? raiseMissing(field);
  }

  /** The structs of a list; none where the field is not there. */
  structs(field: number): ThriftStruct[] {
    const value = this.#fields.get(field);
    return Array.isArray(value) ? value.filter((item) => item instanceof ThriftStruct) : [];
  }
}

function raiseMissing(field: number): never {
  throw new UnreadableParquetError(`the metadata has no field ${field}`);
}

function readValue(reader: ByteReader, type: number, depth: number): ThriftValue {
  if (type === I8) return reader.uint8();
  if (type < DOUBLE) return reader.zigzag();
  if (type === DOUBLE) return reader.take(DOUBLE_OCTETS);
  if (type === BINARY) return reader.take(reader.varint());
  if (type === STRUCT) return ThriftStruct.read(reader, depth + 1);
  if (type === LIST) return readList(reader, depth + 1);
  throw new UnreadableParquetError(`the metadata has a value of type ${type}`);
}

function readList(reader: ByteReader, depth: number): ThriftValue[] {
  if (depth > DEEPEST) throw new UnreadableParquetError("the metadata is nested too deeply");
  const header = reader.uint8();
  const type = header & 0xf;
  const size = header >> 4 === LONG_LIST ? reader.varint() : header >> 4;
  // Each element takes a byte at least.
  if (size > reader.left) throw new UnreadableParquetError("a list is longer than its file");
  return Array.from({ length: size }, () =>
    type === TRUE || type === FALSE ? reader.uint8() === TRUE : readValue(reader, type, depth),
  );
}
