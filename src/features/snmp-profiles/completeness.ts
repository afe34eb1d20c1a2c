import { invalid } from "#platform/errors";
import { problemsOf } from "./credentials";

/** @throws ApiError 422 where the version needs more than is given, or has no use for some of it. */
export function refuseIncomplete(profile: Parameters<typeof problemsOf>[0]): void {
  const problems = problemsOf(profile);
  if (problems.length === 0) return;
  throw invalid(
    problems.map(({ field, text }) => ({ loc: ["body", field], msg: text, type: "value_error" })),
  );
}
