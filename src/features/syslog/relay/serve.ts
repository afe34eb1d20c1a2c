import { timingSafeEqual } from "node:crypto";
import type { Relay } from "./relay";
import { printRelayMetrics } from "./metrics";

type Place = {
  port: number;
  /** Empty: all addresses. */
  hostname: string;
  /** Empty: there are no metrics. */
  metricsToken: string;
};

const HEALTH: ReadonlySet<string> = new Set(["/health", "/api/health", "/api/v1/health"]);
const READY: ReadonlySet<string> = new Set(["/ready", "/api/v1/health/ready"]);

/** All that a relay answers: whether it lives, whether it takes what is sent to it, and its metrics. */
export function serveRelay(relay: Pick<Relay, "state" | "listeners">, place: Place): Bun.Server<undefined> {
  return Bun.serve({
    port: place.port,
    ...(place.hostname === "" ? {} : { hostname: place.hostname }),
    maxRequestBodySize: 1024,
    fetch(request) {
      const { pathname } = new URL(request.url, "http://localhost");
      if (request.method !== "GET" && request.method !== "HEAD")
        return refusal(405, "Method Not Allowed", { Allow: "GET, HEAD" });
      if (HEALTH.has(pathname)) return Response.json({ status: "ok", role: "relay" });
      if (READY.has(pathname)) return describeReadiness(relay);
      if (pathname === "/metrics" && place.metricsToken !== "")
        return metrics(request, relay, place.metricsToken);
      return refusal(404, "This is a relay: ask the central service");
    },
  });
}

/** A central service that is away makes no relay unready: it receives, and keeps what comes. */
function describeReadiness(relay: Pick<Relay, "state">): Response {
  const { report, forwarder, lagSeconds } = relay.state();
  const { refusal: refused } = report.journal;
  const problems = [...report.problems, ...(refused === null ? [] : [`messages are refused: ${refused}`])];
  const { messages } = report.backlog;
  const checks = {
    syslog: { ok: problems.length === 0, message: problems[0] ?? "all that is sent is taken" },
    upstream: {
      ok: forwarder.problem === null,
      message: `${forwarder.problem ?? "takes what is received"}; ${messages} messages wait, the oldest for ${Math.round(lagSeconds)} s`,
    },
  };
  const isReady = checks.syslog.ok;
  return Response.json({ status: isReady ? "ready" : "not_ready", checks }, { status: isReady ? 200 : 503 });
}

function metrics(request: Request, relay: Pick<Relay, "state">, token: string): Response {
  const given = Buffer.from(request.headers.get("Authorization") ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    return refusal(401, "Authentication required", { "WWW-Authenticate": "Bearer" });
  return new Response(printRelayMetrics(relay.state()), {
    headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}

function refusal(status: number, detail: string, headers: Record<string, string> = {}): Response {
  return Response.json({ detail }, { status, headers });
}
