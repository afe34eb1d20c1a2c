import type { MiddlewareHandler } from "hono";
import { badRequest } from "../errors";
import type { Env } from "./server-app";

/** Refuses requests whose Host is not in the list (`*.x` takes any name below x); an empty list takes all. */
export function trustedHosts(hosts: readonly string[]): MiddlewareHandler<Env> {
  const exact = new Set(hosts.map((host) => host.toLowerCase()));
  const suffixes = hosts.filter((host) => host.startsWith("*.")).map((host) => host.slice(1).toLowerCase());
  const isTrusted = (host: string) =>
    exact.has("*") || exact.has(host) || suffixes.some((suffix) => host.endsWith(suffix));
  return async (context, next) => {
    const host = (context.req.header("Host") ?? "").replace(/:\d+$/, "").toLowerCase();
    if (exact.size > 0 && !isTrusted(host)) throw badRequest("Invalid host header");
    await next();
  };
}
