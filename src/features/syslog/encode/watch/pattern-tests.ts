import { type EventColumn, SEARCHED_COLUMNS } from "../../event/columns";
import { type HostNames, isNamed } from "../../query/host-names";
import { isInRanges } from "../../query/matcher";
import type { Condition, NumberRange } from "../../query/predicate";
import { isInSubnet, type Subnet } from "../../query/subnet";
import { columnReader, ipv4OfText, type LineView, NO_IPV4 } from "./line-view";

/** Whether the line in view meets a condition. */
export type LineTest = (view: LineView) => boolean;

export type Contains = Extract<Condition, { kind: "contains" }>;

/** How it is known of a text whether the line has it; undefined: it has to be looked for. */
export type FindWord = (condition: Contains) => LineTest | undefined;

/** A condition as a function of the line in view: true exactly where a search would find its event. */
export function compileTest(condition: Condition, findWord: FindWord): LineTest {
  const test = compilePositive(condition, findWord);
  return condition.isNegated ? (view) => !test(view) : test;
}

function compilePositive(condition: Condition, findWord: FindWord): LineTest {
  switch (condition.kind) {
    case "equals":
      return equalsTest(condition.column, condition.value);
    case "any of":
      return anyOf(
        condition.columns.flatMap((column) => condition.values.map((value) => equalsTest(column, value))),
      );
    case "of device": {
      const { columns, addresses, names } = condition;
      const isOne = columns.flatMap((column) => addresses.map((address) => equalsTest(column, address)));
      return anyOf(columns.includes("source_host") ? [...isOne, nameTest(names)] : isOne);
    }
    case "in ranges":
      return anyOf(condition.columns.map((column) => rangeTest(column, condition.ranges)));
    case "in subnet":
      return anyOf(condition.columns.map((column) => subnetTest(column, condition.subnet)));
    case "names network": {
      const { columns, text, within } = condition;
      return anyOf(
        columns.map((column) => {
          if (SEARCHED_COLUMNS.includes(column)) return wordTest(column, text);
          return typeof within === "string" ? equalsTest(column, within) : subnetTest(column, within);
        }),
      );
    }
    case "contains":
      return findWord(condition) ?? searchTest(condition);
  }
}

/** Looks for the text. */
export function searchTest({ columns, text }: Contains): LineTest {
  return anyOf(columns.map((column) => wordTest(column, text)));
}

function anyOf(tests: readonly LineTest[]): LineTest {
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (view) => tests.some((test) => test(view));
}

function equalsTest(column: EventColumn, value: string | number): LineTest {
  const reader = columnReader(column);
  return (view) => reader.equals(view, value);
}

function wordTest(column: EventColumn, text: string): LineTest {
  const reader = columnReader(column);
  // As in query/matcher.ts.
  const needle = new RegExp(RegExp.escape(text), "iu");
  return (view) => {
    const value = reader.read(view);
    return typeof value === "string" && needle.test(value);
  };
}

function nameTest(names: HostNames): LineTest {
  const reader = columnReader("source_host");
  return (view) => {
    const host = reader.read(view);
    return typeof host === "string" && isNamed(host, names);
  };
}

function rangeTest(column: EventColumn, ranges: readonly NumberRange[]): LineTest {
  const reader = columnReader(column);
  return (view) => {
    const value = reader.read(view);
    return typeof value === "number" && isInRanges(value, ranges);
  };
}

function subnetTest(column: EventColumn, subnet: Subnet): LineTest {
  const reader = columnReader(column);
  const range = ipv4Range(subnet);
  if (range !== undefined)
    return (view) => {
      const address = reader.ipv4(view);
      return address >= range.low && address <= range.high;
    };
  return (view) => {
    if (reader.ipv4(view) !== NO_IPV4) return false;
    const value = reader.read(view);
    return typeof value === "string" && isInSubnet(value, subnet);
  };
}

/** The first and the last address of a network of version 4. */
export function ipv4Range({ octets, prefixLength }: Subnet): { low: number; high: number } | undefined {
  if (octets.length !== 4) return undefined;
  const low = ipv4OfText(octets.join("."));
  return { low, high: low + 2 ** (32 - prefixLength) - 1 };
}
