import { z } from "zod";
import { MaintenanceRead } from "../../../src/features/maintenance/models";
import { createTestService, uniqueName } from "../../support/app";
import { createAuditReader } from "../../support/audit";

export const MAINTENANCE = "/api/v1/maintenance";

const HOUR_MS = 3_600_000;

/** A window of one hour that has run for half of it. */
export function runningNow() {
  const moment = (offset: number) => new Date(Date.now() + offset).toISOString();
  return { kind: "once", starts_at: moment(-HOUR_MS / 2), ends_at: moment(HOUR_MS / 2) };
}

/** Every day at the hour of UTC that it is in so many hours, for half an hour. */
export function dailyIn(hours: number) {
  const hour = new Date(Date.now() + hours * HOUR_MS).getUTCHours();
  return { kind: "recurring", cron: `0 ${hour} * * *`, time_zone: "UTC", duration_minutes: 30 };
}

/** A service with an administrator's token, and what maintenance is made for. */
export async function createMaintenanceService() {
  const service = await createTestService();
  const admin = await service.givenAdmin();
  const token = await service.tokenOf(admin);
  const { sql } = service.database;

  const send = (what: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.call(what, { token, headers, ...(body === undefined ? {} : { body }) });

  async function given(path: string, body: unknown): Promise<number> {
    const answer = await send(`POST /api/v1${path}`, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return z.looseObject({ id: z.int() }).parse(answer.body).id;
  }

  async function givenWindow(fields: Record<string, unknown> = {}): Promise<MaintenanceRead> {
    const answer = await send(`POST ${MAINTENANCE}`, {
      title: "Upgrade",
      scope: { everything: true },
      schedule: runningNow(),
      ...fields,
    });
    if (answer.status !== 201) throw new Error(`no window: ${answer.text}`);
    return MaintenanceRead.parse(answer.body);
  }

  async function idOf(rows: Promise<{ id: string }[]>): Promise<number> {
    const [row] = await rows;
    return Number(row?.id);
  }

  return {
    ...service,
    admin,
    token,
    send,
    givenWindow,
    auditOf: await createAuditReader(service),
    givenDevice: (fields: Record<string, unknown> = {}) =>
      given("/topology/devices", { name: uniqueName("sw"), ...fields }),
    givenGroup: (fields: Record<string, unknown> = {}) =>
      given("/topology/groups", { name: uniqueName("group"), ...fields }),
    givenSite: (fields: Record<string, unknown> = {}) =>
      given("/topology/sites", { name: uniqueName("site"), ...fields }),
    /** Of one device, or of every one. */
    givenServiceCheck: (deviceId: number | null) =>
      idOf(sql`INSERT INTO service_checks (device_id, port, label, check_type, http_method, expected_status_min,
          expected_status_max, verify_tls, follow_redirects, enabled, failures_to_down, successes_to_up)
        VALUES (${deviceId}, 22, 'SSH', 'ssh', 'GET', 200, 299, true, true, true, 2, 1) RETURNING id`),
    givenMonitor: (name: string, tags: string[] = []) =>
      idOf(sql`INSERT INTO monitors (name, url, tags, http_method, expected_status_min, expected_status_max,
          accepted_status_codes, timeout_seconds, verify_tls, follow_redirects, max_redirects, body_encoding, auth_type,
          oauth_auth_method, keyword_inverted, json_operator, cache_bust, upside_down, check_interval_seconds, max_retries,
          retry_interval_seconds, certificate_expiry_alert, certificate_expiry_days, enabled)
        VALUES (${name}, 'https://www.example.net', ${tags}, 'GET', 200, 299, '200-299', 10, true, true, 5, 'json', 'none',
          'basic', false, '==', false, false, 60, 0, 60, true, 14, true) RETURNING id`),
  };
}
