import type { Sql } from "#platform/database";

/** The statements that are put to a database while `work` runs, in their order. */
export async function statementsDuring(sql: Sql, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { debug } = sql.options;
  sql.options.debug = (_connection, statement) => void statements.push(statement);
  try {
    await work();
  } finally {
    sql.options.debug = debug;
  }
  return statements;
}
