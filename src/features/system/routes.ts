import { timingSafeEqual } from "node:crypto";
import { notFound, unauthorized } from "#platform/errors";
import type { Reachability } from "#platform/echo/reachability";
import { publicRoute, route, type Route } from "#platform/http/route";
import type { Metrics } from "#platform/metrics";
import type { Heartbeat } from "./heartbeat";
import { Health, HeartbeatRead, ReachabilityStatus, Readiness, toHeartbeatRead, VersionInfo } from "./models";
import type { ReleaseFeed } from "./release-feed";
import {
  checkReadiness,
  describeNews,
  describeVersion,
  type InstalledVersion,
  type ReadinessProbe,
} from "./service";

export type HealthDeps = {
  probes: readonly ReadinessProbe[];
  metrics: Metrics;
  /** Bearer token of /metrics; empty: /metrics is not there. */
  metricsToken: string;
};

type Deps = {
  reachability: Reachability;
  version: InstalledVersion;
  releaseFeed: ReleaseFeed;
  heartbeat: Pick<Heartbeat, "status">;
};

/** What whoever watches over a process asks it, whatever its roles are. */
export function healthRoutes(deps: HealthDeps): Route[] {
  const health = (path: string) =>
    publicRoute(
      {
        method: "get",
        path,
        tag: "health",
        summary: "Whether the web process answers",
        access: "public",
        worksWithoutDatabase: true,
        response: Health,
      },
      () => ({ status: "ok" as const }),
    );
  return [
    health("/api/health"),
    health("/api/v1/health"),
    publicRoute(
      {
        method: "get",
        path: "/api/v1/health/ready",
        tag: "health",
        summary: "Whether the service can do its work",
        description: "200 when it can, 503 when not. Authenticated callers are told why.",
        access: "optional",
        worksWithoutDatabase: true,
        response: Readiness,
        refusals: { 503: "Not ready" },
        refusalModels: { 503: Readiness },
      },
      async ({ caller, context }) => {
        const checks = await checkReadiness(deps.probes);
        const isReady = checks.every((check) => check.ok);
        const body = { status: isReady ? "ready" : "not_ready", ...(caller && { checks }) };
        return context.json(body, isReady ? 200 : 503, isReady ? {} : { "Retry-After": "5" });
      },
    ),
    publicRoute(
      {
        method: "get",
        path: "/metrics",
        tag: "system",
        summary: "Metrics in Prometheus's text format",
        description: "There only when METRICS_TOKEN is set; send it as a bearer token.",
        access: "public",
        worksWithoutDatabase: true,
        produces: ["text/plain"],
        refusals: { 401: "Wrong or missing metrics token", 404: "METRICS_TOKEN is not set" },
      },
      async ({ context }) => {
        if (deps.metricsToken === "") throw notFound("Not Found");
        if (!isSame(context.req.header("Authorization") ?? "", `Bearer ${deps.metricsToken}`)) {
          throw unauthorized("Invalid metrics token");
        }
        return context.body(await deps.metrics.registry.metrics(), 200, {
          "Content-Type": deps.metrics.registry.contentType,
        });
      },
    ),
  ];
}

export function systemRoutes(deps: Deps): Route[] {
  const news = describeNews(deps.version);
  return [
    publicRoute(
      {
        method: "get",
        path: "/api/v1/system/version",
        tag: "system",
        summary: "Installed version, what is new in it, and whether there is a newer one",
        description: "Releases are looked up in the background, and only where RELEASE_FEED_URL is set.",
        access: "public",
        worksWithoutDatabase: true,
        response: VersionInfo,
      },
      () => ({ ...describeVersion(deps.version, deps.releaseFeed.known()), whats_new: news }),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/system/reachability",
        tag: "system",
        summary: "How devices are asked whether they answer, and what would be better",
        description:
          "ICMP sockets of the service's own, where it may open them; else `fping` or `ping`, which may send what the service may not; else TCP " +
          "connections. It is found out at the start.",
        access: "authenticated",
        response: ReachabilityStatus,
      },
      () => deps.reachability.status,
    ),
    route(
      {
        method: "get",
        path: "/api/v1/system/heartbeat",
        tag: "system",
        summary: "Whether somebody elsewhere is told that the service is well",
        description: "With HEARTBEAT_URL that address is called again and again while the service is ready.",
        access: "authenticated",
        response: HeartbeatRead,
      },
      () => toHeartbeatRead(deps.heartbeat.status()),
    ),
  ];
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
