import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { createAuditReader } from "../../support/audit";
import { createTestService, uniqueName, type TestService } from "../../support/app";
import { givenInstance, takeBackup } from "../../support/backups";

const BACKUP = "/api/v1/exports/backup";
const VALIDATE = "POST /api/v1/exports/restore/validate";
const RESTORE = "POST /api/v1/exports/restore";
const RAW = { "Content-Type": "application/octet-stream" };
const PASSPHRASE = "correct horse battery staple";

// Backups lie in the folder of the process that makes them.
const service = await createTestService({ isOne: true });
afterAll(service.close);

async function givenToken(of: TestService = service): Promise<string> {
  return of.tokenOf(await of.givenAdmin());
}

/** The octets: what `call` gives is text. */
async function download(token: string, how: RequestInit = {}): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const answer = await service.app.request(BACKUP, { headers, ...how }, { peer: "192.0.2.7" });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

const Validation = z.looseObject({
  valid: z.boolean(),
  devices: z.number(),
  is_own_instance: z.boolean(),
  is_encrypted: z.boolean(),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), current_rows: z.number() })),
});

test("a backup is validated, and validating it changes nothing and leaves no file", async () => {
  const token = await givenToken();
  const backup = await download(token);
  const site = uniqueName("site");
  await service.call("POST /api/v1/topology/sites", { token, body: { name: site } });
  const answer = await service.call(VALIDATE, { token, text: backup, headers: RAW });
  expect(answer.status).toBe(200);
  const found = Validation.parse(answer.body);
  expect(found).toMatchObject({ valid: true, is_own_instance: true, is_encrypted: false });
  const sites = found.tables.find(({ name }) => name === "sites");
  expect(sites?.current_rows).toBe((sites?.rows ?? 0) + 1);
  const listed = await service.call("GET /api/v1/topology/sites", { token });
  expect(listed.text).toContain(site);
  expect(readdirSync(join(service.dataDirectory, "tmp"))).toEqual([]);
});

test("a form with the file is taken as well, with a passphrase in the header", async () => {
  const token = await givenToken();
  const body = JSON.stringify({ passphrase: PASSPHRASE });
  const backup = await download(token, { method: "POST", body });
  const form = new FormData();
  form.set("note", "a field before the file");
  form.set("file", new File([backup], "netatlas-backup.tar.zst.sealed"));
  const request = new Request("http://localhost/", { method: "POST", body: form });
  const headers = {
    "Content-Type": request.headers.get("Content-Type") ?? "",
    "X-Backup-Passphrase": encodeURIComponent(PASSPHRASE),
  };
  const text = new Uint8Array(await request.arrayBuffer());
  const answer = await service.call(VALIDATE, { token, text, headers });
  expect(answer.status).toBe(200);
  expect(Validation.parse(answer.body)).toMatchObject({ is_encrypted: true });
});

test("fault 43: a restore brings back what was deleted, ends every session, and is in the audit log", async () => {
  const own = await createTestService();
  const admin = await own.givenAdmin();
  const session = await own.sessionOf(admin);
  const token = session.token;
  await own.call("POST /api/v1/topology/sites", { token, body: { name: "Kept" } });
  const answer = await own.app.request(
    BACKUP,
    { headers: { Authorization: `Bearer ${token}` } },
    { peer: "192.0.2.7" },
  );
  const backup = new Uint8Array(await answer.arrayBuffer());
  await own.database.sql`DELETE FROM sites`;
  expect((await own.call(RESTORE, { token, text: backup, headers: RAW })).status).toBe(204);
  expect((await own.call("GET /api/v1/auth/me", { token })).status).toBe(401);
  const refreshed = await own.call("POST /api/v1/auth/refresh", {
    body: { refresh_token: session.refreshToken },
  });
  expect(refreshed.status).toBe(401);
  const anew = await own.tokenOf(admin);
  expect((await own.call("GET /api/v1/topology/sites", { token: anew })).text).toContain("Kept");
  const logs = await own.call("GET /api/v1/audit/logs?action=backup.database_restored", { token: anew });
  expect(logs.text).toContain(`"actor_user_id":${admin.id}`);
  const check = await own.call("GET /api/v1/audit/verify", { token: anew });
  expect(check.body).toMatchObject({ ok: true });
  await own.close();
});

const refusals: [string, () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>, string][] = [
  ["nothing", () => new Uint8Array(0), "Backup payload is empty"],
  [
    "another kind of file",
    () => new TextEncoder().encode("SQLite format 3\0".padEnd(5000, "x")),
    "File does not appear to be a Netatlas backup (netatlas-backup-….tar.zst)",
  ],
  [
    "the beginning of a backup",
    async () => (await givenBackup()).slice(0, 100),
    "Backup file is missing its integrity signature",
  ],
  [
    "a backup without its end",
    async () => (await givenBackup()).slice(0, -300),
    "Backup file is missing its integrity signature. Only backups created by this instance are accepted.",
  ],
  [
    "a changed backup",
    async () => changedAt(await givenBackup(), 200),
    "Backup signature verification failed — the file may have been tampered with",
  ],
  [
    "another instance's backup",
    async () => givenBackup("x".repeat(64)),
    "Backup file is missing its integrity signature. Only backups created by this instance are accepted.",
  ],
];

async function givenBackup(secretKey?: string): Promise<Uint8Array<ArrayBuffer>> {
  const instance = givenInstance(secretKey === undefined ? {} : { secretKey });
  return new Uint8Array(await takeBackup(service.database.db, instance));
}

function changedAt(octets: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> {
  const changed = octets.slice();
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

test.each(refusals)(
  "fault 53: %s is refused with the text for it, by both routes",
  async (_what, make, detail) => {
    const token = await givenToken();
    const text = await make();
    for (const route of [VALIDATE, RESTORE]) {
      const answer = await service.call(route, { token, text, headers: RAW });
      expect(answer).toMatchObject({ status: 400, body: { detail } });
    }
    expect((await service.call("GET /api/v1/auth/me", { token })).status).toBe(200);
  },
);

test("a file above 500 MiB is refused by its announced length, before any of it is read", async () => {
  const token = await givenToken();
  const headers = { ...RAW, "Content-Length": String(500 * 1024 * 1024 + 1) };
  const answer = await service.call(VALIDATE, { token, text: "x", headers });
  expect(answer).toMatchObject({ status: 413, body: { detail: "Backup file too large (500 MB max)" } });
});

test("fault 53: only a SuperAdmin takes a backup or puts one back", async () => {
  const token = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
  for (const what of [`GET ${BACKUP}`, VALIDATE, RESTORE, "GET /api/v1/exports/scheduled-backups"])
    expect(
      (await service.call(what, { token, ...(what.startsWith("POST") ? { text: "x", headers: RAW } : {}) }))
        .status,
    ).toBe(403);
});

test("a backup is kept in the folder, listed, handed out and removed, and all of that is noted", async () => {
  const admin = await service.givenAdmin();
  const token = await service.tokenOf(admin);
  const path = "/api/v1/exports/scheduled-backups";
  const made = await service.call(`POST ${path}`, { token });
  expect(made.status).toBe(201);
  const { filename } = z.object({ filename: z.string() }).parse(made.body);
  expect((await service.call(`GET ${path}`, { token })).body).toMatchObject([{ filename }]);
  const status = await service.call("GET /api/v1/exports/backup-schedule", { token });
  expect(status.body).toMatchObject({
    enabled: false,
    newest: { filename },
    last_run: { filename, error: null },
  });
  const got = await service.call(`GET ${path}/${filename}`, { token });
  expect(got.headers.get("Content-Disposition")).toBe(`attachment; filename="${filename}"`);
  const tried = await service.call(`DELETE ${path}/${filename}?dry_run=true`, { token });
  expect(tried.body).toMatchObject({ would_delete: { backups: { count: 1, names: [filename] } } });
  expect((await service.call(`DELETE ${path}/${filename}`, { token })).status).toBe(204);
  expect((await service.call(`GET ${path}/${filename}`, { token })).status).toBe(404);
  const readAudit = await createAuditReader(service);
  const actions = (await readAudit(filename)).map(({ action }) => action);
  expect(actions).toEqual([
    "backup.scheduled_deleted",
    "backup.scheduled_downloaded",
    "backup.scheduled_created",
  ]);
});

test.each(["..%2Fsecret-key", "secret-key", "netatlas-backup-20261125-220000.tar.zst%2F..", "%00"])(
  "%s is no backup of the folder",
  async (name) => {
    const token = await givenToken();
    const answer = await service.call(`GET /api/v1/exports/scheduled-backups/${name}`, { token });
    expect([404, 422]).toContain(answer.status);
  },
);
