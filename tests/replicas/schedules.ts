import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createApiClient, setUpAdmin, type ApiClient } from "../support/api-client";
import { startHttpServer } from "../support/http-server";
import { startMailServer, type MailServer } from "../support/mail-server";
import { startReplicas, type Replicas } from "../support/replicas";
import type { ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(120_000);

/** Three workers on one database: what is due is done by one of them, whichever was told of it. */
let replicas: Replicas;
let workers: ServiceProcess[];
let mail: MailServer;
let admin: ApiClient;
let sql: Bun.SQL;

beforeAll(async () => {
  mail = await startMailServer();
  replicas = await startReplicas({ SMTP_CA_FILE: mail.caFile });
  workers = [
    await replicas.start("api worker"),
    await replicas.start("api worker"),
    await replicas.start("worker collector"),
  ];
  admin = await setUpAdmin(workers[0]?.url ?? "");
  // The processes may have nearly all connections that this PostgreSQL allows.
  sql = new Bun.SQL(replicas.postgres.url, { max: 1 });
});

afterAll(async () => {
  await sql.close();
  await replicas.remove();
  await mail.close();
});

/** Workers look twice a minute at the latest. */
const LOOK_MS = 60_000;

/** The one that nobody has told. */
const onOther = () => createApiClient(workers[1]?.url ?? "", admin.credential);

/** As if the last run of a job had been an hour ago; resolves when another one has ended. */
async function runAgain(job: string): Promise<void> {
  const [before] = await sql`
    UPDATE job_leases SET started_at = now() - interval '1 hour', leased_until = now() - interval '1 second'
    WHERE name = ${job} RETURNING token`;
  await waitFor(
    `another run of ${job}`,
    async () => {
      const [now] =
        await sql`SELECT token, leased_until < now() AS has_ended FROM job_leases WHERE name = ${job}`;
      return Number(now.token) > Number(before.token) && now.has_ended === true;
    },
    LOOK_MS,
  );
}

test("a scan that is due is run once each time, though three look for it", async () => {
  const { id } = await admin.send<{ id: number }>("POST", "/api/v1/discovery/schedules", {
    name: "Watch loopback",
    target: "127.7.0.0/30",
  });
  const scans = async () => {
    const all =
      await onOther().get<{ schedule_id: number | null; status: string }[]>("/api/v1/discovery/scans");
    return all.filter(({ schedule_id: of }) => of === id);
  };
  for (let round = 1; round <= 3; round++) {
    await sql`UPDATE discovery_schedules SET due_at = now() - interval '1 second' WHERE id = ${id}`;
    await waitFor("the scan", async () => (await scans()).length >= round, LOOK_MS);
    await waitFor("its end", async () => (await scans()).every(({ status }) => status !== "running"));
  }
  expect((await scans()).map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
});

test("reports that are due are mailed once each, and how their mails stand is the same everywhere", async () => {
  await admin.send("PUT", "/api/v1/admin/notification-settings", {
    smtp_host: "localhost",
    smtp_port: String(mail.port),
  });
  const names = ["one", "two", "three", "four"];
  const ids = await Promise.all(
    names.map(async (name) => {
      const body = { name, cadence: "weekly", recipient_addresses: [`${name}@example.com`] };
      return (await admin.send<{ id: number }>("POST", "/api/v1/exports/report-schedules", body)).id;
    }),
  );
  await sql`UPDATE report_schedules SET due_at = now() - interval '1 minute'`;
  const states = () =>
    Promise.all(
      ids.map(async (id) => {
        const { last_mails: mails } = await onOther().get<{ last_mails: { state: string }[] }>(
          `/api/v1/exports/report-schedules/${id}`,
        );
        return mails.map(({ state }) => state);
      }),
    );
  const sent = ids.map(() => ["sent"]);
  await waitFor("all to be sent", async () => Bun.deepEquals(await states(), sent), LOOK_MS);
  expect(mail.received.flatMap(({ to }) => to).sort()).toEqual(
    names.map((name) => `${name}@example.com`).sort(),
  );
});

test("one backup is made where one is due, by whichever looks, and the plan counts for all", async () => {
  const settings = await admin.get<Record<string, unknown>>("/api/v1/admin/settings");
  await onOther().send("PUT", "/api/v1/admin/settings", {
    ...settings,
    backup_schedule_enabled: true,
    backup_schedule_interval_hours: 168,
    backup_schedule_cron: "",
  });
  const kept = () =>
    workers.flatMap(({ dataDirectory }) => {
      const folder = join(dataDirectory, "backups");
      return existsSync(folder)
        ? readdirSync(folder).filter((name) => name.startsWith("netatlas-backup-"))
        : [];
    });
  await runAgain("backups.make");
  const runs = async () => [...(await sql`SELECT is_by_hand, filename, error FROM backup_runs`)];
  expect(await runs()).toEqual([{ is_by_hand: false, filename: expect.any(String), error: null }]);
  await runAgain("backups.make");
  await runAgain("backups.make");
  expect({ runs: (await runs()).length, files: kept().length }).toEqual({ runs: 1, files: 1 });
});

type Incident = { id: number; title: string; status: string; acknowledged_by?: string | null };

const incidentsOn = (client: ApiClient) => client.get<Incident[]>("/api/v1/alerts/incidents");

/** Jobs that report failures to processes in turns. */
async function givenFailures(name: string, jobs: number): Promise<void> {
  for (let job = 0; job < jobs; job++) {
    const { id } = await admin.send<{ id: number }>("POST", "/api/v1/monitors", {
      kind: "push",
      name: `${name}-${job}`,
      max_retries: 0,
    });
    const client = job % 2 === 0 ? admin : onOther();
    const { path } = await client.get<{ path: string }>(`/api/v1/monitors/${id}/push-token`);
    const told = await client.fetch(`${path}?status=down`);
    expect(told.status).toBe(200);
  }
}

test("a trouble is told once by three workers; acknowledged or silenced at one process, it is so for all", async () => {
  const receiver = startHttpServer();
  const { id: profile } = await admin.send<{ id: number }>("POST", "/api/v1/admin/notification-profiles", {
    name: "Hook",
    provider: "webhook",
    config: { webhook_url: receiver.url },
  });
  const { id: rule } = await onOther().send<{ id: number }>("POST", "/api/v1/alerts/rules", {
    name: "Jobs",
    event_type: "monitor_down",
    channels: [`profile:${profile}`],
  });
  const JOBS = 3;
  await givenFailures("told", JOBS);
  const noticesOf = (name: string) => receiver.received.filter(({ body }) => body.includes(`${name}-`));
  await waitFor("all notices", () => noticesOf("told").length >= JOBS);

  const [incident] = await incidentsOn(admin);
  await onOther().send("POST", `/api/v1/alerts/incidents/${incident?.id}/acknowledge`, {});
  const seen = (await incidentsOn(admin)).find(({ id }) => id === incident?.id);
  expect(seen?.status).toBe("acknowledged");

  await onOther().send("POST", "/api/v1/alerts/silences", {
    reason: "work on the jobs",
    ends_at: new Date(Date.now() + 3_600_000).toISOString(),
    rule_ids: [rule],
  });
  await givenFailures("silenced", 2);
  await waitFor(
    "the incidents",
    async () => (await incidentsOn(admin)).filter(({ title }) => title.includes("silenced-")).length === 2,
  );
  const waiting = () => onOther().get<unknown[]>("/api/v1/alerts/deliveries?status=waiting");
  await waitFor("the outbox to be empty", async () => (await waiting()).length === 0);
  expect({ told: noticesOf("told").length, silenced: noticesOf("silenced").length }).toEqual({
    told: JOBS,
    silenced: 0,
  });
  const deliveries = receiver.received.map(({ headers }) => headers["x-netatlas-delivery"]);
  expect(new Set(deliveries).size).toBe(deliveries.length);
});
