import { findLetterMarks } from "../letter-marks";
import type { EventColumn } from "../event";
import type { Subnet } from "./subnet";

/** One condition on an event. A filter is a list of them; all must hold. Plain data, so that it can be sent to a worker. */
export type Condition =
  | { kind: "equals"; column: EventColumn; value: string | number; isNegated: boolean }
  /** One of the columns has one of the values. Without values none has. */
  | {
      kind: "any of";
      columns: readonly EventColumn[];
      values: readonly (string | number)[];
      isNegated: boolean;
    }
  /** The address of one of the columns lies in the network. */
  | { kind: "in subnet"; columns: readonly EventColumn[]; subnet: Subnet; isNegated: boolean }
  /** The text occurs, in any case, in one of the columns. */
  | { kind: "contains"; columns: readonly EventColumn[]; text: string; isNegated: boolean };

/** What a search looks for: the same for lists, exports and every other reader of events. */
export type Predicate = {
  conditions: Condition[];
  /** Arrival, microseconds since the epoch, both ends included. */
  startMicros?: number;
  endMicros?: number;
};

/** Where words are looked for: the line, and the sender's name, which a line without a header does not carry. */
export const SEARCHED_COLUMNS: readonly EventColumn[] = ["raw_log", "source_host"];

/** Of a long text some tell as much as all, and each is looked at in the marks of every segment. */
const MOST_LETTERS = 16;

/** Bits of `LetterMarks` that every match has: letters of what must occur in the line. */
export function lettersOf({ conditions }: Predicate): number[] {
  const texts = conditions.flatMap((condition) =>
    condition.kind === "contains" && !condition.isNegated && condition.columns.every(isSearched)
      ? [condition.text]
      : [],
  );
  return [...new Set(texts.flatMap(findLetterMarks))].slice(0, MOST_LETTERS);
}

function isSearched(column: EventColumn): boolean {
  return SEARCHED_COLUMNS.includes(column);
}

/** What a list may be sorted by (contract, endpoints 20.1). */
export const SORT_COLUMNS = [
  "received_at",
  "event_time",
  "src_ip",
  "dst_ip",
  "src_port",
  "dst_port",
  "action",
  "protocol",
  "interface",
] as const;

export type SortColumn = (typeof SORT_COLUMNS)[number];
