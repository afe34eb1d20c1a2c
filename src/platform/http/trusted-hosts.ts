import type { MiddlewareHandler } from "hono";
import { badRequest } from "../errors";
import type { Env } from "./server-app";

/** What ends a host in a URL, or joins two headers. */
const NOT_OF_A_HOST = /[\s/\\?#@,]/;

/** RFC 9112 section 3.2: a Host that is none is a 400. HTTP/1.0 need not send one. */
function isHost(host: string): boolean {
  return host === "" || (!NOT_OF_A_HOST.test(host) && URL.canParse(`http://${host}/`));
}

/** Refuses requests whose Host is none, or not in the list (`*.x` takes any name below x); an empty list takes all. */
export function trustedHosts(hosts: readonly string[]): MiddlewareHandler<Env> {
  const exact = new Set(hosts.map((host) => host.toLowerCase()));
  const suffixes = hosts.filter((host) => host.startsWith("*.")).map((host) => host.slice(1).toLowerCase());
  const isTrusted = (host: string) =>
    exact.has("*") || exact.has(host) || suffixes.some((suffix) => host.endsWith(suffix));
  return async (context, next) => {
    const given = context.req.header("Host") ?? "";
    const host = given.replace(/:\d+$/, "").toLowerCase();
    if (!isHost(given) || (exact.size > 0 && !isTrusted(host))) throw badRequest("Invalid host header");
    await next();
  };
}
