import { physicalTypeOf, PHYSICAL_TYPES } from "../parquet/file";
import type { StoredColumn } from "../parquet/footer";
import { NumberPages } from "../parquet/number-pages";
import { OpenParquetFile } from "../parquet/open-file";
import { readPages } from "../parquet/page-reader";
import { UnreadableParquetError } from "../parquet/unreadable";
import { EVENT_COLUMNS } from "../event/columns";
import { exclusiveOr } from "./exclusive-or";

/** The events of a file: how many there are, and the exclusive or of their ids. */
export type StoredIds = { rows: number; ids: number };

/** Memory of one page serves the next. */
const pages = new NumberPages();

/**
 * Reads each id of a file, page by page, as the footer alone tells nothing of the pages. Our own reader does it: DuckDB
 * takes 25 MiB for its first statement, which the process does not get back.
 * @throws UnreadableParquetError where the file is cut off or forged, or an event has no id.
 */
export async function readStoredIds(path: string): Promise<StoredIds> {
  const file = await OpenParquetFile.open(path);
  try {
    let found: StoredIds = { rows: 0, ids: 0 };
    for (const { rows, columns } of (await file.readFooter()).groups) {
      const column = columns.find(({ name }) => name === "id");
      if (column?.physical !== PHYSICAL_TYPES[physicalTypeOf(EVENT_COLUMNS.id)])
        throw new UnreadableParquetError("a row group has no ids");
      const bytes = await file.read({ start: column.start, length: column.storedBytes });
      found = { rows: found.rows + rows, ids: addIds(found.ids, bytes, column) };
    }
    return found;
  } finally {
    await file.close();
  }
}

/** The exclusive or of these and of the ids of a row group, each of which has to be there. */
function addIds(sum: number, bytes: Uint8Array, column: StoredColumn): number {
  let ids = sum;
  pages.begin("INT64");
  for (const page of readPages(bytes, column)) {
    if (page.kind === "dictionary") {
      pages.readDictionary(page);
      continue;
    }
    if (page.values !== page.rows) throw new UnreadableParquetError("an event has no id");
    ids = exclusiveOr(pages.read(page), ids);
  }
  return ids;
}
