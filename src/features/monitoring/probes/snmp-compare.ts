import { describeValue, readNumber, type SnmpValue } from "#platform/snmp/value";

export const SNMP_OPERATORS = [
  "exists",
  "equals",
  "not_equals",
  "contains",
  "less_than",
  "less_or_equal",
  "greater_than",
  "greater_or_equal",
] as const;
export type SnmpOperator = (typeof SNMP_OPERATORS)[number];

export type Bound = { operator: SnmpOperator; expected: string };

type Order = "less_than" | "less_or_equal" | "greater_than" | "greater_or_equal";

const ORDERS: Readonly<
  Record<Order, { words: string; holds: (one: bigint | number, other: bigint | number) => boolean }>
> = {
  less_than: { words: "less than", holds: (one, other) => one < other },
  less_or_equal: { words: "at most", holds: (one, other) => one <= other },
  greater_than: { words: "greater than", holds: (one, other) => one > other },
  greater_or_equal: { words: "at least", holds: (one, other) => one >= other },
};

/** Whether it asks for a number on either side. */
export function isOrder(operator: string): operator is Order {
  return operator in ORDERS;
}

/** What is wrong with a value, in words; null: it is as it should be. */
export function problemOfValue(value: SnmpValue, { operator, expected }: Bound): string | null {
  const said = describeValue(value);
  switch (operator) {
    case "exists":
      return null;
    case "equals":
      return isEqual(value, expected) ? null : `the value is "${said}", not "${expected}"`;
    case "not_equals":
      return isEqual(value, expected) ? `the value is "${said}"` : null;
    case "contains":
      return value.text.includes(expected) ? null : `the value lacks "${expected}": "${said}"`;
    default: {
      const { words, holds } = ORDERS[operator];
      const bound = readNumber(expected);
      if (value.number === null || bound === null) return `the value is no number: "${said}"`;
      return holds(value.number, bound) ? null : `the value is ${said}, not ${words} ${expected}`;
    }
  }
}

/** Numbers by what they are worth, all else as it is written. */
function isEqual({ text, number, aliases }: SnmpValue, expected: string): boolean {
  const other = number === null ? null : readNumber(expected);
  if (number !== null && other !== null) return !(number < other) && !(number > other);
  const wanted = expected.trim();
  if (text === expected || text === wanted || text === wanted.replace(/^\./, "")) return true;
  // Octets, which people write in more than one way.
  return aliases.includes(wanted.toLowerCase().replaceAll(/[:\s.-]/g, ""));
}
