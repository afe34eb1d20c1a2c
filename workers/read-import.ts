import { readImport, type ReadInput, type ReadOutput } from "../src/features/imports/read/read-import";

const LARGE_ROWS = 1000;

/** Reads the files of an import from another product; see readImport. */
export default async function readImportTask(input: ReadInput): Promise<ReadOutput> {
  const read = await readImport(input);
  // The thread may outlive the import by far: what a large file took would stay with it until the next collection.
  if (read.count > LARGE_ROWS) Bun.gc(true);
  return read;
}
