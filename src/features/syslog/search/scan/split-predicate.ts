import type { EventColumn } from "../../event/columns";
import type { Condition, Predicate } from "../../query/predicate";
import { hasIpv4Key } from "../../skip-index/skip-index";

const FLOW_ADDRESSES = ["src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip"] as const;

/** Of the events that a predicate matches those that have a value of a column, or those that have none. */
export type Branch = Predicate & { given?: { column: EventColumn; hasValue: boolean } };

/** Branches that together match what a predicate does, each event by one of them alone, and that read less between them. */
export function splitPredicate(predicate: Predicate): Branch[] {
  return splitByAddresses(predicate).flatMap(splitByColumn);
}

/**
 * Where a word is an address, the fields of most lines tell whether it occurs in them (`addresses_in_fields`), and of
 * nearly all others the addresses that they contain (`line_addresses`): a branch for each of these, and one for the
 * lines that have to be read, which are those of older files.
 */
function splitByAddresses(predicate: Predicate): Branch[] {
  const split = predicate.conditions.find(
    (condition) => condition.kind === "contains" && isAddressWord(condition),
  );
  if (split?.kind !== "contains") return [predicate];
  const others = predicate.conditions.filter((condition) => condition !== split);
  const isKnown = { kind: "equals", column: "addresses_in_fields", value: 1 } as const;
  const columns = split.columns.filter((column) => column !== "raw_log");
  const within = (more: readonly EventColumn[]) => ({ ...split, columns: [...columns, ...more] });
  const branch = (conditions: readonly Condition[], hasValue: boolean): Branch => ({
    ...predicate,
    conditions: [...others, ...conditions],
    given: { column: "line_addresses", hasValue },
  });
  return [
    branch([{ ...isKnown, isNegated: false }, within(FLOW_ADDRESSES)], false),
    branch([within(["line_addresses"])], true),
    branch([{ ...isKnown, isNegated: true }, split], false),
  ];
}

/** Whether a text is looked for in lines that can occur only within what looks like an address. */
function isAddressWord({ columns, text, isNegated }: Condition & { kind: "contains" }): boolean {
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
