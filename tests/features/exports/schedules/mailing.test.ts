import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { z } from "zod";
import pino from "pino";
import { ReportMailing } from "../../../../src/features/exports/schedules/mailing";
import { ReportScheduleRead } from "../../../../src/features/exports/schedules/models";
import { openReportMailing } from "../../../../src/composition/report-mailing";
import { createWorkerPool } from "#platform/workers";
import { parseSettings } from "../../../../src/settings/settings";
import { createTestService, type TestUser } from "../../../support/app";
import { createAuditReader } from "../../../support/audit";
import { startMailServer, type ReceivedMail } from "../../../support/mail-server";
import { patient } from "../../../support/patience";
import { compactText, readPdf } from "../../../support/pdf-text";
import { setBack } from "../../../support/set-back";

setDefaultTimeout(patient(20_000));

const PATH = "/api/v1/exports/report-schedules";
const server = await startMailServer();
const refusing = await startMailServer({ refusesRecipients: true });
const service = await createTestService({ settings: { SMTP_CA_FILE: server.caFile }, isOne: true });
const { sql } = service.database;
const auditOf = await createAuditReader(service);
const pool = createWorkerPool({ threads: 1 });
const { outbox, worker } = service.notifications;
/** Of a process of its own on the database. */
const openProcess = () =>
  openReportMailing({
    settings: parseSettings({}),
    database: service.database,
    syslog: service.syslog,
    pool,
    outbox,
    log: pino({ level: "silent" }),
  }).mailing;
const mailing = openProcess();
const never = new AbortController().signal;

const admin = await service.givenAdmin();
const adminToken = await service.tokenOf(admin);

async function useMailServer(settings: object): Promise<void> {
  const body = { smtp_host: "localhost", smtp_port: String(server.port), ...settings };
  const answer = await service.call("PUT /api/v1/admin/notification-settings", { token: adminToken, body });
  expect(answer.status).toBe(200);
}

beforeAll(() => useMailServer({}));
afterEach(async () => {
  server.received.length = 0;
  await sql`DELETE FROM report_schedules`;
});
afterAll(async () => {
  await service.close();
  await pool.close();
  await Promise.all([server.close(), refusing.close()]);
});

async function givenSchedule(user: TestUser, fields: object = {}) {
  const token = await service.tokenOf(user);
  const body = { name: "Weekly", cadence: "weekly", recipient_addresses: ["boss@example.com"], ...fields };
  const answer = await service.call(`POST ${PATH}`, { token, body });
  expect({ status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status: 201 });
  const { id } = ReportScheduleRead.parse(answer.body);
  const call = (method: string, more = "", json?: unknown) =>
    service.call(`${method} ${PATH}/${id}${more}`, { token, ...(json === undefined ? {} : { body: json }) });
  const read = async () => ReportScheduleRead.parse((await call("GET")).body);
  return { id, token, call, read };
}

const givenOwner = () => service.givenUser({ role: "NetworkAdmin" });
const makeDue = (id: number) =>
  sql`UPDATE report_schedules SET due_at = now() - interval '1 minute' WHERE id = ${id}`;

function reportOf(mail: ReceivedMail | undefined): string {
  const [, body = ""] = /application\/pdf[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(mail?.raw ?? "") ?? [];
  return compactText(readPdf(Buffer.from(body, "base64")));
}

describe("a report that is run now", () => {
  test("is mailed as a PDF file to each recipient, and says how its mails stand", async () => {
    const owner = await givenOwner();
    const { id, call, read } = await givenSchedule(owner, {
      recipient_addresses: ["boss@example.com", "ops@example.com", "Boss@example.com"],
      paper: "Letter",
    });
    const { next_run_at: next } = await read();
    const answer = await call("POST", "/run");
    expect(answer).toMatchObject({ status: 200, body: { last_status: "mailed", last_error: null } });
    expect(await read()).toMatchObject({
      next_run_at: next,
      last_mails: [
        { recipient: "boss@example.com", state: "waiting" },
        { recipient: "ops@example.com", state: "waiting" },
      ],
    });
    await worker.deliverDue();
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(["boss@example.com", "ops@example.com"]);
    const [mail] = server.received;
    expect(mail?.raw).toContain("filename=netatlas-network-report.pdf");
    expect(reportOf(mail)).toContain("Networkreport");
    expect((await read()).last_mails).toMatchObject([
      { state: "sent", error: null },
      { state: "sent", error: null },
    ]);
    expect(await auditOf(`report_schedule:${id}`, "export.report_mailed")).toMatchObject([
      {
        detail: expect.stringContaining("recipients=2"),
        after: {
          owner_user_id: owner.id,
          recipients: [{ address: "boss@example.com" }, { address: "ops@example.com" }],
        },
      },
    ]);
  });

  test("has what its owner may see then, whoever runs it", async () => {
    await sql`INSERT INTO roles (name, permissions) VALUES ('Reporter', '{report_export}') ON CONFLICT DO NOTHING`;
    const { id } = await givenSchedule(await service.givenUser({ role: "Reporter" }));
    await service.call(`POST ${PATH}/${id}/run`, { token: adminToken });
    await givenSchedule(admin).then(({ call }) => call("POST", "/run"));
    await worker.deliverDue();
    const texts = server.received.map((mail) => reportOf(mail).includes("Events"));
    expect(texts.toSorted((one, other) => Number(one) - Number(other))).toEqual([false, true]);
  });

  test("is refused while no mail server is named, and is due when it was", async () => {
    const { call, read } = await givenSchedule(await givenOwner());
    const { next_run_at: next } = await read();
    await useMailServer({ smtp_host: "" });
    const answer = await call("POST", "/run");
    await useMailServer({});
    const reason = "No mail server is named in the notification settings";
    expect(answer).toMatchObject({ status: 409, body: { detail: reason } });
    expect(await read()).toMatchObject({
      next_run_at: next,
      last_status: "failed",
      last_error: reason,
      last_mails: [],
    });
  });

  test("is refused where 30 of its owner went out within the hour, also by schedules that are gone", async () => {
    const owner = await givenOwner();
    await sql`INSERT INTO audit_log (action, after)
      SELECT 'export.report_mailed', jsonb_build_object('owner_user_id', ${owner.id}::bigint) FROM generate_series(1, 30)`;
    const { id, call, read } = await givenSchedule(owner);
    const answer = await call("POST", "/run");
    expect([answer.status, Number(answer.headers.get("Retry-After")) > 3000]).toEqual([429, true]);
    await makeDue(id);
    await mailing.runDue(never);
    expect(await read()).toMatchObject({ last_status: "failed", last_mails: [] });
    expect((await (await givenSchedule(await givenOwner())).call("POST", "/run")).status).toBe(200);
  });

  test("waits behind the caller's others, of which few may wait", async () => {
    const owner = await givenOwner();
    const schedules = [];
    for (let count = 0; count < 5; count++) schedules.push(await givenSchedule(owner));
    const answers = await Promise.all(schedules.map(({ call }) => call("POST", "/run")));
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
      200, 200, 200, 429, 429,
    ]);
  });

  test("is refused while it is being made", async () => {
    const { id, call } = await givenSchedule(await givenOwner());
    await sql`UPDATE report_schedules SET leased_until = now() + interval '10 seconds' WHERE id = ${id}`;
    expect(await call("POST", "/run")).toMatchObject({ status: 409 });
  });
});

describe("a report that is due", () => {
  test("is mailed once by two processes, and is due again a week later", async () => {
    const { id, read } = await givenSchedule(await givenOwner());
    await makeDue(id);
    await Promise.all([mailing.runDue(never), openProcess().runDue(never)]);
    await worker.deliverDue();
    expect(server.received).toHaveLength(1);
    const { next_run_at: next, last_status: status } = await read();
    expect(status).toBe("mailed");
    expect(Date.parse(next ?? "")).toBeGreaterThan(Date.now());
  });

  test("is due next by the rhythm that it was given while it was made", async () => {
    const { id, call, read } = await givenSchedule(await givenOwner(), { time: "07:00" });
    await makeDue(id);
    const { database, syslog } = service;
    const readAppName = async () => {
      await call("PATCH", "", { time: "23:15" });
      return "Netatlas";
    };
    const printer = { pool, version: "1", engine: syslog, readAppName };
    const options = { database, printer, outbox, appUrl: "", log: pino({ level: "silent" }) };
    await new ReportMailing(options).runDue(never);
    expect(await read()).toMatchObject({
      last_status: "mailed",
      next_run_at: expect.stringContaining("T23:15:00"),
    });
  });

  test("that cannot be mailed is tried again within minutes", async () => {
    const { id, read } = await givenSchedule(await givenOwner());
    await makeDue(id);
    await useMailServer({ smtp_host: "" });
    await mailing.runDue(never);
    await useMailServer({});
    const { next_run_at: next, last_status: status } = await read();
    expect(status).toBe("failed");
    expect(Date.parse(next ?? "") - Date.now()).toBeLessThan(6 * 60_000);
    await makeDue(id);
    await mailing.runDue(never);
    expect(await read()).toMatchObject({ last_status: "mailed", last_error: null });
  });

  test("is not mailed while it is not enabled", async () => {
    const { id } = await givenSchedule(await givenOwner(), { enabled: false });
    await makeDue(id);
    await mailing.runDue(never);
    expect(await sql`SELECT 1 FROM mailed_reports`).toHaveLength(0);
  });

  test("is mailed once where the process that made it was killed before it was done", async () => {
    const { id } = await givenSchedule(await givenOwner());
    await makeDue(id);
    // What a claim leaves whose process is gone.
    await sql`UPDATE report_schedules SET claim_token = 7, leased_until = now() + interval '10 seconds' WHERE id = ${id}`;
    await mailing.runDue(never);
    expect(await sql`SELECT 1 FROM mailed_reports`).toHaveLength(0);
    await sql`UPDATE report_schedules SET leased_until = now() - interval '1 second' WHERE id = ${id}`;
    await mailing.runDue(never);
    await mailing.runDue(never);
    await worker.deliverDue();
    expect(server.received).toHaveLength(1);
  });

  test("is not mailed again where only the note of its delivery was lost", async () => {
    const { call } = await givenSchedule(await givenOwner());
    await call("POST", "/run");
    const [row] = await sql`SELECT payload FROM outbox WHERE state = 'waiting' AND kind = 'report'`;
    await worker.deliverDue();
    await sql`UPDATE outbox SET state = 'waiting', due_at = now(), payload = ${z.string().parse(row?.["payload"])}
      WHERE kind = 'report' AND id = (SELECT max(id) FROM outbox WHERE kind = 'report')`;
    await worker.deliverDue();
    expect(server.received).toHaveLength(1);
  });

  test("stops, and says so, once its owner is deactivated", async () => {
    const owner = await givenOwner();
    const { id } = await givenSchedule(owner);
    await sql`UPDATE users SET is_active = false WHERE id = ${owner.id}`;
    await makeDue(id);
    await mailing.runDue(never);
    const { body } = await service.call(`GET ${PATH}/${id}`, { token: adminToken });
    expect(body).toMatchObject({
      enabled: false,
      next_run_at: null,
      last_status: "stopped",
      last_error: "The owner of the schedule is deactivated",
    });
    expect(await sql`SELECT 1 FROM mailed_reports`).toHaveLength(0);
  });

  test("stops once its owner may not export reports any more", async () => {
    const owner = await givenOwner();
    const { id } = await givenSchedule(owner);
    await sql`UPDATE users SET role = 'Viewer' WHERE id = ${owner.id}`;
    await makeDue(id);
    await mailing.runDue(never);
    const { body } = await service.call(`GET ${PATH}/${id}`, { token: adminToken });
    expect(body).toMatchObject({ enabled: false, last_status: "stopped" });
  });

  test("whose recipient the mail server refuses says so, and the mail is tried again", async () => {
    const { call, read } = await givenSchedule(await givenOwner());
    await useMailServer({ smtp_port: String(refusing.port) });
    await call("POST", "/run");
    await worker.deliverDue();
    await useMailServer({});
    const { last_mails: mails } = await read();
    expect(mails).toMatchObject([
      { recipient: "boss@example.com", state: "failed", error: expect.any(String) },
    ]);
    await sql`UPDATE outbox SET due_at = now() WHERE kind = 'report'`;
    await worker.deliverDue();
    expect((await read()).last_mails).toMatchObject([{ state: "sent", error: null }]);
  });
});

describe("report schedules", () => {
  test("are seen, changed and run by their owner and SuperAdmins alone", async () => {
    const { id, call } = await givenSchedule(await givenOwner());
    const stranger = await service.tokenOf(await givenOwner());
    const viewer = await service.tokenOf(await service.givenUser({ role: "Viewer" }));
    for (const what of [`GET ${PATH}/${id}`, `DELETE ${PATH}/${id}`, `POST ${PATH}/${id}/run`]) {
      expect((await service.call(what, { token: stranger })).status).toBe(404);
      expect((await service.call(what, { token: viewer })).status).toBe(403);
    }
    expect((await service.call(`GET ${PATH}`, { token: stranger })).body).toEqual([]);
    expect((await service.call(`GET ${PATH}`, { token: adminToken })).body).toMatchObject([{ id }]);
    expect(await call("PATCH", "", { cadence: "monthly", day_of_month: 31 })).toMatchObject({
      status: 200,
      body: { cadence: "monthly", day_of_month: 31 },
    });
    expect((await call("DELETE")).status).toBe(204);
    expect(await auditOf(`report_schedule:${id}`, "export.report_schedule_updated")).toMatchObject([
      { before: { cadence: "weekly" }, after: { cadence: "monthly" } },
    ]);
  });

  test("take another time with another rhythm", async () => {
    const { call, read } = await givenSchedule(await givenOwner(), { time: "07:00", time_zone: "UTC" });
    await call("PATCH", "", { time: "23:15" });
    expect((await read()).next_run_at).toContain("T23:15:00");
  });

  test("mail a user at the address that it has at the run, and say who has none", async () => {
    const owner = await givenOwner();
    const { call, read } = await givenSchedule(owner, { recipient_user_ids: [owner.id] });
    await sql`UPDATE users SET email = NULL WHERE id = ${owner.id}`;
    await call("POST", "/run");
    expect((await read()).last_error).toContain(`${owner.username} has no mail address`);
    await sql`UPDATE users SET email = 'owner@example.com' WHERE id = ${owner.id}`;
    await call("POST", "/run");
    expect((await read()).last_mails.map(({ recipient }) => recipient)).toEqual([
      owner.username,
      "boss@example.com",
    ]);
  });

  test.each([
    [{ recipient_addresses: [] }, "recipient_addresses"],
    [{ recipient_addresses: ["nobody"] }, "recipient_addresses"],
    [{ recipient_addresses: ["a@example.com\r\nBcc: b@example.com"] }, "recipient_addresses"],
    [{ recipient_user_ids: [1] }, "recipient_user_ids"],
    [{ time: "25:00" }, "time"],
    [{ time_zone: "Nowhere/At_All" }, "time_zone"],
    [{ day_of_month: 32 }, "day_of_month"],
    [{ weekday: 0 }, "weekday"],
    [{ days: 367 }, "days"],
    [{ name: " " }, "name"],
    [{ name: "Weekly\n\nYour password has expired: https://example.com" }, "name"],
  ])("of %p are refused, and the field is named", async (fields, field) => {
    const token = await service.tokenOf(await givenOwner());
    const body = { name: "Weekly", cadence: "weekly", recipient_addresses: ["boss@example.com"], ...fields };
    const answer = await service.call(`POST ${PATH}`, { token, body });
    expect(answer).toMatchObject({ status: 422, text: expect.stringContaining(`"${field}"`) });
  });

  test("keep to their rhythm where the clock was set back by weeks since they were planned", async () => {
    const schedule = await givenSchedule(await givenOwner());
    const { next_run_at: due } = await schedule.read();
    await setBack(sql, 5 * 7 * 24);
    expect((await schedule.read()).next_run_at).not.toBe(due);
    await mailing.runDue(never);
    expect((await schedule.read()).next_run_at).toBe(due);
  });

  test("are 20 of a user at most", async () => {
    const owner = await givenOwner();
    const { token } = await givenSchedule(owner);
    await sql`INSERT INTO report_schedules (owner_user_id, name, is_enabled, cadence, weekday, day_of_month, time, time_zone, days, paper,
      recipient_user_ids, recipient_addresses, due_at)
      SELECT ${owner.id}, 'more', false, 'weekly', 1, 1, '07:00', 'UTC', 7, 'A4', '{}', '{a@example.com}', now() FROM generate_series(1, 19)`;
    const body = { name: "Weekly", cadence: "weekly", recipient_addresses: ["boss@example.com"] };
    expect(await service.call(`POST ${PATH}`, { token, body })).toMatchObject({ status: 409 });
  });
});
