import type { LastUsedWriter } from "#features/api-keys";
import type { ReadinessProbe } from "#features/system";
import type { Database } from "#platform/database";
import { SAFE_METHODS } from "#platform/http/guard";
import type { ServerOptions } from "#platform/http/server-app";
import { parseNetwork } from "#platform/ip";
import type { Logger } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { Writes } from "#platform/write-watch";
import type { Settings } from "../settings/settings";
import { guardRules } from "./callers";
import { instanceUrl } from "./own-address";

/** What every process needs to answer anything, whatever its roles are. */
export type ServerDeps = {
  settings: Settings;
  secretKey: string;
  log: Logger;
  database: Database;
  lastUsed: LastUsedWriter;
  metrics: Metrics;
  /** Told of what may have been written. */
  writes: Pick<Writes, "hurry">;
  probes: readonly ReadinessProbe[];
  /** Throws the 503 while the database is not there to be asked. */
  requireDatabase: () => void;
  /** Whether callers are to take their next request elsewhere; absent: they are not. */
  isStopping?: () => boolean;
};

/** Of the HTTP server of a process: who may ask, and how answers look. */
export function serverOptions(deps: ServerDeps): ServerOptions {
  const { settings, log, metrics, writes, requireDatabase, isStopping } = deps;
  return {
    log,
    rules: guardRules(deps),
    corsOrigins: settings.CORS_ORIGINS,
    ownOrigins: ownOriginsOf(settings),
    trustedHosts: trustedHostsOf(settings),
    trustedProxies: settings.TRUSTED_PROXY_IPS.flatMap((text) => parseNetwork(text) ?? []),
    headers: {
      isEnabled: settings.SECURE_HEADERS_ENABLED,
      contentSecurityPolicy: settings.SECURE_CONTENT_SECURITY_POLICY,
      referrerPolicy: settings.SECURE_REFERRER_POLICY,
      permissionsPolicy: settings.SECURE_PERMISSIONS_POLICY,
      hstsMaxAge: settings.SECURE_HSTS_ENABLED ? settings.SECURE_HSTS_MAX_AGE : null,
    },
    requireDatabase,
    ...(isStopping !== undefined && { isStopping }),
    onAnswer(answer) {
      metrics.observeRequest(answer);
      if (!SAFE_METHODS.has(answer.method)) writes.hurry();
    },
  };
}

export function healthDeps({ settings, metrics, probes }: ServerDeps) {
  return { probes, metrics, metricsToken: settings.METRICS_TOKEN };
}

/** Of pages that may write as the person who looks at them. */
export function ownOriginsOf(settings: Settings): string[] {
  return [...settings.CORS_ORIGINS, URL.parse(settings.APP_URL)?.origin ?? ""];
}

/** Other processes ask by the address that this one names to them. */
function trustedHostsOf(settings: Settings): readonly string[] {
  const own = URL.parse(instanceUrl(settings, settings.APP_PORT))?.hostname;
  if (settings.TRUSTED_HOSTS.length === 0 || own === undefined) return settings.TRUSTED_HOSTS;
  return [...settings.TRUSTED_HOSTS, own];
}
