/** A file that is Parquet, perhaps, but has what is not read here: DuckDB reads it. */
export class UnreadableParquetError extends Error {}
