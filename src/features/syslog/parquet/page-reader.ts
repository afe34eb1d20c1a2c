import { zstdDecompressSync } from "bun";
import { ByteReader } from "./byte-reader";
import { readLevels } from "./decodings";
import { type Encoding, ENCODINGS } from "./encodings";
import { CODECS } from "./file";
import type { StoredColumn } from "./footer";
import { DATA_PAGE, DICTIONARY_PAGE } from "./pages";
import { ThriftStruct } from "./thrift-reader";
import { UnreadableParquetError } from "./unreadable";

const PLAIN_DICTIONARY = 2;
const ENCODINGS_BY_NUMBER = new Map<number, Encoding>([
  [ENCODINGS.PLAIN, "PLAIN"],
  [ENCODINGS.RLE, "RLE"],
  [ENCODINGS.DELTA_BINARY_PACKED, "DELTA_BINARY_PACKED"],
  [ENCODINGS.DELTA_LENGTH_BYTE_ARRAY, "DELTA_LENGTH_BYTE_ARRAY"],
  [ENCODINGS.RLE_DICTIONARY, "RLE_DICTIONARY"],
]);

export type StoredPage =
  | { kind: "dictionary"; values: number; body: ByteReader }
  /** `body` stands behind the levels. `present` by row, of which `values` are 1; null: all rows are alike. */
  | {
      kind: "data";
      rows: number;
      values: number;
      present: Uint8Array | null;
      encoding: Encoding;
      body: ByteReader;
    };

/** The pages of a column in their order; what a page gives is valid until the next. */
export function* readPages(octets: Uint8Array, column: StoredColumn): Generator<StoredPage> {
  const reader = new ByteReader(octets);
  for (let rows = 0; rows < column.values;) {
    const header = ThriftStruct.read(reader);
    const stored = reader.octets(header.requireNumber(3));
    const body = new ByteReader(decompress(stored, column.codec));
    const type = header.requireNumber(1);
    if (type === DICTIONARY_PAGE) {
      const dictionary = header.requireStruct(7);
      if (encodingOf(dictionary.requireNumber(2), "PLAIN") !== "PLAIN")
        throw new UnreadableParquetError("a dictionary is not plain");
      yield { kind: "dictionary", values: dictionary.requireNumber(1), body };
      continue;
    }
    if (type !== DATA_PAGE) throw new UnreadableParquetError(`there is a page of type ${type}`);
    const page = header.requireStruct(5);
    const encoding = encodingOf(page.requireNumber(2), "RLE_DICTIONARY");
    const levels = readPresent(body, Math.min(page.requireNumber(1), column.values - rows));
    rows += levels.rows;
    yield { kind: "data", encoding, body, ...levels };
  }
}

/** By its number. In files of version 1 one other number stands for PLAIN in dictionaries, and for what names their values. */
function encodingOf(number: number, dictionary: Encoding): Encoding {
  if (number === PLAIN_DICTIONARY) return dictionary;
  const encoding = ENCODINGS_BY_NUMBER.get(number);
  if (encoding === undefined) throw new UnreadableParquetError(`a page has encoding ${number}`);
  return encoding;
}

function decompress(stored: Uint8Array, codec: number): Uint8Array {
  if (codec === CODECS.UNCOMPRESSED) return stored;
  if (codec === CODECS.ZSTD) return zstdDecompressSync(stored);
  throw new UnreadableParquetError(`pages are compressed by codec ${codec}`);
}

function readPresent(
  body: ByteReader,
  rows: number,
): { rows: number; values: number; present: Uint8Array | null } {
  const length = body.uint32();
  const end = body.at + length;
  const levels = readLevels(body, rows);
  body.at = end;
  if (typeof levels === "number") return { rows, values: levels, present: null };
  let values = 0;
  for (let row = 0; row < rows; row++) values += levels[row] ?? 0;
  return { rows, values, present: levels };
}
