import openapiTypes, { astToString } from "openapi-typescript";
import type { Document } from "./conformance";

/** Where the UI has the types of the API. */
export const API_TYPES_FILE = "src/web/api/schema.d.ts";

/** TypeScript types of every documented route, formatted as the house does. */
export async function apiTypesOf(document: Document): Promise<string> {
  const types = astToString(
    await openapiTypes(JSON.stringify(document), { alphabetize: true, defaultNonNullable: false }),
  );
  const text = `// Generated from the OpenAPI document by \`bun run generate:api\`; not edited by hand.\n\n${types}`;
  const format = Bun.spawn([process.execPath, "fmt", "--stdin-filepath", API_TYPES_FILE], {
    stdin: new Blob([text]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const formatted = await format.stdout.text();
  if ((await format.exited) !== 0) throw new Error("cannot format the API types");
  return formatted;
}
