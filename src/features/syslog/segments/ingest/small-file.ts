import { NumberValues } from "../../parquet/number-values";
import { OpenParquetFile } from "../../parquet/open-file";

/** Files of a trickle have fewer (rest.ts). */
const SMALL_ROWS = 5000;

/** Memory of one file serves the next. */
const ids = new NumberValues();

/** Whether our own reader checks a file: DuckDB takes 25 MiB, and the longer the less it is used otherwise. */
export function isSmallFile({ rows }: { rows: number }): boolean {
  return rows <= SMALL_ROWS;
}

/** How many rows of a file have an id, each of which is read: the footer alone tells nothing of the pages. */
export async function countIds(path: string, rows: number): Promise<number> {
  const file = await OpenParquetFile.open(path);
  try {
    const { groups } = await file.readFooter();
    ids.begin("INT64", rows);
    let firstRow = 0;
    for (const group of groups) {
      const column = group.columns.find(({ name }) => name === "id");
      if (column === undefined || firstRow + group.rows > rows) return 0;
      const bytes = await file.read({ start: column.start, length: column.storedBytes });
      ids.read(bytes, column, firstRow);
      firstRow += group.rows;
    }
    return ids.present.subarray(0, rows).reduce((count, isPresent) => count + isPresent, 0);
  } finally {
    await file.close();
  }
}
