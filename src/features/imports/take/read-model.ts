import type { z } from "zod";
import type { ValidationIssue } from "#platform/errors";
import { toValidationIssues } from "#platform/http/issues";
import { RowFaults, type Fault, type Input } from "./rules";

/** What a model makes of fields. Throws RowFaults with all of their faults. */
export function readModel<Model extends z.ZodType>(model: Model, fields: Input): z.output<Model> {
  const read = model.safeParse(fields);
  if (read.success) return read.data;
  throw new RowFaults(toFaults(toValidationIssues(read.error, "body", fields)));
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
