import { parseImport, type ParseImportInput } from "../src/features/topology/import/parse";
import type { ParsedImport } from "../src/features/topology/import/entry";

const LARGE_ROWS = 1000;

/** Reads and checks the rows of an import of devices. */
export default function parseImportTask(input: ParseImportInput): ParsedImport {
  const parsed = parseImport(input);
  // The thread may outlive the import by far: what a large file took would stay with it until the next collection.
  if (parsed.count > LARGE_ROWS) Bun.gc(true);
  return parsed;
}
