import { badRequest, invalid, type ValidationIssue } from "#platform/errors";
import { parseNetwork, type Network } from "#platform/ip";
import type { ColumnType } from "../event/column-type";
import {
  type ColumnRow,
  COLUMNS,
  EVENT,
  type EventColumn,
  type SearchColumn,
  type SearchReading,
} from "../event/columns";
import { facilityCalled, severityCalled } from "../event/priority-names";
import type { Condition, NumberRange } from "./predicate";
import { hostBits, type Subnet } from "./subnet";

type FieldRule = { reading: SearchReading; columns: readonly [EventColumn, ...EventColumn[]] };

/** Fields that ask several columns: either end of the flow, the address as sent or as translated. */
const WIDE_FIELDS = {
  ip: { reading: "address", columns: ["src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip"] },
  port: { reading: "number", columns: ["src_port", "dst_port"] },
} as const satisfies Record<string, FieldRule>;

export type FieldName = SearchColumn | keyof typeof WIDE_FIELDS;

/** Everything that `field:value` and the parameters of the same names can ask for. */
export const FIELD_NAMES: ReadonlySet<string> = new Set([
  ...COLUMNS.filter(({ search }) => search !== undefined).map(({ name }) => name),
  ...Object.keys(WIDE_FIELDS),
]);

export function isFieldName(name: string): name is FieldName {
  return FIELD_NAMES.has(name);
}

function ruleOf(name: FieldName): FieldRule {
  if (name === "ip" || name === "port") return WIDE_FIELDS[name];
  return { reading: EVENT[name].search, columns: [name] };
}

/** Greatest values of columns. */
const GREATEST: Partial<Record<ColumnType, number>> = {
  USMALLINT: 65_535,
  BIGINT: Number.MAX_SAFE_INTEGER,
};

/**
 * Makes the error for a value that a field cannot have: a parameter and a term of `q` are refused in different ways.
 */
export type Refuse = (text: string) => Error;

/** Bad values of parameters are 400, not 422: clients know it so. */
export const refuseParameter: Refuse = badRequest;

/** A term of the search text is a validation error of `q`. */
export function refuseTerm(text: string): Error {
  const issue: ValidationIssue = { loc: ["query", "q"], msg: `Value error, ${text}`, type: "value_error" };
  return invalid([issue]);
}

/** Of one list; each is compared with each event. */
const MAX_VALUES = 32;

/**
 * The condition that a field has a value, as a caller wrote it. Addresses may be networks (`10.0.0.0/8`). Where no
 * value of the field has a comma, several are a list of which one must fit (`verdict:deny,drop`).
 * @throws what `refuse` makes of the reason, where the field cannot have the value.
 */
export function compileField(name: FieldName, text: string | number, refuse: Refuse): Condition {
  const { reading, columns } = ruleOf(name);
  const oneOf = (read: (part: string) => string | number) =>
    compileValues(columns, splitList(String(text), refuse).map(read));
  switch (reading) {
    case "address":
      return compileAddress(columns, String(text), refuse) ?? oneOf((part) => readAddress(part, refuse));
    case "number":
      return compileNumbers({ name, columns }, splitList(String(text), refuse), refuse);
    case "lower case":
      return oneOf((part) => requireText(part, refuse).toLowerCase());
    case "text":
      return compileValues(columns, [requireText(String(text), refuse)]);
    case "name":
      return compileName(columns, requireText(String(text), refuse));
    case "part":
      return { kind: "contains", columns, text: requireText(String(text), refuse), isNegated: false };
  }
}

/** As it is written, or in lower case, as all formats have it that are no one's own. */
function compileName(columns: FieldRule["columns"], text: string): Condition {
  return compileValues(columns, [...new Set([text, text.toLowerCase()])]);
}

function compileValues(columns: FieldRule["columns"], values: readonly (string | number)[]): Condition {
  const [value] = values;
  const [column, ...others] = columns;
  return others.length === 0 && values.length === 1 && value !== undefined
    ? { kind: "equals", column, value, isNegated: false }
    : { kind: "any of", columns, values, isNegated: false };
}

function splitList(text: string, refuse: Refuse): string[] {
  const parts = [...new Set(text.split(","))];
  if (parts.length > MAX_VALUES) throw refuse(`at most ${MAX_VALUES} values may be listed`);
  return parts;
}

/** A network; undefined where the text names a single address, or none. */
function compileAddress(
  columns: readonly EventColumn[],
  text: string,
  refuse: Refuse,
): Condition | undefined {
  if (!text.includes("/")) return undefined;
  const network = parseNetwork(text);
  if (network === undefined) throw refuse(`'${text}' does not appear to be an IPv4 or IPv6 address`);
  const subnet = toSubnet(network);
  return subnet && { kind: "in subnet", columns, subnet, isNegated: false };
}

/** The network with its host bits cleared; undefined where it is a single address. */
export function toSubnet({ address, prefixLength }: Network): Subnet | undefined {
  const octets = address.toByteArray();
  if (prefixLength === octets.length * 8) return undefined;
  const cleared = octets.map((octet, index) => octet & ~hostBits(prefixLength - index * 8));
  return { octets: cleared, prefixLength };
}

function readAddress(text: string, refuse: Refuse): string {
  const network = parseNetwork(text);
  if (network === undefined) throw refuse(`'${text}' does not appear to be an IPv4 or IPv6 address`);
  return network.address.toString();
}

function requireText(value: string, refuse: Refuse): string {
  const trimmed = value.trim();
  if (trimmed === "") throw refuse("Field value is required");
  if (/\p{Cc}/u.test(trimmed)) throw refuse("Field contains invalid control characters");
  return trimmed;
}

type Numbered = { name: FieldName; columns: FieldRule["columns"] };

/** Codes that have names (RFC 5424, tables 1 and 2): what a name stands for, and one to be told. */
const NAMED: Partial<Record<FieldName, { codeOf: (name: string) => number | null; example: string }>> = {
  severity: { codeOf: severityCalled, example: "warning" },
  facility: { codeOf: facilityCalled, example: "local4" },
};

/** The text with names of codes as numbers: `<=warning` is `<=4`. */
function numberNames(text: string, codeOf: (name: string) => number | null): string {
  return text.replaceAll(/[a-z]+\d?/gi, (name) => String(codeOf(name) ?? name));
}

/** Numbers, ranges (`20-25`) and bounds (`>1023`, `<=3`), of which one must fit; names of codes are as good. */
function compileNumbers({ name, columns }: Numbered, parts: readonly string[], refuse: Refuse): Condition {
  const { type, greatest = GREATEST[type] ?? 0 }: ColumnRow = EVENT[columns[0]];
  const named = NAMED[name];
  const ranges = parts.map((part) => {
    const range = readRange(named === undefined ? part : numberNames(part, named.codeOf), greatest);
    if (range !== undefined) return range;
    const orName = named === undefined ? "" : `, or a name such as ${named.example}`;
    throw refuse(`${name} must be a number from 0 to ${greatest}, or a range such as 2-5 or >2${orName}`);
  });
  return ranges.every(([low, high]) => low === high)
    ? compileValues(
        columns,
        ranges.map(([number]) => number),
      )
    : { kind: "in ranges", columns, ranges, isNegated: false };
}

/** Undefined where the text is none, or nothing up to `greatest` lies in it. */
function readRange(text: string, greatest: number): NumberRange | undefined {
  const [, sign, bound, from, to] = /^(?:([<>]=?)(\d{1,16})|(\d{1,16})(?:-(\d{1,16}))?)$/.exec(text) ?? [];
  const [low, high] =
    sign === undefined
      ? [Number(from), Number(to ?? from)]
      : sign.startsWith(">")
        ? [Number(bound) + (sign === ">" ? 1 : 0), greatest]
        : [0, Number(bound) - (sign === "<" ? 1 : 0)];
  return low <= high && high <= greatest ? [low, high] : undefined;
}
