import { sql, type SQL } from "drizzle-orm";

/**
 * `= ANY` of these ids, however many, in one value. PostgreSQL looks each of them up by an index; of `IN` a list that it does not see
 * it expects so much that it reads whole tables.
 */
export function anyOf(ids: readonly number[]): SQL {
  return sql`ANY(ARRAY(SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)))`;
}
