import type { ClickHouseParameters } from "#platform/clickhouse/parameters";
import type { ColumnType } from "../event/column-type";

/** ClickHouse's names of the types of columns. */
export const CLICKHOUSE_TYPES: Readonly<Record<ColumnType, string>> = {
  BIGINT: "Int64",
  TIMESTAMPTZ: "DateTime64(6, 'UTC')",
  VARCHAR: "String",
  BLOB: "String",
  BOOLEAN: "Bool",
  UTINYINT: "UInt8",
  USMALLINT: "UInt16",
  UINTEGER: "UInt32",
};

/** Collects the values of one statement; what callers sent reaches ClickHouse only through here. */
export class Values {
  readonly parameters: Record<string, ClickHouseParameters[string]> = {};
  #count = 0;

  /** The place of a value in the statement: `{v1:String}`, `{v2:Int64}`, … */
  add(value: string | number, type: ColumnType): string {
    return this.#enter(value, CLICKHOUSE_TYPES[type]);
  }

  addTexts(values: readonly string[]): string {
    return this.#enter(values, "Array(String)");
  }

  /** Whole numbers. */
  addNumbers(values: readonly number[]): string {
    return this.#enter(values, "Array(Int64)");
  }

  #enter(value: ClickHouseParameters[string], type: string): string {
    const name = `v${++this.#count}`;
    this.parameters[name] = value;
    return `{${name}:${type}}`;
  }
}
