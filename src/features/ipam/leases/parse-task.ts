import { defineTask } from "#platform/workers";
import type { LeaseUpload, ReadUpload } from "./parse/upload";

export const parseLeasesTask = defineTask<LeaseUpload, ReadUpload>(
  "parse-leases",
  new URL("../../../../workers/parse-leases.ts", import.meta.url),
);
