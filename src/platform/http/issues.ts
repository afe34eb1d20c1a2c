import type { z } from "zod";
import type { ValidationIssue } from "../errors";

type Location = "body" | "query" | "path";

/** A list of a hundred thousand wrong entries is not answered by as many issues. */
const MAX_ISSUES = 100;

/**
 * Zod's issues as the entries of a 422, with the codes and texts that FastAPI clients know.
 * `input` is what was validated: it tells an absent field from one of a wrong type. At most the first hundred.
 */
export function toValidationIssues(error: z.ZodError, location: Location, input: unknown): ValidationIssue[] {
  return error.issues.slice(0, MAX_ISSUES).map((issue) => {
    const path = issue.path.map((segment) => (typeof segment === "number" ? segment : String(segment)));
    return { loc: [location, ...path], ...describe(issue, valueAt(input, path)) };
  });
}

function valueAt(input: unknown, path: (string | number)[]): unknown {
  let value = input;
  for (const segment of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, segment)?.value;
  }
  return value;
}

type Description = Pick<ValidationIssue, "msg" | "type">;

function describe(issue: z.core.$ZodIssue, value: unknown): Description {
  switch (issue.code) {
    case "invalid_type":
      return describeWrongType(issue.expected, value);
    case "too_small":
      return describeTooSmall(issue, value);
    case "too_big":
      return describeTooBig(issue, value);
    case "invalid_format":
      return {
        type: "string_pattern_mismatch",
        msg: `String should match pattern '${patternOf(issue)}'`,
      };
    case "invalid_value":
      return value === undefined
        ? MISSING
        : { type: "literal_error", msg: `Input should be ${alternatives(issue.values)}` };
    case "custom":
      return describeOwnRule(issue);
    default:
      return value === undefined ? MISSING : { type: "value_error", msg: `Value error, ${issue.message}` };
  }
}

/** Zod writes a pattern as a literal, between slashes. */
function patternOf({ pattern, format }: z.core.$ZodIssueInvalidStringFormat): string {
  return pattern?.replace(/^\/(.*)\/[a-z]*$/s, "$1") ?? format;
}

const MISSING: Description = { type: "missing", msg: "Field required" };

function describeOwnRule(issue: z.core.$ZodIssueCustom): Description {
  const type: unknown = issue.params?.["type"];
  return typeof type === "string"
    ? { type, msg: issue.message }
    : { type: "value_error", msg: `Value error, ${issue.message}` };
}

function describeWrongType(expected: string, value: unknown): Description {
  if (value === undefined) return MISSING;
  switch (expected) {
    case "string":
      return { type: "string_type", msg: "Input should be a valid string" };
    case "int":
    case "number":
      return describeWrongInteger(value);
    case "boolean":
      return typeof value === "string"
        ? { type: "bool_parsing", msg: "Input should be a valid boolean, unable to interpret input" }
        : { type: "bool_type", msg: "Input should be a valid boolean" };
    case "array":
      return { type: "list_type", msg: "Input should be a valid list" };
    default:
      return { type: "dict_type", msg: "Input should be a valid dictionary" };
  }
}

function describeWrongInteger(value: unknown): Description {
  if (typeof value === "string") {
    return {
      type: "int_parsing",
      msg: "Input should be a valid integer, unable to parse string as an integer",
    };
  }
  return typeof value === "number"
    ? { type: "int_from_float", msg: "Input should be a valid integer, got a number with a fractional part" }
    : { type: "int_type", msg: "Input should be a valid integer" };
}

function describeTooSmall(issue: z.core.$ZodIssueTooSmall, value: unknown): Description {
  const minimum = Number(issue.minimum);
  if (issue.origin === "string") {
    return { type: "string_too_short", msg: `String should have at least ${count(minimum, "character")}` };
  }
  if (issue.origin === "array") {
    return {
      type: "too_short",
      msg: `List should have at least ${count(minimum, "item")} after validation, not ${lengthOf(value)}`,
    };
  }
  return { type: "greater_than_equal", msg: `Input should be greater than or equal to ${minimum}` };
}

function describeTooBig(issue: z.core.$ZodIssueTooBig, value: unknown): Description {
  const maximum = Number(issue.maximum);
  if (issue.origin === "string") {
    return { type: "string_too_long", msg: `String should have at most ${count(maximum, "character")}` };
  }
  if (issue.origin === "array") {
    return {
      type: "too_long",
      msg: `List should have at most ${count(maximum, "item")} after validation, not ${lengthOf(value)}`,
    };
  }
  return { type: "less_than_equal", msg: `Input should be less than or equal to ${maximum}` };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function alternatives(values: readonly unknown[]): string {
  const shown = values.map((value) => (typeof value === "string" ? `'${value}'` : String(value)));
  const last = shown.pop();
  return shown.length === 0 ? String(last) : `${shown.join(", ")} or ${last}`;
}
