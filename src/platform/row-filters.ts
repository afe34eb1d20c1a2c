import { eq, isNull, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** Conditions of lists for what a caller types. Text is taken literally, in any case. */

/** The condition for a text; none where it is absent or blank. */
export function given(text: string | undefined, filter: (text: string) => SQL | undefined): SQL | undefined {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? undefined : filter(trimmed);
}

/** The text occurs in one of the columns. */
export function occursIn(columns: readonly (PgColumn | SQL)[], text: string): SQL | undefined {
  return or(...columns.map((column) => contains(column, text)));
}

/** The text occurs in the column. */
export function contains(column: PgColumn | SQL, text: string): SQL {
  return sql`strpos(lower(${column}), lower(${text})) > 0`;
}

/** The column is the text. */
export function isText(column: PgColumn, text: string): SQL {
  return sql`lower(${column}) = lower(${text})`;
}

type Place = PgTable & { id: PgColumn; name: PgColumn };

/** A site, group or the like that a row refers to, by its id or name; `none`: the row has none. */
export function isAtPlace(text: string, { reference, place }: { reference: PgColumn; place: Place }): SQL {
  if (text === "none") return isNull(reference);
  if (/^\d{1,15}$/.test(text)) return eq(reference, Number(text));
  return sql`${reference} IN (SELECT ${place.id} FROM ${place} WHERE ${isText(place.name, text)})`;
}
