import { defineTask } from "#platform/workers";
import type { TextInput, TextOutput } from "./parse-text";

export const bundleTextTask = defineTask<TextInput, TextOutput>(
  "read-bundle",
  new URL("../../../../workers/read-bundle.ts", import.meta.url),
);
