/** What goes beside a statement: the value of each `{name:Type}` in it. */
export type ClickHouseParameters = Readonly<
  Record<string, string | number | readonly string[] | readonly number[]>
>;

/**
 * A value as the HTTP interface takes it, in ClickHouse's format "Escaped"; texts of an array are in quotes.
 * https://clickhouse.com/docs/interfaces/http#cli-queries-with-parameters
 */
export function formatParameter(value: ClickHouseParameters[string]): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return escape(value);
  return `[${value.map((part) => (typeof part === "string" ? `'${escape(part)}'` : String(part))).join(",")}]`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\b": "\\b",
  "\f": "\\f",
  "\0": "\\0",
};

function escape(text: string): string {
  return text.replaceAll(/[\\'\t\n\r\b\f\0]/g, (character) => ESCAPES[character] ?? character);
}
