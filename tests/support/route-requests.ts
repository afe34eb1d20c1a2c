import type { DocumentedRoute } from "./conformance";

/** `PATCH /api/v1/topology/sites/{site_id}`. */
export const nameOf = ({ method, path }: DocumentedRoute): string => `${method} ${path}`;

/** The route with an id that no object has. */
export const requestOf = ({ method, path }: DocumentedRoute): string =>
  `${method} ${path.replaceAll(/\{\w+\}/g, "987654321")}`;

export const isWrite = ({ method }: DocumentedRoute): boolean => method !== "GET";

export const bodyOf = (route: DocumentedRoute): { body?: object } =>
  route.operation.requestBody === undefined ? {} : { body: {} };

/** Who may call it, as the document's `security` says: nobody needs to be known, somebody may be, somebody must be. */
export function accessOf({ operation }: DocumentedRoute): "public" | "optional" | "guarded" {
  const security = operation.security ?? [];
  if (security.length === 0) return "public";
  return security.some((scheme) => Object.keys(scheme).length === 0) ? "optional" : "guarded";
}
