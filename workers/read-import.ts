import { readImport, type ReadInput, type ReadOutput } from "../src/features/imports/read/read-import";
import { releaseMemory } from "../src/platform/release-memory";

/** Reads the files of an import from another product; see readImport. */
export default async function readImportTask(input: ReadInput): Promise<ReadOutput> {
  const read = await readImport(input);
  releaseMemory({ rows: read.count });
  return read;
}
