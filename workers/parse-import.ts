import { parseImport, type ParseImportInput } from "../src/features/topology/import/parse";
import type { ParsedImport } from "../src/features/topology/import/entry";
import { releaseMemory } from "../src/platform/release-memory";

/** Reads and checks the rows of an import of devices. */
export default function parseImportTask(input: ParseImportInput): ParsedImport {
  const parsed = parseImport(input);
  releaseMemory({ rows: parsed.count });
  return parsed;
}
