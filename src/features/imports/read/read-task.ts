import { defineTask } from "#platform/workers";
import type { ReadInput, ReadOutput } from "./read-import";

export const readImportTask = defineTask<ReadInput, Promise<ReadOutput>>(
  "read-import",
  new URL("../../../../workers/read-import.ts", import.meta.url),
);
