import { stringify } from "csv-stringify/sync";
import { escapeCell } from "./control-characters";
import { neutralizeFormula } from "./formula-guard";

export { neutralizeFormula } from "./formula-guard";

/** A single one of either kind would end the row for some readers. */
const LINE_END = /[\r\n]/;

type Cell = string | number | null;

/**
 * RFC 4180: CRLF, quoted where needed; null is nothing. Text that a spreadsheet would take for a formula is made text,
 * and characters that drive a terminal are shown, not sent.
 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: "windows",
      quoted_match: LINE_END,
      cast: { string: (text) => neutralizeFormula(escapeCell(text)) },
    },
  );
}
