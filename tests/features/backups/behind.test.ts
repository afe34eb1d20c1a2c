import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "bun:test";
import { Operation } from "#features/operations";
import { createTestService, type TestService } from "../../support/app";
import { patient } from "../../support/patience";
import { waitFor } from "../../support/wait-for";

const BACKUP = "/api/v1/exports/backup";
const RESTORE = "POST /api/v1/exports/restore";
const BEHIND = { Prefer: "respond-async" };
const RAW = { "Content-Type": "application/octet-stream", ...BEHIND };
const PASSPHRASE = "correct horse battery staple";

// Backups lie in the folder of the process that makes them.
const service = await createTestService({ isOne: true });
afterAll(service.close);

async function endOf(of: TestService, { id, token }: { id: string; token: string }): Promise<Operation> {
  return waitFor("the operation to end", async () => {
    const found = Operation.parse((await of.call(`GET /api/v1/operations/${id}`, { token })).body);
    return found.state === "running" ? undefined : found;
  });
}

async function download(of: TestService, path: string, token: string): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await of.app.request(path, { headers }, { peer: "192.0.2.7" });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

/** A running restore of a backup that has a site which is gone now; it waits for the tables until `letGo`. */
async function givenWaitingRestore(of: TestService, token: string) {
  await of.call("POST /api/v1/topology/sites", { token, body: { name: "Kept" } });
  const backup = await download(of, BACKUP, token);
  await of.database.sql`DELETE FROM sites`;
  const blocked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = of.database.sql.begin(async (transaction) => {
    await transaction`LOCK TABLE sites IN SHARE MODE`;
    blocked.resolve();
    await held.promise;
  });
  await blocked.promise;
  const answer = await of.call(RESTORE, { token, text: backup, headers: RAW });
  expect(answer.status).toBe(202);
  const { id } = Operation.parse(answer.body);
  await waitFor("a restore that waits for the tables", async () => {
    const [row] = await of.database.sql`SELECT phase FROM operations WHERE id = ${id}`;
    return row?.phase === "replacing";
  });
  const letGo = async () => {
    held.resolve();
    await holding;
  };
  return { id, letGo };
}

test(
  "a backup that nobody waits for becomes a file of its operation, which restores",
  async () => {
    const token = await service.tokenOf(await service.givenAdmin());
    const body = { passphrase: PASSPHRASE, events: true };
    const answer = await service.call(`POST ${BACKUP}`, { token, body, headers: BEHIND });
    expect(answer.status).toBe(202);
    const { id } = Operation.parse(answer.body);
    const operation = await endOf(service, { id, token });
    expect(operation).toMatchObject({ kind: "backup", state: "done" });
    const octets = await download(service, operation.result_link ?? "", token);
    expect(octets.length).toBe(Number(operation.result?.["bytes"]));
    const headers = {
      "Content-Type": "application/octet-stream",
      "X-Backup-Passphrase": encodeURIComponent(PASSPHRASE),
    };
    const validated = await service.call("POST /api/v1/exports/restore/validate", {
      token,
      text: octets,
      headers,
    });
    expect(validated.body).toMatchObject({
      valid: true,
      is_encrypted: true,
      parts: ["events"],
      events: { files: 0 },
    });
    // It is its owner's, as long as that is a SuperAdmin.
    const other = await service.tokenOf(await service.givenAdmin());
    expect((await service.call(`GET ${operation.result_link}`, { token: other })).status).toBe(404);
  },
  patient(60_000),
);

test(
  "who restores by an operation signs in anew and reads how it ended",
  async () => {
    const own = await createTestService();
    const admin = await own.givenAdmin();
    const token = await own.tokenOf(admin);
    const { id, letGo } = await givenWaitingRestore(own, token);
    await letGo();
    await waitFor(
      "the end of all sessions",
      async () => (await own.call("GET /api/v1/auth/me", { token })).status === 401,
    );
    const anew = await own.tokenOf(admin);
    expect(await endOf(own, { id, token: anew })).toMatchObject({
      kind: "restore",
      state: "done",
      user_id: admin.id,
    });
    expect((await own.call("GET /api/v1/topology/sites", { token: anew })).text).toContain("Kept");
    await waitFor("no upload to be left", () => readdirSync(join(own.dataDirectory, "tmp")).length === 0);
    await own.close();
  },
  patient(60_000),
);

test(
  "a restore that is cancelled before it replaces anything changes nothing",
  async () => {
    const own = await createTestService();
    const token = await own.tokenOf(await own.givenAdmin());
    const { id, letGo } = await givenWaitingRestore(own, token);
    expect((await own.call(`DELETE /api/v1/operations/${id}`, { token })).status).toBe(204);
    await letGo();
    expect((await endOf(own, { id, token })).state).toBe("cancelled");
    expect((await own.call("GET /api/v1/topology/sites", { token })).text).not.toContain("Kept");
    await waitFor("no upload to be left", () => readdirSync(join(own.dataDirectory, "tmp")).length === 0);
    await own.close();
  },
  patient(60_000),
);

test("what is no backup is refused by its operation, with the text for it", async () => {
  const token = await service.tokenOf(await service.givenAdmin());
  const text = new TextEncoder().encode("SQLite format 3\0".padEnd(5000, "x"));
  const { body } = await service.call(RESTORE, { token, text, headers: RAW });
  const operation = await endOf(service, { id: Operation.parse(body).id, token });
  expect(operation).toMatchObject({
    state: "failed",
    error: "File does not appear to be a Netatlas backup (netatlas-backup-….tar.zst)",
  });
});
