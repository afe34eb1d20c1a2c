import type { Kind } from "../kinds";
import type { TableRule } from "../sources/source";
import type { Mapping } from "./mapping";
import { MAX_COLUMNS, type Cell, type TableRow } from "./table";

/** Values that were not taken over: of a column, or whole rows of a table that is not known. Never the values. */
export type LeftOut = { table: string; column: string | null; rows: number };

/** Columns of a table, and tables, that are told by their names; those beyond are counted together, as `OTHERS`. */
const MAX_TOLD = 500;
/** No name of a column has brackets. */
const OTHERS = "(others)";

/** How a table was read. */
export type MappedTable = {
  table: string;
  kind: Kind;
  /** All columns that were seen. */
  columns: string[];
  fields: { field: string; columns: string[] }[];
};

/** Counts what has a value and is not taken over. */
export function createLeftOver() {
  const counts = new Map<string, Map<string | null, number>>();
  const tables = new Map<string, { kind: Kind; mapping: Mapping; columns: Set<string> }>();
  const count = (table: string, column: string | null, rows = 1) => {
    const of = counts.has(table) || counts.size < MAX_TOLD ? table : OTHERS;
    const ofTable = counts.get(of) ?? new Map<string | null, number>();
    counts.set(of, ofTable);
    const told = column === null || ofTable.has(column) || ofTable.size < MAX_TOLD ? column : OTHERS;
    ofTable.set(told, (ofTable.get(told) ?? 0) + rows);
  };
  return {
    /** A table whose rows are not taken over at all. */
    addRowsOf: (table: string, rows: number) => count(table, null, rows),
    begin(rule: TableRule, { mapping, columns }: { mapping: Mapping; columns: readonly string[] }) {
      const known = tables.get(rule.name) ?? { kind: rule.kind, mapping, columns: new Set<string>() };
      tables.set(rule.name, known);
      for (const column of columns) known.columns.add(column);
    },
    /** `left`: fields of the mapping that were not taken after all; `secrets`: columns that the row does not show. */
    add(
      rule: TableRule,
      given: { mapping: Mapping; row: TableRow; left: readonly string[]; secrets: readonly string[] },
    ) {
      const { mapping, row, left, secrets } = given;
      for (const column of secrets) if (rule.silent?.test(column) !== true) count(rule.name, column);
      const fields =
        left.length === 0 ? mapping : new Map([...mapping].filter(([field]) => !left.includes(field)));
      const taken = takenOf(fields, row.cells);
      const known = tables.get(rule.name)?.columns;
      for (const [column, cell] of row.cells) {
        if (known !== undefined && known.size < MAX_COLUMNS) known.add(column);
        const isTaken = taken.columns.has(column) || taken.values.has(textOf(cell));
        if (!isTaken && rule.silent?.test(column) !== true) count(rule.name, column);
      }
    },
    close(): { tables: MappedTable[]; leftOut: LeftOut[] } {
      return {
        tables: [...tables].map(([table, { kind, mapping, columns }]) => ({
          table,
          kind,
          columns: [...columns].sort(),
          fields: [...mapping].map(([field, from]) => ({ field, columns: [...from] })),
        })),
        leftOut: [...counts].flatMap(([table, ofTable]) =>
          [...ofTable].map(([column, rows]) => ({ table, column, rows })),
        ),
      };
    },
  };
}

function textOf(cell: Cell): string {
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}

/** The columns that fields come from, and their values: another column that says the same is no loss. */
function takenOf(mapping: Mapping, cells: ReadonlyMap<string, Cell>) {
  const columns = new Set<string>();
  const values = new Set<string>();
  for (const candidates of mapping.values()) {
    const column = candidates.find((one) => cells.has(one));
    const cell = column === undefined ? undefined : cells.get(column);
    if (column === undefined || cell === undefined) continue;
    columns.add(column);
    values.add(textOf(cell));
  }
  return { columns, values };
}
