import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The paths of the API's document, by the file that is generated from it. */
export function documentedPaths(): string[] {
  const text = readFileSync(join(import.meta.dir, "../../src/web/api/schema.d.ts"), "utf8");
  return [...text.matchAll(/^ +"(\/[^"]*)": \{/gm)].map(([, path]) => path ?? "");
}
