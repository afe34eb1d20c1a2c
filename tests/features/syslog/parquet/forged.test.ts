import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../parse/mutated-lines";
import { ByteWriter } from "../../../../src/features/syslog/parquet/byte-writer";
import { ENCODINGS } from "../../../../src/features/syslog/parquet/encodings";
import type { ColumnType } from "../../../../src/features/syslog/event/column-type";
import { CODECS, PHYSICAL_TYPES } from "../../../../src/features/syslog/parquet/file";
import { readFooter } from "../../../../src/features/syslog/parquet/footer";
import { NumberValues } from "../../../../src/features/syslog/parquet/number-values";
import { type ColumnChunk, DATA_PAGE, DICTIONARY_PAGE } from "../../../../src/features/syslog/parquet/pages";
import { OpenParquetFile } from "../../../../src/features/syslog/parquet/open-file";
import { SelectedNumbers } from "../../../../src/features/syslog/parquet/selected-numbers";
import { SelectedTexts } from "../../../../src/features/syslog/parquet/selected-texts";
import { TextValues } from "../../../../src/features/syslog/parquet/text-values";
import { ThriftWriter } from "../../../../src/features/syslog/parquet/thrift";
import { UnreadableParquetError } from "../../../../src/features/syslog/parquet/unreadable";
import { mergeRows } from "../../../../src/features/syslog/segments/merge/rows";
import {
  COLLECTOR,
  createStoreFolders,
  openEventDatabase,
  type StoreFolders,
} from "../../../support/event-store";
import { writeRowGroups } from "../segments/row-groups";
import { fileOf, queryFile } from "./read-back";
import { patient } from "../../../support/patience";

/** Files whose lengths and counts are lies: refused soon, and without the memory that they ask for. */
setDefaultTimeout(patient(60_000));

const MIB = 1024 * 1024;
/** Of one forged file; a lie costs nothing, so that any bound shows it. */
const MOST = { milliseconds: 5000, bytes: 192 * MIB };

let folders: StoreFolders;
let files = 0;
beforeAll(async () => {
  folders = await createStoreFolders();
});

const newPath = () => join(folders.events, `forged-${++files}.parquet`);

/** Expects `read` to refuse, at once and without much memory. */
function expectRefused(read: () => unknown): void {
  const before = process.memoryUsage().rss;
  const started = performance.now();
  expect(read).toThrow(UnreadableParquetError);
  expect(performance.now() - started).toBeLessThan(MOST.milliseconds);
  expect(process.memoryUsage().rss - before).toBeLessThan(MOST.bytes);
}

function footerOf(bytes: Uint8Array) {
  const path = newPath();
  writeFileSync(path, bytes);
  const file = openSync(path, "r");
  try {
    return readFooter(file);
  } finally {
    closeSync(file);
  }
}

type Page = { type?: number; plain?: number; stored?: number; count?: number; encoding?: number };

/** A page with this header over this body. */
function pageOf(body: Uint8Array, forged: Page): Uint8Array {
  const { type = DATA_PAGE, plain = body.length, stored = body.length, count = 4, encoding = 0 } = forged;
  const out = new ByteWriter();
  const thrift = new ThriftWriter(out);
  thrift.bareStruct(() => {
    thrift.i32(1, type);
    thrift.i32(2, plain);
    thrift.i32(3, stored);
    thrift.struct(type === DATA_PAGE ? 5 : 7, () => {
      thrift.i32(1, count);
      thrift.i32(2, encoding);
    });
  });
  out.bytes(body);
  return out.copy();
}

/** Levels of four rows that all have a value, and what follows them. */
const fourRows = (...rest: number[]) => Uint8Array.from([2, 0, 0, 0, 8, 1, ...rest]);

function columnOf(bytes: Uint8Array, codec: number = CODECS.UNCOMPRESSED) {
  return {
    name: "value",
    physical: 2,
    codec,
    values: 4,
    start: 4,
    storedBytes: bytes.length,
    plainBytes: 64,
  };
}

/** All rows but the first. */
const SELECTION = { rows: Uint32Array.of(1, 2, 3), places: Uint32Array.of(0, 1, 2) };

/** By either reader. */
const NUMBER_READERS: ((bytes: Uint8Array, codec?: number) => void)[] = [
  (bytes, codec) => {
    const numbers = new NumberValues();
    numbers.begin("INT64", 4);
    numbers.read(bytes, columnOf(bytes, codec), 0);
  },
  (bytes, codec) => {
    const numbers = new SelectedNumbers("INT64");
    numbers.begin(3);
    numbers.read(bytes, columnOf(bytes, codec), SELECTION);
  },
];

const TEXT_READERS: ((bytes: Uint8Array) => void)[] = [
  (bytes) => {
    const texts = new TextValues();
    texts.begin(4, 1024);
    texts.read(bytes, columnOf(bytes), 0);
  },
  (bytes) => {
    const texts = new SelectedTexts("texts");
    texts.begin(3);
    texts.read(bytes, columnOf(bytes), SELECTION);
  },
];

test("a page that says the truth is read", () => {
  for (const read of NUMBER_READERS) read(pageOf(fourRows(...Buffer.alloc(32)), {}));
  for (const read of TEXT_READERS) read(pageOf(fourRows(...Buffer.alloc(16)), {}));
});

const HUGE = 2 ** 40;

describe("fault 52: forged lengths of a page are refused", () => {
  const plain = fourRows(...Buffer.alloc(32));
  test.each<[string, Uint8Array]>([
    ["longer than its file", pageOf(plain, { stored: HUGE })],
    [
      "of a negative length, which would be read again and again",
      pageOf(plain, { stored: -16, type: DICTIONARY_PAGE }),
    ],
    ["with more rows than can be", pageOf(Uint8Array.from([2, 0, 0, 0, 9, 1]), { count: HUGE })],
    ["with fewer rows than none", pageOf(plain, { count: -4 })],
    ["with levels longer than itself", pageOf(Uint8Array.from([0xff, 0xff, 0xff, 0xff, 8, 1]), {})],
    [
      "with levels that no row can have",
      pageOf(Uint8Array.from([2, 0, 0, 0, 8, 200, ...Buffer.alloc(32)]), {}),
    ],
    [
      "with a dictionary of more values than bytes",
      pageOf(Buffer.alloc(8), { type: DICTIONARY_PAGE, count: HUGE }),
    ],
    [
      "with a dictionary of fewer values than none",
      pageOf(Buffer.alloc(8), { type: DICTIONARY_PAGE, count: -1 }),
    ],
    ["with packed values of 200 bits", pageOf(fourRows(200, 3, 0), { encoding: ENCODINGS.RLE_DICTIONARY })],
    [
      "with differences in a block of no miniblocks",
      pageOf(fourRows(0x80, 1, 0, 4, 0), { encoding: ENCODINGS.DELTA_BINARY_PACKED }),
    ],
  ])("%s", (_, page) => {
    for (const read of NUMBER_READERS) expectRefused(() => read(page));
  });

  test("a text that is longer than its page", () => {
    for (const read of TEXT_READERS)
      expectRefused(() => read(pageOf(fourRows(0xff, 0xff, 0xff, 0xff, 65), {})));
  });

  test("a page that names values of a dictionary of the column before", () => {
    const places = [1, 8, 0];
    const dictionary = pageOf(Buffer.alloc(8), { type: DICTIONARY_PAGE, count: 1 });
    const page = pageOf(fourRows(...places), { encoding: ENCODINGS.RLE_DICTIONARY });
    const whole = Buffer.concat([dictionary, page]);
    for (const read of NUMBER_READERS) {
      read(whole);
      expectRefused(() => read(page));
    }
  });

  test("texts that are not UTF-8, each for itself", () => {
    const textsOf = (...texts: number[][]) =>
      pageOf(fourRows(...texts.flatMap((text) => [text.length, 0, 0, 0, ...text])), {});
    const read = (kind: "texts" | "bytes", page: Uint8Array) => {
      const texts = new SelectedTexts(kind);
      texts.begin(3);
      texts.read(page, columnOf(page), SELECTION);
      return texts;
    };
    const apart = textsOf([], [0x41], [0x41, 0xc3], [0xa9]);
    for (const page of [textsOf([], [], [0xff], []), apart]) expectRefused(() => read("texts", page));
    expect(read("bytes", apart).base64Of(1)).toBe("QcM=");
    expect(read("texts", textsOf([], [0xc3, 0xa9], [], [0x41])).textOf(0)).toBe("é");
  });

  test("a compressed page that unpacks to more than it says", () => {
    const bomb = Bun.zstdCompressSync(Buffer.alloc(512 * MIB));
    expect(bomb.length).toBeLessThan(MIB);
    for (const read of NUMBER_READERS) {
      expectRefused(() => read(pageOf(bomb, { plain: 38 }), CODECS.ZSTD));
      expectRefused(() => read(pageOf(bomb, { plain: 512 * MIB }), CODECS.ZSTD));
    }
  });
});

describe("fault 52: forged lengths of a footer are refused", () => {
  const SCHEMA: Record<string, ColumnType> = { value: "BIGINT" };
  const chunk: ColumnChunk = {
    dictionaryOffset: null,
    dataOffset: 0,
    storedBytes: 8,
    plainBytes: 8,
    isCompressed: false,
    encodings: ["PLAIN"],
    nulls: 0,
    range: null,
  };
  const whole = fileOf([{ rows: 4, columns: [chunk], bytes: Buffer.alloc(8) }], SCHEMA);

  test("one that says the truth is read", () => {
    expect(footerOf(whole).groups).toMatchObject([{ rows: 4 }]);
  });

  /** The file with another footer, of which `write` writes the bytes. */
  function withFooter(write: (out: ByteWriter) => void): Uint8Array {
    const out = new ByteWriter();
    out.bytes(Buffer.from("PAR1"));
    const start = out.length;
    write(out);
    out.uint32(out.length - start);
    out.bytes(Buffer.from("PAR1"));
    return out.copy();
  }

  test.each<[string, Uint8Array]>([
    ["shorter than the end of a file", Buffer.from("PAR1")],
    ["empty", Buffer.alloc(0)],
    [
      "with a footer longer than itself",
      Buffer.concat([whole.subarray(0, -8), Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from("PAR1")]),
    ],
    [
      "with a footer of no length",
      Buffer.concat([whole.subarray(0, -8), Buffer.alloc(4), Buffer.from("PAR1")]),
    ],
    // Field 4, a list of 2^49 structs.
    [
      "with a list without end",
      withFooter((out) => out.bytes(Buffer.from([0x49, 0xfc, ...Buffer.alloc(6, 0xff), 0x7f]))),
    ],
    ["with 100,000 structs in one another", withFooter((out) => out.bytes(Buffer.alloc(100_000, 0x1c)))],
    [
      "with 100,000 lists in one another",
      withFooter((out) => out.bytes(Buffer.from([0x19, ...Buffer.alloc(100_000, 0x19)]))),
    ],
    [
      "with a group of fewer rows than none",
      fileOf([{ rows: -4, columns: [chunk], bytes: Buffer.alloc(8) }], SCHEMA),
    ],
  ])("%s", (_, bytes) => {
    expectRefused(() => footerOf(bytes));
  });
});

describe("fault 52: whole segments with bytes changed are merged, refused, or fail at once", () => {
  const SEED = 52;
  const FILES = 150;
  const ROWS = 300;

  /** A segment with some bytes of its page headers and footer changed: most of the places where lengths stand. */
  function forgedCopies(original: Buffer): Buffer[] {
    const random = new Random(SEED);
    const footerBytes = original.readUInt32LE(original.length - 8);
    const places = footerBytes + 8;
    return Array.from({ length: FILES }, (_, index) => {
      const copy = Buffer.from(original);
      const isFooter = index % 3 > 0;
      for (let change = 0; change < 1 + (index % 3); change++) {
        const at = isFooter ? copy.length - 1 - random.below(places) : random.below(copy.length);
        copy.fill(random.below(2) === 0 ? 0xff : random.below(256), at, at + 1 + random.below(6));
      }
      return copy;
    });
  }

  /** Reads some rows of all columns, as exports do. */
  async function readSome(path: string): Promise<void> {
    const file = await OpenParquetFile.open(path);
    const selection = { rows: Uint32Array.of(0, 7, 250), places: Uint32Array.of(2, 1, 0) };
    try {
      for (const { columns } of (await file.readFooter()).groups) {
        for (const column of columns) {
          const values =
            column.physical === PHYSICAL_TYPES.BYTE_ARRAY
              ? new SelectedTexts("bytes")
              : new SelectedNumbers("INT64");
          values.begin(3);
          values.read(
            await file.read({ start: column.start, length: column.storedBytes }),
            column,
            selection,
          );
        }
      }
    } finally {
      await file.close();
    }
  }

  test(`by our own readers and by DuckDB (seed ${SEED})`, async () => {
    const path = newPath();
    const lines = Array.from({ length: ROWS }, (_, row) => ({
      rawLog: `line ${row} ${"x".repeat(row % 40)}`,
    }));
    await writeRowGroups(path, [lines], 1);
    const range = { collector: COLLECTOR, start: 0, end: ROWS };
    const merge = (input: string) =>
      mergeRows({ inputs: [input], output: newPath(), range, rows: ROWS, use: "merged" });
    merge(path);
    const outcomes = { merged: 0, refused: 0 };
    const database = openEventDatabase(folders);
    const before = process.memoryUsage().rss;
    for (const copy of forgedCopies(readFileSync(path))) {
      const forged = newPath();
      writeFileSync(forged, copy);
      const started = performance.now();
      try {
        merge(forged);
        outcomes.merged += 1;
      } catch (error) {
        expect({ seed: SEED, error }).toEqual({ seed: SEED, error: expect.any(UnreadableParquetError) });
        outcomes.refused += 1;
      }
      const failure = await readSome(forged).catch((error: unknown) => error);
      if (failure !== undefined) expect(failure).toBeInstanceOf(UnreadableParquetError);
      await database.query({ sql: `SELECT count(raw_log), max(message) FROM '${forged}'` }).catch(() => []);
      expect(performance.now() - started).toBeLessThan(MOST.milliseconds);
    }
    expect(outcomes.refused).toBeGreaterThan(FILES / 4);
    expect(process.memoryUsage().rss - before).toBeLessThan(2 * MOST.bytes);
    const [alive] = await queryFile(
      readFileSync(path),
      (file) => `SELECT count(*)::INT AS rows FROM '${file}'`,
    );
    expect(alive).toEqual({ rows: ROWS });
  });
});
