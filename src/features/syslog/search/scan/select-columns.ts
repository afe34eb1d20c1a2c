import { DETAIL_FIELDS, EVENT_COLUMNS, type EventColumn, LIST_FIELDS } from "../../event/columns";

/** Columns of which a file leaves out what others tell. */
const TOLD_BY_OTHERS: Partial<Record<EventColumn, string>> = {
  original_bytes: "coalesce(original_bytes, strlen(raw_log))",
  message: "coalesce(message, substr(raw_log, message_start))",
};

/** Columns as a query selects them, with `segment` and `collector`: times as microseconds, bytes in base64. */
export function selectColumns(columns: readonly EventColumn[]): string {
  return ["segment", "collector", ...columns.map(selectColumn)].join(", ");
}

function selectColumn(name: EventColumn): string {
  const type = EVENT_COLUMNS[name];
  if (type === "TIMESTAMPTZ") return `epoch_us(${name}) AS ${name}`;
  return type === "BLOB" ? `to_base64(${name}) AS ${name}` : name;
}

/** What a list reads of a segment. */
export const LIST_COLUMNS = selectColumns(LIST_FIELDS);

/** The rest of an event, for its own page. */
export const DETAIL_COLUMNS = [
  LIST_COLUMNS,
  ...DETAIL_FIELDS.map((name) => {
    const told = TOLD_BY_OTHERS[name];
    return told === undefined ? selectColumn(name) : `${told} AS ${name}`;
  }),
  "to_base64(raw_bytes) AS raw_bytes, to_base64(encode(raw_log)) AS raw_text",
].join(", ");
