import type { Sql } from "#platform/database";

/**
 * As if the database's clock had been set back by so many hours: whatever time was written until now lies ahead by as
 * much.
 */
export async function setBack(sql: Sql, hours: number): Promise<void> {
  const columns = await sql<{ table: string; column: string }[]>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'timestamp with time zone'
      AND is_generated = 'NEVER' ORDER BY 1, 2`;
  const later = sql`make_interval(hours => ${hours})`;
  await sql.begin(async (own) => {
    // The audit log refuses to be changed.
    await own`SET LOCAL session_replication_role = replica`;
    for (const [table, found] of Map.groupBy(columns, (one) => one.table)) {
      const changes = found.map(({ column }) => own`${own(column)} = ${own(column)} + ${later}`);
      await own`UPDATE ${own(table)} SET ${changes.reduce((all, one) => own`${all}, ${one}`)}`;
    }
  });
  await sql`UPDATE tool_calls SET called_at = ARRAY (SELECT c + ${later} FROM unnest(called_at) c)`;
}
