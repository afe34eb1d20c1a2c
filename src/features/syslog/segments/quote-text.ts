/** A text as an SQL literal; for our own file names and column values, never for what a caller sent. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
