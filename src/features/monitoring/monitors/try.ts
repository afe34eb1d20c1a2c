import type { Db } from "#platform/database";
import { UnreadableSecret, type Encryption } from "#platform/encryption";
import { conflict, invalid } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { toValidationIssues } from "#platform/http/issues";
import type { ProbeHttp } from "../http/probe";
import { requireMonitor } from "./list";
import { isGiven, MonitorCreate, SECRET_NAMES } from "./models";
import { openSecrets, toMonitorFields, type MonitorRow, type OpenSecrets } from "./monitor-rows";
import { probeMonitor, type Probed } from "./probe";
import { toIssues } from "./rules";
import { mergeMonitor } from "./service";
import type { MonitorTestRequest, MonitorTestResult } from "./try-models";

type Context = { db: Db; encryption: Encryption; probeHttp: ProbeHttp; signal: AbortSignal };

/**
 * Asks what a monitor would ask, once and now, and keeps nothing of it. Throws 404 for a stored one that there is not, 422 where the
 * fields are no monitor, 409 where a stored secret cannot be read.
 */
export async function tryMonitor(ctx: Context, request: MonitorTestRequest): Promise<MonitorTestResult> {
  const { monitor, secrets } = await wantedOf(ctx, request);
  const outcome = await probeMonitor(ctx.probeHttp, { monitor, secrets, withExcerpt: true }, ctx.signal);
  return {
    status: outcome.status,
    error: outcome.error,
    response_time_ms: outcome.latencyMs,
    status_code: outcome.statusCode,
    response_size_bytes: outcome.responseSizeBytes,
    cert_expires_at: toTimestamp(outcome.certificateExpiresAt),
    cert_issuer: outcome.certificateIssuer,
    assertions: [...outcome.assertions],
    assertion_detail: outcome.assertionDetail,
    redirects: [...outcome.redirects],
    details: outcome.details,
    excerpt: outcome.excerpt,
  };
}

async function wantedOf(ctx: Context, request: MonitorTestRequest): Promise<Probed> {
  const { monitor_id: id, ...given } = request;
  if (given.kind === "push") throw nothingToAsk();
  if (id === null) {
    const whole = { name: "tried", ...given };
    const { data: monitor, error } = MonitorCreate.safeParse(whole);
    if (error !== undefined) throw invalid(toValidationIssues(error, "body", whole));
    return { monitor, secrets: monitor };
  }
  const row = await requireMonitor(ctx.db, id);
  if (row.kind === "push") throw nothingToAsk();
  const monitor = mergeMonitor(toMonitorFields(row), given);
  return { monitor, secrets: withChanges(readable(ctx, row), given) };
}

function nothingToAsk() {
  return invalid(toIssues([{ field: "kind", message: "a push monitor asks nothing that could be tried" }]));
}

function readable({ encryption }: Context, row: MonitorRow): OpenSecrets {
  try {
    return openSecrets(encryption, row);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    throw conflict("A secret of the monitor was stored with another MASTER_KEY: set it anew", error);
  }
}

/** As a change of the monitor would leave them. */
function withChanges(secrets: OpenSecrets, given: Partial<OpenSecrets>): OpenSecrets {
  const changed = SECRET_NAMES.flatMap((name) => {
    const value = given[name] ?? null;
    return value === null ? [] : [[name, isGiven(value) ? value : null]];
  });
  return { ...secrets, ...Object.fromEntries(changed) };
}
