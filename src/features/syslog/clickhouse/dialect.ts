import { EVENT_COLUMNS } from "../event/columns";
import { type Subnet, subnetBounds } from "../query/subnet";
import { type ColumnTest, type Dialect, escapePattern, isCaseless } from "../query/to-sql";
import { INDEXED_TEXTS, likePattern, NGRAM } from "./text-index";
import type { Values } from "./values";

/** As ClickHouse writes a statement with these values. */
export function clickhouseDialect(values: Values): Dialect {
  return {
    instant: (micros) => instantSql(micros, values),
    equals: (column, value) => `${column} = ${values.add(value, EVENT_COLUMNS[column])}`,
    differs: (column, value) => `ifNull(${column} != ${values.add(value, EVENT_COLUMNS[column])}, true)`,
    isOneOf: (listed) => isOneOf(listed, values),
    isNamed({ whole, inAnyDomain }) {
      const name = "lowerUTF8(source_host)";
      const tests = inAnyDomain.map((label) => `startsWith(${name}, ${values.add(`${label}.`, "VARCHAR")})`);
      return [...(whole.length === 0 ? [] : [`${name} IN ${values.addTexts(whole)}`]), ...tests].join(" OR ");
    },
    isInRanges: (ranges) => (column) => {
      const add = (bound: number) => values.add(bound, EVENT_COLUMNS[column]);
      return `(${ranges.map(([low, high]) => `${column} BETWEEN ${add(low)} AND ${add(high)}`).join(" OR ")})`;
    },
    isInSubnet: (subnet) =>
      subnet.octets.length === 4 ? ipv4Subnet(subnet, values) : ipv6Subnet(subnet, values),
    contains: (text) => contains(text, values),
    containsAny(texts) {
      const pattern = values.add(`(?i)${texts.map(escapePattern).join("|")}`, "VARCHAR");
      return (column) => `match(${column}, ${pattern})`;
    },
    orFalse: (test) => `ifNull(${test}, false)`,
  };
}

/** Nothing arrived before 1970 or after the last exact microsecond; beyond, ClickHouse's times would turn over. */
export function instantSql(micros: number, values: Values): string {
  const within = Math.min(Math.max(Math.round(micros), 0), Number.MAX_SAFE_INTEGER);
  return `fromUnixTimestamp64Micro(${values.add(within, "BIGINT")}, 'UTC')`;
}

/** As a text that is compared may be any, and a number none but a number. */
function isOneOf(listed: readonly (string | number)[], values: Values): ColumnTest {
  const numbers = listed.filter((value) => typeof value === "number");
  if (numbers.length === listed.length) {
    const list = values.addNumbers(numbers);
    return (column) => `${column} IN ${list}`;
  }
  const list = values.addTexts(listed.map(String));
  return (column) => `${column} IN ${list}`;
}

/** ASCII, but the letters of which Unicode has a third case: the long s and the Kelvin sign. */
const ONE_FOLD = /[ -JL-RT-jl-rt-~]+/g;

/**
 * Comparing octets, ASCII letters in either case, is several times faster than RE2, and tells the same where no letter
 * has another case beyond ASCII; of other texts the longest such part goes before.
 */
function contains(text: string, values: Values): ColumnTest {
  const parts = text.match(ONE_FOLD) ?? [];
  const longest = parts.toSorted((left, right) => right.length - left.length)[0];
  const mayContain = longest === undefined ? undefined : containsOctets(longest, values);
  if (mayContain !== undefined && longest === text) return mayContain;
  const pattern = values.add(`(?i)${escapePattern(text)}`, "VARCHAR");
  const matches: ColumnTest = (column) => `match(${column}, ${pattern})`;
  return mayContain === undefined ? matches : (column) => `(${mayContain(column)} AND ${matches(column)})`;
}

/** For texts of ASCII. */
function containsOctets(text: string, values: Values): ColumnTest {
  const position = isCaseless(text) ? "position" : "positionCaseInsensitive";
  let [pattern, place]: (string | undefined)[] = [];
  return (column) => {
    const indexed = text.length < NGRAM ? undefined : INDEXED_TEXTS[column];
    if (indexed === undefined) {
      place ??= values.add(text, "VARCHAR");
      return `${position}(${column}, ${place}) > 0`;
    }
    pattern ??= values.add(likePattern(text), "VARCHAR");
    return `${indexed} LIKE ${pattern}`;
  };
}

/** Addresses are kept as canonical text. */
function ipv4Subnet(subnet: Subnet, values: Values): ColumnTest {
  const whole = subnet.prefixLength >> 3;
  const { low, high } = subnetBounds(subnet);
  const [first, last] = [low, high].map((bound) => values.add(Number.parseInt(bound, 16), "UINTEGER"));
  const prefix = subnet.octets
    .slice(0, whole)
    .map((octet) => `${octet}.`)
    .join("");
  const start = whole === 0 ? undefined : values.add(prefix, "VARCHAR");
  return (column) => {
    const isWithin = `IPv4StringToNumOrNull(${column}) BETWEEN ${first} AND ${last}`;
    return start === undefined ? `(${isWithin})` : `(startsWith(${column}, ${start}) AND ${isWithin})`;
  };
}

/** An IPv4 address would be read as the IPv6 address that is mapped to it. */
function ipv6Subnet(subnet: Subnet, values: Values): ColumnTest {
  const { low, high } = subnetBounds(subnet);
  const [first, last] = [low, high].map((bound) => `toIPv6(${values.add(groups(bound), "VARCHAR")})`);
  const group = Number.parseInt(low.slice(0, 4), 16);
  const isGroupKnown = subnet.prefixLength >= 16 && group !== 0;
  const start = isGroupKnown ? values.add(`${group.toString(16)}:`, "VARCHAR") : undefined;
  return (column) => {
    const mayBe = start === undefined ? `position(${column}, ':') > 0` : `startsWith(${column}, ${start})`;
    return `(${mayBe} AND toIPv6OrNull(${column}) BETWEEN ${first} AND ${last})`;
  };
}

/** 32 hexadecimal digits as the text of an address. */
function groups(digits: string): string {
  return digits.match(/.{4}/g)?.join(":") ?? "";
}
