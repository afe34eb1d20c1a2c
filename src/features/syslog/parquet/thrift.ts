import type { ByteWriter } from "./byte-writer";

const TRUE = 1;
const FALSE = 2;
const I8 = 3;
const I32 = 5;
const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;
const STOP = 0;

/** Kinds of list elements that Parquet's metadata has. */
const ELEMENTS = { i32: I32, binary: BINARY, struct: STRUCT } as const;
/** A list this long has its size in a number of its own. */
const LONG_LIST = 15;
/** A field whose number is further from the one before says it in full; Parquet has none. */
const MAX_FIELD_STEP = 15;

/**
 * Writes structs in Thrift's compact protocol, fields in rising order of their numbers. Only what the metadata of
 * Parquet needs. https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */
export class ThriftWriter {
  readonly #out: ByteWriter;
  #lastField = 0;

  constructor(out: ByteWriter) {
    this.#out = out;
  }

  boolean(field: number, value: boolean): void {
    this.#header(field, value ? TRUE : FALSE);
  }

  i8(field: number, value: number): void {
    this.#header(field, I8);
    this.#out.uint8(value);
  }

  i32(field: number, value: number): void {
    this.#header(field, I32);
    this.#out.zigzag(value);
  }

  i64(field: number, value: number): void {
    this.#header(field, I64);
    this.#out.zigzag(value);
  }

  binary(field: number, value: string | Uint8Array): void {
    this.#header(field, BINARY);
    writeBinary(this.#out, value);
  }

  struct(field: number, write: () => void): void {
    this.#header(field, STRUCT);
    this.bareStruct(write);
  }

  /** A struct that is no field: the whole of a message, or an element of a list. */
  bareStruct(write: () => void): void {
    const outer = this.#lastField;
    this.#lastField = 0;
    write();
    this.#out.uint8(STOP);
    this.#lastField = outer;
  }

  numbers(field: number, values: readonly number[]): void {
    this.#list(field, "i32", values.length);
    for (const value of values) this.#out.zigzag(value);
  }

  texts(field: number, values: readonly string[]): void {
    this.#list(field, "binary", values.length);
    for (const value of values) writeBinary(this.#out, value);
  }

  structs<Item>(field: number, items: readonly Item[], write: (item: Item) => void): void {
    this.#list(field, "struct", items.length);
    for (const item of items) this.bareStruct(() => write(item));
  }

  #list(field: number, element: keyof typeof ELEMENTS, size: number): void {
    this.#header(field, LIST);
    this.#out.uint8((Math.min(size, LONG_LIST) << 4) | ELEMENTS[element]);
    if (size >= LONG_LIST) this.#out.varint(size);
  }

  #header(field: number, type: number): void {
    const step = field - this.#lastField;
    if (step < 1 || step > MAX_FIELD_STEP) throw new Error("our bug: fields of a struct out of order");
    this.#out.uint8((step << 4) | type);
    this.#lastField = field;
  }
}

function writeBinary(out: ByteWriter, value: string | Uint8Array): void {
  const bytes = typeof value === "string" ? Buffer.from(value) : value;
  out.varint(bytes.length);
  out.bytes(bytes);
}
