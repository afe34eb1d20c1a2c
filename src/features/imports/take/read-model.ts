import type { z } from "zod";
import type { ValidationIssue } from "#platform/errors";
import { toValidationIssues } from "#platform/http/issues";
import type { Fields } from "../kinds";
import { RowFaults, type Fault, type Input } from "./rules";

/** What a model makes of fields. Throws RowFaults with all of their faults. */
export function readModel<Model extends z.ZodType>(model: Model, fields: Input): z.output<Model> {
  const read = model.safeParse(fields);
  if (read.success) return read.data;
  throw new RowFaults(toFaults(toValidationIssues(read.error, "body", fields)));
}

/** What is read; its faults are told at the one field. Throws RowFaults. */
export function readAt<Result>(field: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RowFaults)) throw error;
    throw new RowFaults(error.faults.map(({ msg }) => ({ field, msg })));
  }
}

/** The faults of a body, each by its field. */
export function toFaults(issues: readonly ValidationIssue[]): Fault[] {
  return issues.map(({ loc, msg }) => ({
    field: loc.slice(1).join("."),
    msg: msg.replace(/^Value error, /, ""),
  }));
}

/** Those of the fields that are named, as the model has made them. */
export function saidOf(names: readonly string[], made: Input): Input {
  return Object.fromEntries(names.map((name) => [name, made[name]]));
}

/** Fields by whether their names begin with the prefix, which those that do lose: `options.tls` is `tls`. */
export function splitByPrefix(fields: Fields, prefix: string): { within: Input; others: Input } {
  const { within = [], others = [] } = Object.groupBy(Object.entries(fields), ([name]) =>
    name.startsWith(prefix) ? "within" : "others",
  );
  return {
    within: Object.fromEntries(within.map(([name, value]) => [name.slice(prefix.length), value])),
    others: Object.fromEntries(others),
  };
}
