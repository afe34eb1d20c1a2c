import { defineTask } from "#platform/workers";
import type { ParseChunkInput, ParseChunkOutput } from "../../encode/parse-chunk";

export const parseChunkTask = defineTask<ParseChunkInput, ParseChunkOutput>(
  "parse-chunk",
  new URL("../../../../../workers/parse-chunk.ts", import.meta.url),
);
