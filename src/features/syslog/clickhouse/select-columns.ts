import { DETAIL_FIELDS, EVENT_COLUMNS, type EventColumn, LIST_FIELDS } from "../event/columns";
import type { Row } from "../segments/duckdb";

/** Columns of which an event leaves out what others tell. */
const TOLD_BY_OTHERS: Partial<Record<EventColumn, string>> = {
  original_bytes: "ifNull(original_bytes, length(raw_log))",
  message: "ifNull(message, substringUTF8(raw_log, message_start))",
};

/** What a query selects of an event, and how its rows are read. */
export type Selection = {
  /** With `collector`. */
  sql: string;
  /** Times as microseconds, bytes in base64, under the names of their columns. */
  toRow: (found: Row) => Row;
};

/**
 * What is made of a column has a name of its own: to ClickHouse the column's name would mean that also in conditions
 * and in the order.
 */
export function selectColumns(columns: readonly EventColumn[]): Selection {
  return select(columns, (name) => convert(name));
}

/** Everything that is known of an event, for its own page; `raw_text`: the line's octets in base64. */
export function selectDetail(): Selection {
  const told = (name: EventColumn) => TOLD_BY_OTHERS[name] ?? convert(name);
  const { sql, toRow } = select([...LIST_FIELDS, ...DETAIL_FIELDS, "raw_bytes"], told);
  return { sql: `${sql}, base64Encode(raw_log) AS raw_text`, toRow };
}

function select(columns: readonly EventColumn[], made: (name: EventColumn) => string | undefined): Selection {
  const parts = ["collector"];
  const renamed: [EventColumn, string][] = [];
  for (const name of new Set(columns)) {
    const sql = made(name);
    if (sql !== undefined) renamed.push([name, `made_${name}`]);
    parts.push(sql === undefined ? name : `${sql} AS made_${name}`);
  }
  return {
    sql: parts.join(", "),
    toRow(found) {
      for (const [name, made] of renamed) found[name] = found[made] ?? null;
      return found;
    },
  };
}

function convert(name: EventColumn): string | undefined {
  const type = EVENT_COLUMNS[name];
  if (type === "TIMESTAMPTZ") return `toUnixTimestamp64Micro(${name})`;
  return type === "BLOB" ? `base64Encode(${name})` : undefined;
}
