import type { ByteReader } from "./byte-reader";
import { readDeltas, readHybrid } from "./decodings";
import type { NumberType } from "./file";
import type { StoredDataPage, StoredPage } from "./page-reader";
import { UnreadableParquetError } from "./unreadable";

const NO_VALUES = new Float64Array(0);

/** Decodes the pages of columns of numbers or flags (0 and 1), one column after the other. */
export class NumberPages {
  #type: NumberType = "INT64";
  #dictionary = NO_VALUES;
  /** The values of a page, without gaps. */
  #values = new Float64Array(0);
  #indices = new Uint32Array(0);

  /** The next pages are those of a row group's column of this type. */
  begin(type: NumberType): void {
    this.#type = type;
    this.#dictionary = NO_VALUES;
  }

  readDictionary({ body, values }: Extract<StoredPage, { kind: "dictionary" }>): void {
    this.#dictionary = new Float64Array(values);
    this.#readPlain(body, this.#dictionary);
  }

  /** The values of a page, without those of rows that have none; valid until the next page. */
  read({ encoding, body, values: count }: StoredDataPage): Float64Array {
    if (this.#values.length < count) {
      this.#values = new Float64Array(count);
      this.#indices = new Uint32Array(count);
    }
    const values = this.#values.subarray(0, count);
    switch (encoding) {
      case "PLAIN":
        this.#readPlain(body, values);
        return values;
      case "DELTA_BINARY_PACKED":
        readDeltas(body, { values, count }, this.#type === "INT32" ? (value) => value >>> 0 : undefined);
        return values;
      case "RLE_DICTIONARY": {
        readHybrid(body, { values: this.#indices, count }, body.uint8());
        for (let index = 0; index < count; index++)
          values[index] = this.#dictionary[this.#indices[index] ?? 0] ?? raiseUnknown();
        return values;
      }
      case "RLE":
        if (this.#type !== "BOOLEAN") break;
        body.uint32();
        readHybrid(body, { values: this.#indices, count }, 1);
        for (let index = 0; index < count; index++) values[index] = this.#indices[index] ?? 0;
        return values;
      case "DELTA_LENGTH_BYTE_ARRAY":
        break;
    }
    throw new UnreadableParquetError(`numbers are encoded as ${encoding}`);
  }

  #readPlain(body: ByteReader, into: Float64Array): void {
    for (let index = 0; index < into.length; index++) {
      if (this.#type === "BOOLEAN")
        into[index] = ((body.bytes[body.at + (index >> 3)] ?? 0) >> (index & 7)) & 1;
      else into[index] = this.#type === "INT32" ? body.uint32() : body.int64();
    }
  }
}

function raiseUnknown(): never {
  throw new UnreadableParquetError("a page names a value that its dictionary does not have");
}
