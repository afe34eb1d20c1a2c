import { takesDryRun } from "./dry-run";
import type { Route } from "./route";

/**
 * Throws where a write neither can be tried nor says why not, heeds no If-Match without a reason, or says why it lacks
 * what it has: what a route leaves out is a decision, and stands in the document.
 */
export function requireSafety(route: Route): void {
  if (route.method === "get") return;
  const fault = (text: string) => new Error(`our bug: ${route.method} ${route.path} ${text}`);
  if (takesDryRun(route) === (route.noTrial !== undefined))
    throw fault("has to be tryable (isTryable) or to say why not (noTrial)");
  if (route.outside !== undefined && !route.isTryable) throw fault("acts outside of the database, untried");
  if (route.upsert !== undefined && (route.method !== "post" || !route.isTryable))
    throw fault("writes by natural key, but is no tryable POST");
  const isOfObject = ["put", "patch", "delete"].includes(route.method);
  if (isOfObject && (route.versioned === undefined) !== (route.unversioned !== undefined))
    throw fault("has to heed If-Match (versioned) or to say why not (unversioned)");
}
