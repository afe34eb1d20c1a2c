import type { Arrival } from "../event/arrival";
import type { LineText } from "../event/byte-range";
import { type ColumnSource, EVENT, type EventColumn } from "../event/columns";
import { isTextField, type ParsedLine } from "../parse/parsed-line";
import type { ReadColumn } from "../query/matcher";

type ReadMessage = ReadColumn<[Arrival, ParsedLine]>;

/** How a text is found that may stand in the line alone; undefined for a column that is none. */
export function columnText(column: EventColumn): ((line: ParsedLine) => LineText) | undefined {
  const from: ColumnSource = EVENT[column].from;
  if (from.of !== "line" || !isTextField(from.name)) return undefined;
  const { name } = from;
  return ({ texts }) => texts[name];
}

/** False for a column that only the store has. */
export function isKnownOnArrival(column: EventColumn): boolean {
  return EVENT[column].from.of !== "store";
}

/**
 * A column as it stands in a message that is not stored yet, for compileMatcher. An empty text is stored as null.
 * @throws where a filter names a column that only the store has.
 */
export function messageColumn(column: EventColumn): ReadMessage {
  const from: ColumnSource = EVENT[column].from;
  switch (from.of) {
    case "arrival": {
      const { name } = from;
      return (arrival) => arrival[name];
    }
    case "line": {
      const { name } = from;
      if (name === "rawLog") return (_, line) => line.rawLog;
      if (isTextField(name)) return (_, line) => line.read(line.texts[name]);
      return (_, { fields }) => fields[name];
    }
    case "store":
      throw new Error(`our bug: the live stream cannot read the column ${column}`);
  }
}
