import { createConfig, lintFromString } from "@redocly/openapi-core";
import type { Document } from "./conformance";

export type Finding = {
  severity: "error" | "warn";
  rule: string;
  /** JSON pointer. */
  place: string;
  message: string;
};

/** What Redocly's recommended rules find in the document. */
export async function lintDocument(document: Document): Promise<Finding[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: "openapi.json",
    config,
  });
  return problems.map(({ severity, ruleId, message, location: [place] }) => ({
    severity,
    rule: ruleId,
    place: place?.pointer ?? "#",
    message,
  }));
}
