import { toSql } from "../../query/to-sql";
import type { AtLast, Branch, Either, Test } from "./split-predicate";
import { duckdbDialect, type Parameters } from "./sql";

/** Behind each character that an address may have. */
const BEHIND_ALL = "~";

/** The condition that is true of the events of a branch. */
export function branchSql(branch: Branch, parameters: Parameters): string {
  const { tests = [], either, atLast } = branch;
  const test = (one: Test) => testSql(one, parameters);
  const parts = [...tests.map(test), toSql(branch, duckdbDialect(parameters))];
  if (either !== undefined) parts.push(eitherSql(either, test));
  if (atLast !== undefined) parts.push(atLastSql(atLast, test));
  return parts.join(" AND ");
}

/** As one expression of several columns: DuckDB would read each column whose test stands alone. */
function atLastSql({ none, all }: AtLast, test: (one: Test) => string): string {
  const never = none.length === 0 ? "" : `WHEN ${none.map(test).join(" OR ")} THEN false `;
  const always = ["true", ...all.map(test)].join(" AND ");
  return `CASE ${never}WHEN ${always} THEN true ELSE false END`;
}

function eitherSql({ alone, joined, all }: Either, test: (one: Test) => string): string {
  const any = (tests: readonly Test[]): string => tests.map(test).join(" OR ");
  return `CASE WHEN ${any(alone)} THEN true WHEN ${any(joined)} THEN ${all.map(test).join(" AND ")} ELSE false END`;
}

function testSql(test: Test, parameters: Parameters): string {
  if ("kind" in test) return toSql({ conditions: [test] }, duckdbDialect(parameters));
  if ("hasValue" in test) return `"${test.column}" IS ${test.hasValue ? "NOT " : ""}NULL`;
  if (test.beginnings.length === 0) return "false";
  const ranges = test.beginnings.map(
    (text) =>
      `"${test.column}" BETWEEN ${parameters.add(text)} AND ${parameters.add(`${text}${BEHIND_ALL}`)}`,
  );
  return `(${ranges.join(" OR ")})`;
}
