import { parseImport, type ParseImportInput } from "../src/features/topology/import/parse";
import type { ParsedImport } from "../src/features/topology/import/entry";

/** Reads and checks the rows of an import of devices. */
export default function parseImportTask(input: ParseImportInput): ParsedImport {
  return parseImport(input);
}
