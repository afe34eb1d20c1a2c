import { afterAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { makeFernetKey } from "#platform/secrets";
import { describeTarget } from "../../../src/features/backups/target/service";
import { createAuditReader } from "../../support/audit";
import { createTestService } from "../../support/app";
import { S3_BUCKET, S3_KEYS, S3_REGION, startS3Server } from "../../support/s3-server";

const PATH = "/api/v1/exports/backup-target";
const BACKUPS = "/api/v1/exports/scheduled-backups";
const PASSPHRASE = "correct horse battery staple";

const service = await createTestService();
afterAll(service.close);
const token = await service.tokenOf(await service.givenAdmin());

function givenTarget(endpoint: string) {
  return {
    place: "s3",
    endpoint,
    region: S3_REGION,
    bucket: S3_BUCKET,
    prefix: "/netatlas",
    access_key_id: S3_KEYS.accessKeyId,
    secret_access_key: S3_KEYS.secretAccessKey,
    passphrase: PASSPHRASE,
  };
}

test("two installations that were not told a prefix have one each", async () => {
  const { db } = service.database;
  await db.execute(sql`DELETE FROM backup_target`);
  const prefixOf = async (masterKey: string) =>
    (await describeTarget({ db, masterKey, folder: "", minFreeBytes: 0 })).prefix;
  const one = await prefixOf(makeFernetKey());
  expect(one).toMatch(/^netatlas-[0-9a-f]{8}\/$/);
  expect(await prefixOf(makeFernetKey())).not.toBe(one);
});

test.each<[string, Record<string, unknown>, string]>([
  ["no address", { endpoint: "minio:9000" }, "endpoint"],
  ["one with a path", { endpoint: "https://s3.example.net/bucket" }, "endpoint"],
  ["one with a password", { endpoint: "https://me:secret@s3.example.net" }, "endpoint"],
  ["what tells a cloud's keys", { endpoint: "http://169.254.169.254" }, "endpoint"],
  ["the same as one number", { endpoint: "http://2852039166" }, "endpoint"],
  ["a bucket in capitals", { bucket: "Backups" }, "bucket"],
  ["a prefix that leads up", { prefix: "a/../b" }, "prefix"],
  ["a key ID that would end a header", { access_key_id: "a\r\nb" }, "access_key_id"],
  ["a short passphrase", { passphrase: "short" }, "passphrase"],
  ["another place", { place: "ftp" }, "place"],
  ["a bucket without an address", { place: "s3", endpoint: "" }, "endpoint"],
])("a target is refused with the field's name: %s", async (_, body, field) => {
  const answer = await service.call(`PUT ${PATH}`, { token, body });
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({
    detail: expect.arrayContaining([expect.objectContaining({ loc: ["body", field] })]),
  });
});

test("backups into a bucket: set up, tried, made, listed, downloaded, removed; no secret is shown or noted", async () => {
  const server = startS3Server();
  const saved = await service.call(`PUT ${PATH}`, { token, body: givenTarget(`${server.endpoint}/`) });
  expect(saved.body).toMatchObject({
    place: "s3",
    endpoint: server.endpoint,
    prefix: "netatlas/",
    secret_access_key_set: true,
    passphrase_set: true,
  });
  const tried = await service.call(`POST ${PATH}/test`, { token });
  expect(tried.body).toMatchObject({ ok: true, message: expect.stringContaining("not https") });

  const made = await service.call(`POST ${BACKUPS}`, { token });
  expect(made.status).toBe(201);
  const [key = ""] = [...server.objects.keys()];
  const filename = key.replace("netatlas/", "");
  expect(made.body).toMatchObject({ filename, place: "s3", is_encrypted: true, kind: "scheduled" });
  const listed = await service.call(`GET ${BACKUPS}?place=s3`, { token });
  expect(listed.body).toEqual([made.body]);
  expect((await service.call(`GET ${BACKUPS}?place=folder`, { token })).body).toEqual([]);
  const file = await service.call(`GET ${BACKUPS}/${filename}`, { token });
  expect(file.status).toBe(200);
  const preview = await service.call(`DELETE ${BACKUPS}/${filename}?dry_run=true`, { token });
  expect(preview.body).toMatchObject({ would_delete: { backups: { names: [filename] } } });
  expect((await service.call(`DELETE ${BACKUPS}/${filename}`, { token })).status).toBe(204);
  expect(server.objects.size).toBe(0);

  const read = await service.call(`GET ${PATH}`, { token });
  const entries = await (await createAuditReader(service))("backup-target");
  expect(entries.length).toBeGreaterThan(0);
  const all = [saved.text, tried.text, read.text, JSON.stringify(entries)].join();
  for (const secret of [S3_KEYS.secretAccessKey, PASSPHRASE]) expect(all).not.toContain(secret);
});

test("what stands in the way of a target is the answer of its test", async () => {
  const server = startS3Server();
  const body = { ...givenTarget(server.endpoint), secret_access_key: "another" };
  await service.call(`PUT ${PATH}`, { token, body });
  expect((await service.call(`POST ${PATH}/test`, { token })).body).toEqual({
    ok: false,
    message: "the secret access key does not belong to the access key ID",
  });
  expect((await service.call(`GET ${BACKUPS}`, { token })).status).toBe(503);
  await service.call(`PUT ${PATH}`, { token, body: { place: "folder", secret_access_key: "" } });
  expect((await service.call(`POST ${PATH}/test`, { token })).body).toMatchObject({ ok: true });
  expect((await service.call(`GET ${BACKUPS}`, { token })).body).toEqual([]);
});

test.each<[Record<string, unknown>, string]>([
  [{ backup_schedule_cron: "61 * * * *" }, "backup_schedule_cron"],
  [{ backup_schedule_cron: "0 0 30 2 *" }, "backup_schedule_cron"],
  [{ backup_schedule_cron: "* * * * * *" }, "backup_schedule_cron"],
  [{ backup_schedule_time_zone: "Moon/Base" }, "backup_schedule_time_zone"],
  [{ backup_retention_days: -1 }, "backup_retention_days"],
  [{ backup_retention_days: 4000 }, "backup_retention_days"],
  [{ backup_verify_weekly: "sometimes" }, "backup_verify_weekly"],
])("a setting of the schedule is refused with the field's name: %j", async (body, field) => {
  const answer = await service.call("PUT /api/v1/admin/settings", { token, body });
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ detail: [{ loc: ["body", field] }] });
});

test("a schedule by the clock says when it is due, and empty text goes back to the interval", async () => {
  const settings = (body: Record<string, unknown>) =>
    service.call("PUT /api/v1/admin/settings", { token, body });
  await settings({
    backup_schedule_enabled: true,
    backup_schedule_cron: " 30  3 * * * ",
    backup_schedule_time_zone: "Asia/Tokyo",
  });
  const status = await service.call("GET /api/v1/exports/backup-schedule", { token });
  expect(status.body).toMatchObject({
    cron: "30 3 * * *",
    time_zone: "Asia/Tokyo",
    due_at: expect.stringMatching(/T18:30:00/),
  });
  const back = await settings({ backup_schedule_cron: "" });
  expect(back.body).toMatchObject({ backup_schedule_cron: "" });
});
