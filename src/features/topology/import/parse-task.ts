import { defineTask } from "#platform/workers";
import type { ParsedImport } from "./entry";
import type { ParseImportInput } from "./parse";

export const parseImportTask = defineTask<ParseImportInput, ParsedImport>(
  "parse-import",
  new URL("../../../../workers/parse-import.ts", import.meta.url),
);
