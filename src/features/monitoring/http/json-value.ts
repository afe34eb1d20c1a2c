import { compile, type JSONPathQuery } from "json-p3";

export const JSON_OPERATORS = [
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "exists",
  "not_exists",
  "gt",
  "gte",
  "lt",
  "lte",
] as const;
export type JsonOperator = (typeof JSON_OPERATORS)[number];

type JsonValue = Parameters<JSONPathQuery["match"]>[0];

const NOT_ONE_VALUE = "the JSON path must name one value, as $.a.b[0] does";

/**
 * The query of a JSONPath (RFC 9535) that names at most one value. Wildcards, slices and filters are refused: what an
 * answer could make them cost has no bound, and what it would mean that "they" equal something is anybody's guess.
 * @throws with a message for people.
 */
export function parseJsonPath(path: string): JSONPathQuery {
  let query: JSONPathQuery;
  try {
    query = compile(path);
  } catch (cause) {
    throw new Error(`the JSON path is not valid: ${cause instanceof Error ? cause.message : path}`, {
      cause,
    });
  }
  if (!query.singularQuery()) throw new Error(NOT_ONE_VALUE);
  return query;
}

/**
 * What the value at a path is (undefined: there is none), and whether it is as expected. @throws where the path is not
 * valid.
 */
export function compareJson(
  document: JsonValue,
  { path, operator, expected }: { path: string; operator: JsonOperator; expected: string },
): { passed: boolean; actual: string | undefined } {
  const node = parseJsonPath(path).match(document);
  if (node === undefined) return { passed: operator === "not_exists", actual: undefined };
  return { passed: holds(node.value, operator, expected), actual: textOf(node.value) };
}

function holds(value: unknown, operator: JsonOperator, expected: string): boolean {
  switch (operator) {
    case "exists":
      return true;
    case "not_exists":
      return false;
    case "equals":
      return isEqual(value, expected);
    case "not_equals":
      return !isEqual(value, expected);
    case "contains":
      return hasWithin(value, expected);
    case "not_contains":
      return !hasWithin(value, expected);
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return isOrdered(toNumber(value), operator, toNumber(expected));
  }
}

/** As text, or as numbers: `1.0` is 1. */
function isEqual(value: unknown, expected: string): boolean {
  return textOf(value) === expected || (typeof value === "number" && value === toNumber(expected));
}

/** An array has an element that equals it, an object a member of the name, a text that within it. */
function hasWithin(value: unknown, expected: string): boolean {
  if (Array.isArray(value)) return value.some((element) => isEqual(element, expected));
  if (typeof value === "object" && value !== null) return Object.hasOwn(value, expected);
  return textOf(value).includes(expected);
}

/** What is no number is in no order: never true. */
function isOrdered(value: number, operator: "gt" | "gte" | "lt" | "lte", bound: number): boolean {
  switch (operator) {
    case "gt":
      return value > bound;
    case "gte":
      return value >= bound;
    case "lt":
      return value < bound;
    case "lte":
      return value <= bound;
  }
}

function toNumber(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
