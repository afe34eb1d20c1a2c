import type { FirewallEventRead } from "#features/syslog";
import { escapeControls } from "#platform/control-characters";
import { toCsv } from "#platform/csv";
import { FirewallExportRow } from "./models";

const COLUMNS = FirewallExportRow.keyof().options;

/** How an export is written: what stands before, between and behind its rows. */
export type RowFormat = {
  contentType: string;
  head: string;
  rows(events: readonly FirewallEventRead[], isFirst: boolean): string;
  tail: string;
};

/** RFC 4180: header row, CRLF, quoted where needed; null is nothing. Spreadsheet formulas are made text. */
const CSV: RowFormat = {
  contentType: "text/csv; charset=utf-8",
  head: `${COLUMNS.join(",")}\r\n`,
  rows: (events) => toCsv(events.map((event) => COLUMNS.map((name) => event[name]))),
  tail: "",
};

/** An array of objects with the same columns. */
const JSON_ARRAY: RowFormat = {
  contentType: "application/json",
  head: "[",
  rows: (events, isFirst) => {
    const objects = events.map((event) =>
      escapeControls(JSON.stringify(Object.fromEntries(COLUMNS.map((name) => [name, event[name]])))),
    );
    return `${isFirst ? "" : ","}\n${objects.join(",\n")}`;
  },
  tail: "\n]\n",
};

export const ROW_FORMATS = { csv: CSV, json: JSON_ARRAY };
