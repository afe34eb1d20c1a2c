import { type EventColumn, SEARCHED_COLUMNS } from "../event/columns";
import { isNamed } from "./host-names";
import type { Condition, NumberRange, Predicate } from "./predicate";
import { isInSubnet } from "./subnet";

export type ColumnValue = string | number | boolean | null;

/** Gives the value of a column of what is looked at: an event, or what will become one. */
export type ReadColumn<Source extends unknown[]> = (...source: Source) => ColumnValue;

/**
 * The predicate's conditions as a function of one event: true exactly where a search would find it. The window of
 * arrival does not count. Pure, and made from plain data, so that it also runs where events are parsed.
 */
export function compileMatcher<Source extends unknown[]>(
  { conditions }: Predicate,
  readerOf: (column: EventColumn) => ReadColumn<Source>,
): (...source: Source) => boolean {
  const tests = conditions.map((condition) => compileCondition(condition, readerOf));
  return (...source) => tests.every((test) => test(...source));
}

function compileCondition<Source extends unknown[]>(
  condition: Condition,
  readerOf: (column: EventColumn) => ReadColumn<Source>,
): (...source: Source) => boolean {
  const { isNegated } = condition;
  const columns = condition.kind === "equals" ? [condition.column] : condition.columns;
  const tests = columns.map((column) => ({ read: readerOf(column), test: compileTest(condition, column) }));
  return (...source) => tests.some(({ read, test }) => test(read(...source))) !== isNegated;
}

function compileTest(condition: Condition, column: EventColumn): (value: ColumnValue) => boolean {
  switch (condition.kind) {
    case "equals":
      return (value) => value === condition.value;
    case "any of": {
      const values = new Set<ColumnValue>(condition.values);
      return (value) => values.has(value);
    }
    case "of device": {
      const addresses = new Set<ColumnValue>(condition.addresses);
      if (column !== "source_host") return (value) => addresses.has(value);
      const { names } = condition;
      return (value) => addresses.has(value) || (typeof value === "string" && isNamed(value, names));
    }
    case "in ranges":
      return (value) => typeof value === "number" && isInRanges(value, condition.ranges);
    case "in subnet":
      return (value) => typeof value === "string" && isInSubnet(value, condition.subnet);
    case "names network": {
      const { text, within } = condition;
      if (SEARCHED_COLUMNS.includes(column)) return occurrenceTest(text);
      if (typeof within === "string") return (value) => value === within;
      return (value) => typeof value === "string" && isInSubnet(value, within);
    }
    case "contains":
      return occurrenceTest(condition.text);
  }
}

function occurrenceTest(text: string): (value: ColumnValue) => boolean {
  const needle = new RegExp(RegExp.escape(text), "iu");
  return (value) => typeof value === "string" && needle.test(value);
}

export function isInRanges(value: number, ranges: readonly NumberRange[]): boolean {
  return ranges.some(([low, high]) => value >= low && value <= high);
}
