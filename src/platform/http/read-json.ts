import { ApiError, type ValidationIssue } from "../errors";
import { parseJsonBody } from "./json-body";

type Read<Value> = { value: Value } | { issues: ValidationIssue[] };

/** A JSON text's value, or what is wrong with the text. */
export function readJson(text: string): Read<unknown> {
  return readOrIssues(() => parseJsonBody(text));
}

/** What a reader gives, or the issues of the 422 that it throws. */
export function readOrIssues<Value>(read: () => Value): Read<Value> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof ApiError && typeof error.detail !== "string") return { issues: error.detail };
    throw error;
  }
}
