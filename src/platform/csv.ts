import { stringify } from "csv-stringify/sync";
import { neutralizeFormula } from "./formula-guard";

export { neutralizeFormula } from "./formula-guard";

type Cell = string | number | null;

/** RFC 4180: CRLF, quoted where needed; null is nothing. Text that a spreadsheet would take for a formula is made text. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: "windows", cast: { string: neutralizeFormula } },
  );
}
