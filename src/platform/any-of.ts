import { sql, type SQL } from "drizzle-orm";

/**
 * `= ANY` of these values, however many, in one parameter, of which a statement takes 65,535. PostgreSQL looks each of
 * them up by an index; of `IN` a list that it does not see it expects so much that it reads whole tables.
 */
export function anyOf(
  values: readonly (number | string)[],
  type: "bigint" | "inet" | "text" = "bigint",
): SQL {
  const each = sql.raw(`value::${type}`);
  return sql`ANY(ARRAY(SELECT ${each} FROM jsonb_array_elements_text(${JSON.stringify(values)}::text::jsonb)))`;
}
