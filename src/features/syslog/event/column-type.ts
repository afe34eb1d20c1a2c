/** Types of columns, by the names that DuckDB has for them. */
export type ColumnType =
  "BIGINT" | "TIMESTAMPTZ" | "VARCHAR" | "BLOB" | "BOOLEAN" | "UTINYINT" | "USMALLINT" | "UINTEGER";
