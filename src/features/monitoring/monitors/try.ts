import { z } from "zod";
import type { Db } from "#platform/database";
import { UnreadableSecret, type Encryption } from "#platform/encryption";
import { conflict, invalid } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { toValidationIssues } from "#platform/http/issues";
import { requireMembers } from "../group/members";
import { GROUP_MODES } from "../group/models";
import { tryGroup } from "../group/read";
import type { ProbeHttp } from "../http/probe";
import { requireMonitor } from "./list";
import { isGiven, MonitorCreate, SECRET_NAMES, type MonitorFields } from "./models";
import { openSecrets, type MonitorRow, type OpenSecrets } from "./monitor-rows";
import { probeMonitor, type Probed } from "./probe";
import { toIssues } from "./rules";
import { mergeMonitor, readFields } from "./service";
import type { MonitorTestRequest, MonitorTestResult } from "./try-models";

/** Of what is decided without a request. */
const NOTHING_ASKED = {
  response_time_ms: null,
  status_code: null,
  response_size_bytes: null,
  cert_expires_at: null,
  cert_issuer: null,
  assertions: [],
  assertion_detail: null,
  redirects: [],
  excerpt: null,
};

type Context = { db: Db; encryption: Encryption; probeHttp: ProbeHttp; signal: AbortSignal };

/**
 * Asks what a monitor would ask, once and now, and keeps nothing of it; a group is what its members are now. Throws 404
 * for a stored one that there is not, 422 where the fields are no monitor, 409 where a stored secret cannot be read.
 */
export async function tryMonitor(ctx: Context, request: MonitorTestRequest): Promise<MonitorTestResult> {
  const { monitor, secrets } = await wantedOf(ctx, request);
  if (monitor.kind === "group") return tryGroupNow(ctx, monitor);
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

async function tryGroupNow({ db }: Context, monitor: Wanted["monitor"]): Promise<MonitorTestResult> {
  await requireMembers(db, monitor.members);
  const mode = z.enum(GROUP_MODES).parse(monitor.group_mode);
  const { status, error, message } = await tryGroup(db, { mode, members: monitor.members });
  return { ...NOTHING_ASKED, status, error, details: message === null ? {} : { message } };
}

type Wanted = Probed & { monitor: MonitorCreate | MonitorFields };

async function wantedOf(ctx: Context, request: MonitorTestRequest): Promise<Wanted> {
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
  const monitor = mergeMonitor(await readFields(ctx.db, row), given);
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
