import type { EventColumn } from "../../event/columns";
import type { Condition, Predicate } from "../../query/predicate";
import { hasIpv4Key } from "../../skip-index/skip-index";
import { wholeBeginnings } from "./whole-beginnings";

/** A column has a value, or none. */
type Given = { column: EventColumn; hasValue: boolean };

/** The text of a column begins with one of these. */
type Beginning = { column: EventColumn; beginnings: readonly string[] };

/** What is asked of an event. */
export type Test = Condition | Given | Beginning;

/** None of the first is true, and all others are. */
export type AtLast = { none: readonly Test[]; all: readonly Test[] };

/** One of the first is true, or one of the second together with all others. */
export type Either = { alone: readonly Test[]; joined: readonly Test[]; all: readonly Test[] };

/** A part of the events that a predicate matches. */
export type Branch = Predicate & {
  tests?: readonly Test[];
  either?: Either;
  /** Asked of events alone that all else is true of, as it takes columns that need not be read for others. */
  atLast?: AtLast;
};

const FLOW_ADDRESSES = ["src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip"] as const;
/** All addresses of a line stand in its fields. */
const IS_IN_FIELDS = { kind: "equals", column: "addresses_in_fields", value: 1, isNegated: false } as const;
const IS_UNLISTED = { column: "line_addresses", hasValue: false } as const;

/** Branches that together match what a predicate does, each event by one of them alone, and that read less between them. */
export function splitPredicate(predicate: Predicate): Branch[] {
  return splitByAddresses(predicate).flatMap(splitByColumn);
}

type Contains = Extract<Condition, { kind: "contains" }>;

/**
 * Where a word is an address, the fields of most lines tell whether it occurs in them (`addresses_in_fields`), and of
 * nearly all others the addresses that they contain (`line_addresses`): a branch of what these tell, and one for the
 * lines that have to be read, which are those of older files.
 */
function splitByAddresses(predicate: Predicate): Branch[] {
  const split = predicate.conditions.find(isAddressWord);
  if (split === undefined) return [predicate];
  const rest = { ...predicate, conditions: predicate.conditions.filter((condition) => condition !== split) };
  return rest.conditions.some(readsTexts) ? columnBranches(rest, split) : plainBranches(rest, split);
}

/** One for all that columns tell, as DuckDB reads each of them anew for each branch that asks it. */
function plainBranches(rest: Predicate, split: Contains): Branch[] {
  const { names, has, within, unlisted } = partsOf(rest, split);
  const either = {
    alone: [...names, within("line_addresses")],
    joined: FLOW_ADDRESSES.map(has),
    all: [IS_IN_FIELDS, IS_UNLISTED],
  };
  return [{ ...rest, either }, unlisted];
}

/**
 * One for each column: where another text is looked for, too, lines are read only of events that have the address.
 * DuckDB would read those of all to test several columns.
 */
function columnBranches(rest: Predicate, split: Contains): Branch[] {
  const { names, has, within, unlisted } = partsOf(rest, split);
  return [
    ...oneByOne(rest, names, { none: [], all: [] }),
    ...oneByOne(rest, FLOW_ADDRESSES.map(has), { none: names, all: [IS_IN_FIELDS, IS_UNLISTED] }),
    ...oneByOne(rest, [within("line_addresses")], { none: names, all: [] }),
    unlisted,
  ];
}

/** The tests of single columns for an address, and the lines of which none but the line itself tells whether they have it. */
function partsOf(rest: Predicate, split: Contains) {
  const within = (column: EventColumn): Test => ({ ...split, columns: [column] });
  const names = split.columns.filter((column) => column !== "raw_log").map(within);
  const beginnings = wholeBeginnings(split.text);
  const has = (column: EventColumn): Test => (beginnings === null ? within(column) : { column, beginnings });
  const conditions = [...rest.conditions, { ...IS_IN_FIELDS, isNegated: true }, split];
  const unlisted: Branch = { ...rest, conditions, tests: [IS_UNLISTED], atLast: { none: names, all: [] } };
  return { names, has, within, unlisted };
}

function readsTexts({ kind }: Condition): boolean {
  return kind === "contains" || kind === "names network";
}

/** A branch for each test, without the events of which one before it is true. */
function oneByOne(rest: Predicate, tests: readonly Test[], { none, all }: AtLast): Branch[] {
  return tests.map((test, index) => ({
    ...rest,
    tests: [test],
    atLast: { none: [...none, ...tests.slice(0, index)], all },
  }));
}

/** Whether a text is looked for in lines that can occur only within what looks like an address. */
function isAddressWord(condition: Condition): condition is Contains {
  if (condition.kind !== "contains") return false;
  const { columns, text, isNegated } = condition;
  const isDotted = /^\d[\d.]*\d$/.test(text) && hasIpv4Key(Buffer.from(text));
  return isDotted && !isNegated && columns.includes("raw_log");
}

/**
 * Predicates that together match what one does, each event by one of them alone: where one of several columns must have
 * a value, one for each column. DuckDB passes over the row groups that cannot have a column's value, but only where no
 * other column would do.
 */
function splitByColumn(predicate: Branch): Branch[] {
  const split = predicate.conditions.find(
    (condition) => isOfColumns(condition) && !condition.isNegated && condition.columns.length > 1,
  );
  if (split === undefined || !isOfColumns(split)) return [predicate];
  const { columns } = split;
  const others = predicate.conditions.filter((condition) => condition !== split);
  return columns.map((column, index) => {
    const own: Condition = { ...split, columns: [column] };
    const earlier: Condition = { ...split, columns: columns.slice(0, index), isNegated: true };
    return { ...predicate, conditions: [...others, own, ...(index === 0 ? [] : [earlier])] };
  });
}

function isOfColumns(condition: Condition) {
  return condition.kind === "any of" || condition.kind === "of device";
}
