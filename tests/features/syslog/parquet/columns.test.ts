import { expect, test } from "bun:test";
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  integer,
  maxSafeInteger,
  nat,
  oneof,
  option,
  record,
  string,
  tuple,
  uint8Array,
} from "fast-check";
import { ByteWriter } from "../../../../src/features/syslog/parquet/byte-writer";
import { BytesColumn } from "../../../../src/features/syslog/parquet/bytes-column";
import type { ColumnBuilder } from "../../../../src/features/syslog/parquet/column-builder";
import { FlagColumn, NumberColumn, TextColumn } from "../../../../src/features/syslog/parquet/columns";
import type { ColumnType } from "../../../../src/features/syslog/event/column-type";
import { LIGHT } from "../../../../src/features/syslog/parquet/pages";
import { rounds } from "../../../support/rounds";
import { fileOf, queryFile, readWithHyparquet } from "./read-back";

const encoder = new TextEncoder();

/** Rows as two groups of a file with one column, `value`; those of the second are not compressed. */
function fileOfColumn<Value>(
  type: ColumnType,
  column: ColumnBuilder,
  set: (row: number, value: Value) => void,
  values: readonly (Value | null)[],
): Uint8Array<ArrayBuffer> {
  const middle = Math.floor(values.length / 3);
  const groups = [values.slice(0, middle), values.slice(middle)].map((part, group) => {
    column.begin(part.length);
    for (const [row, value] of part.entries()) if (value !== null) set(row, value);
    const out = new ByteWriter();
    const columns = [column.write(out, part.length, group === 0 ? LIGHT : null)];
    return { rows: part.length, columns, bytes: out.copy() };
  });
  return fileOf(
    groups.filter(({ rows }) => rows > 0),
    { value: type },
  );
}

async function valuesOf(file: Uint8Array<ArrayBuffer>, expression = "value"): Promise<unknown[]> {
  const rows = await queryFile(file, (path) => `SELECT ${expression} AS value FROM read_parquet('${path}')`);
  return rows.map(({ value }) => value);
}

async function valuesByHyparquet(file: Uint8Array<ArrayBuffer>): Promise<unknown[]> {
  return (await readWithHyparquet(file)).map(({ value }) => value ?? null);
}

/** Runs, repeats and gaps of every length, as they are in logs. */
function rowsOf<Value>(value: Arbitrary<Value>): Arbitrary<(Value | null)[]> {
  return array(record({ value: option(value), times: constantFrom(1, 1, 1, 2, 7, 8, 9, 130, 600) }), {
    minLength: 1,
    maxLength: 60,
  }).map((runs) => runs.flatMap((run) => Array.from({ length: run.times }, () => run.value)));
}

const RUNS = { numRuns: rounds(60), seed: 20_261_122 };
const SLOW = 30_000;

const wholeNumber = oneof(
  nat(3),
  nat(65_535),
  integer({ min: 1_795_000_000_000_000, max: 1_795_000_100_000_000 }),
  maxSafeInteger(),
  constantFrom(-62_135_596_800_000_000, 253_402_300_799_000_000, 2 ** 53, -(2 ** 53)),
);

test(
  "whole numbers of every size come back as they were, from DuckDB and from another reader",
  async () => {
    const column = new NumberColumn(8);
    await assert(
      asyncProperty(rowsOf(wholeNumber), async (values) => {
        const file = fileOfColumn("BIGINT", column, (row, value: number) => column.set(row, value), values);
        const texts = values.map((value) => (value === null ? null : String(BigInt(value))));
        expect(await valuesOf(file)).toEqual(texts);
        expect(
          (await valuesByHyparquet(file)).map((value) => (typeof value === "bigint" ? String(value) : value)),
        ).toEqual(texts);
      }),
      RUNS,
    );
  },
  SLOW,
);

test(
  "numbers of 32 bits come back as they were, without a sign",
  async () => {
    const column = new NumberColumn(4);
    const value = oneof(nat(7), nat(65_535), nat(2 ** 32 - 1), constant(2 ** 32 - 1));
    await assert(
      asyncProperty(rowsOf(value), async (values) => {
        const file = fileOfColumn(
          "UINTEGER",
          column,
          (row, number: number) => column.set(row, number),
          values,
        );
        expect(await valuesOf(file)).toEqual(values);
        expect(await valuesByHyparquet(file)).toEqual(values);
      }),
      RUNS,
    );
  },
  SLOW,
);

test("the least and the greatest number stand in the footer, so that readers skip row groups", async () => {
  const column = new NumberColumn(8);
  const file = fileOfColumn("BIGINT", column, (row, value: number) => column.set(row, value), [
    5,
    null,
    -7,
    9,
    8,
  ]);
  const groups = await queryFile(
    file,
    (path) => `SELECT stats_min_value, stats_max_value, stats_null_count FROM parquet_metadata('${path}')`,
  );
  expect(groups).toEqual([
    { stats_min_value: "5", stats_max_value: "5", stats_null_count: "0" },
    { stats_min_value: "-7", stats_max_value: "9", stats_null_count: "1" },
  ]);
});

const someText = oneof(
  constantFrom("in", "out", "tcp", "block", "é", "\u{1f600}", "a\0b", 'x"y,z\n'),
  string({ minLength: 1, maxLength: 60, unit: "grapheme" }),
);

test(
  "texts come back as they were, an empty one as null",
  async () => {
    const column = new TextColumn();
    await assert(
      asyncProperty(rowsOf(oneof(someText, constant(""))), async (values) => {
        const file = fileOfColumn("VARCHAR", column, (row, value: string) => column.set(row, value), values);
        const stored = values.map((value) => (value === "" ? null : value));
        expect(await valuesOf(file)).toEqual(stored);
        expect(await valuesByHyparquet(file)).toEqual(stored);
      }),
      RUNS,
    );
  },
  SLOW,
);

test(
  "texts that come as bytes are the same as texts, in whatever order they come",
  async () => {
    const column = new TextColumn();
    const set = (row: number, [value, asBytes]: [string, boolean]) => {
      if (!asBytes) return column.set(row, value);
      const bytes = encoder.encode(`<${value}>`);
      column.setText(row, bytes, { start: 1, end: bytes.length - 1, text: null });
    };
    const number = nat(6000).map((value) => `text ${value}`);
    await assert(
      asyncProperty(rowsOf(tuple(oneof(someText, number, constant("")), boolean())), async (values) => {
        const file = fileOfColumn("VARCHAR", column, set, values);
        const stored = values.map((value) => (value === null || value[0] === "" ? null : value[0]));
        expect(await valuesOf(file)).toEqual(stored);
      }),
      RUNS,
    );
    const many = Array.from({ length: 9000 }, (_, row): [string, boolean] => [
      `${row % 2500}`,
      row % 3 === 0,
    ]);
    expect(await valuesOf(fileOfColumn("VARCHAR", column, set, many))).toEqual(many.map(([value]) => value));
  },
  SLOW,
);

test("texts that are too many for a dictionary come back too, and so do those of the group behind", async () => {
  const column = new TextColumn();
  const values = Array.from({ length: 9000 }, (_, row) =>
    row % 5 === 0 ? null : row % 2 === 0 ? "same" : `text ${row}`,
  );
  const file = fileOfColumn("VARCHAR", column, (row, value: string) => column.set(row, value), [
    ...values,
    ...values,
  ]);
  expect(await valuesOf(file)).toEqual([...values, ...values]);
  expect(await valuesByHyparquet(file)).toEqual([...values, ...values]);
  const few = fileOfColumn("VARCHAR", column, (row, value: string) => column.set(row, value), [
    "a",
    null,
    "b",
  ]);
  expect(await valuesOf(few)).toEqual(["a", null, "b"]);
});

test(
  "values come back whatever the order in which their rows are set",
  async () => {
    const numbers = new NumberColumn(8);
    const texts = new TextColumn();
    const bytes = new BytesColumn();
    const rows = Array.from({ length: 7500 }, (_, row) => row);
    const shuffled = rows.toSorted((left, right) => ((left * 7919) % 7500) - ((right * 7919) % 7500));
    // Some are in the dictionary, then it is full; every seventh row has none.
    const valueOf = (row: number) => (row % 7 === 0 ? null : row % 3 === 0 ? "same" : `text ${row}`);
    for (const order of [shuffled, rows.toReversed(), rows]) {
      numbers.begin(rows.length);
      texts.begin(rows.length);
      bytes.begin(rows.length);
      for (const row of order) {
        const value = valueOf(row);
        if (value === null) continue;
        numbers.set(row, row * 5);
        if (row % 2 === 0) texts.set(row, value);
        else texts.setText(row, encoder.encode(value), { start: 0, end: value.length, text: null });
        bytes.set(row, encoder.encode(value.repeat(row % 20)));
      }
      const out = new ByteWriter();
      const columns = [numbers, texts, bytes].map((column) => column.write(out, rows.length, LIGHT));
      const file = fileOf([{ rows: rows.length, columns, bytes: out.copy() }], {
        number: "BIGINT",
        text: "VARCHAR",
        bytes: "BLOB",
      });
      const read = await queryFile(
        file,
        (path) => `SELECT number, text, decode(bytes) AS bytes FROM read_parquet('${path}')`,
      );
      expect(read).toEqual(
        rows.map((row) => {
          const value = valueOf(row);
          if (value === null) return { number: null, text: null, bytes: null };
          return { number: String(row * 5), text: value, bytes: value.repeat(row % 20) };
        }),
      );
    }
  },
  SLOW,
);

test("a lone surrogate becomes U+FFFD", async () => {
  const column = new TextColumn();
  const file = fileOfColumn("VARCHAR", column, (row, value: string) => column.set(row, value), [
    "x",
    "lone \ud800 one",
  ]);
  expect(await valuesOf(file)).toEqual(["x", "lone \ufffd one"]);
});

test(
  "bytes come back as they were, none at all too",
  async () => {
    const column = new BytesColumn();
    await assert(
      asyncProperty(rowsOf(uint8Array({ maxLength: 300 })), async (values) => {
        const file = fileOfColumn("BLOB", column, (row, value: Uint8Array) => column.set(row, value), values);
        const hexadecimal = values.map((value) => (value === null ? null : value.toHex()));
        expect(await valuesOf(file, "lower(hex(value))")).toEqual(hexadecimal);
      }),
      RUNS,
    );
  },
  SLOW,
);

test("flags that were not set are false, not null", async () => {
  const column = new FlagColumn();
  const values = Array.from({ length: 1001 }, (_, row) => (row % 3 === 1 ? true : null));
  const file = fileOfColumn("BOOLEAN", column, (row) => column.set(row), values);
  expect(await valuesOf(file)).toEqual(values.map((value) => value ?? false));
  expect(await valuesByHyparquet(file)).toEqual(values.map((value) => value ?? false));
});

test("a column without any value is all null", async () => {
  for (const [type, column] of [
    ["BIGINT", new NumberColumn(8)],
    ["USMALLINT", new NumberColumn(4)],
    ["VARCHAR", new TextColumn()],
    ["BLOB", new BytesColumn()],
  ] as const) {
    const file = fileOfColumn(
      type,
      column,
      () => undefined,
      Array.from({ length: 100 }, () => null),
    );
    expect(await valuesOf(file)).toEqual(Array.from({ length: 100 }, () => null));
    expect(await valuesByHyparquet(file)).toEqual(Array.from({ length: 100 }, () => null));
  }
});

test("metadata is kept, of any script", async () => {
  const column = new NumberColumn(4);
  const file = fileOfColumn("UTINYINT", column, (row, value: number) => column.set(row, value), [1]);
  const pairs = await queryFile(
    file,
    (path) => `SELECT decode(key) AS key, decode(value) AS value FROM parquet_kv_metadata('${path}')`,
  );
  expect(pairs).toEqual([
    { key: "maker", value: "tests" },
    { key: "ü", value: "ö" },
  ]);
});
