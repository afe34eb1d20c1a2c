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

/** `body` stands behind the levels. `present` by row, of which `values` are 1; null: all rows are alike. */
export type StoredDataPage = {
  kind: "data";
  /** In the row group. */
  firstRow: number;
  rows: number;
  values: number;
  present: Uint8Array | null;
  encoding: Encoding;
  body: ByteReader;
};

export type StoredPage = { kind: "dictionary"; values: number; body: ByteReader } | StoredDataPage;

/** Tells, page by page, whether any of the rows before `endRow` is wanted that no earlier page had. */
export type IsWanted = (endRow: number) => boolean;

/**
 * The pages of a column in their order; what a page gives is valid until the next. Those of which no row is wanted are
 * passed over without being decompressed.
 */
export function* readPages(
  octets: Uint8Array,
  column: StoredColumn,
  isWanted: IsWanted = () => true,
): Generator<StoredPage> {
  const reader = new ByteReader(octets);
  for (let rows = 0; rows < column.values;) {
    const header = ThriftStruct.read(reader);
    const stored = reader.octets(header.requireNumber(3));
    const open = () => new ByteReader(decompress(stored, column.codec, header.requireNumber(2)));
    const type = header.requireNumber(1);
    if (type === DICTIONARY_PAGE) {
      const body = open();
      const dictionary = header.requireStruct(7);
      if (encodingOf(dictionary.requireNumber(2), "PLAIN") !== "PLAIN")
        throw new UnreadableParquetError("a dictionary is not plain");
      const values = dictionary.requireNumber(1);
      if (!(values >= 0 && values <= body.left))
        throw new UnreadableParquetError("a dictionary has more values than octets");
      yield { kind: "dictionary", values, body };
      continue;
    }
    if (type !== DATA_PAGE) throw new UnreadableParquetError(`there is a page of type ${type}`);
    const page = header.requireStruct(5);
    const encoding = encodingOf(page.requireNumber(2), "RLE_DICTIONARY");
    const here = page.requireNumber(1);
    if (!(here > 0)) throw new UnreadableParquetError("a page has no rows");
    const firstRow = rows;
    rows = Math.min(firstRow + here, column.values);
    if (!isWanted(rows)) continue;
    const body = open();
    yield { kind: "data", firstRow, encoding, body, ...readPresent(body, rows - firstRow) };
  }
}

/**
 * By its number. In files of version 1 one other number stands for PLAIN in dictionaries, and for what names their
 * values.
 */
function encodingOf(number: number, dictionary: Encoding): Encoding {
  if (number === PLAIN_DICTIONARY) return dictionary;
  const encoding = ENCODINGS_BY_NUMBER.get(number);
  if (encoding === undefined) throw new UnreadableParquetError(`a page has encoding ${number}`);
  return encoding;
}

/** More octets of one page are not unpacked. */
const MAX_PAGE_BYTES = 256 * 1024 * 1024;

function decompress(stored: Uint8Array, codec: number, plainBytes: number): Uint8Array {
  if (codec === CODECS.UNCOMPRESSED) return stored;
  if (codec === CODECS.ZSTD) {
    // The frame's own word decides how much memory is taken before anything is unpacked.
    if (plainBytes > MAX_PAGE_BYTES || unpackedBytes(stored) !== plainBytes)
      throw new UnreadableParquetError("a page unpacks to other octets than it says");
    try {
      return zstdDecompressSync(stored);
    } catch (error) {
      throw new UnreadableParquetError("a page cannot be unpacked", { cause: error });
    }
  }
  throw new UnreadableParquetError(`pages are compressed by codec ${codec}`);
}

const ZSTD_MAGIC = 0xfd2fb528;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4];

/**
 * How many octets a frame of zstd says that it holds; undefined where it says nothing.
 * https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.1
 */
function unpackedBytes(frame: Uint8Array): number | undefined {
  const reader = new ByteReader(frame);
  if (reader.uint32() !== ZSTD_MAGIC) return undefined;
  const descriptor = reader.uint8();
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const size = descriptor >> 6;
  reader.skip((isSingleSegment ? 0 : 1) + (DICTIONARY_ID_BYTES[descriptor & 3] ?? 0));
  if (size === 0) return isSingleSegment ? reader.uint8() : undefined;
  if (size === 1) return reader.uint8() + reader.uint8() * 256 + 256;
  return size === 2 ? reader.uint32() : reader.int64();
}

function readPresent(
  body: ByteReader,
  rows: number,
): { rows: number; values: number; present: Uint8Array | null } {
  const length = body.uint32();
  const { at } = body;
  const levels = readLevels(body, rows);
  body.at = at;
  body.skip(length);
  let values = 0;
  if (typeof levels === "number") values = levels;
  else for (let row = 0; row < rows; row++) values += levels[row] ?? 0;
  if (values > rows) throw new UnreadableParquetError("a page has more values than rows");
  if (typeof levels === "number") return { rows, values, present: null };
  return { rows, values, present: levels };
}
