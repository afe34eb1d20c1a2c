import { ApiError, type ValidationIssue } from "#platform/errors";
import { parseJsonBody } from "#platform/http/json-body";

/** A JSON text's value, or what is wrong with the text. */
export function readJson(text: string): { value: unknown } | { issues: ValidationIssue[] } {
  try {
    return { value: parseJsonBody(text) };
  } catch (error) {
    if (error instanceof ApiError && typeof error.detail !== "string") return { issues: error.detail };
    throw error;
  }
}
