import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { createOutbound, createSenders, createSendMail } from "#features/notifications";
import { createEncryption } from "#platform/encryption";
import { deliver } from "../../../src/features/notifications/deliver";
import { NotificationProfileRead } from "../../../src/features/notifications/profile-models";
import { createTestService, MASTER_KEY } from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { startHttpServer } from "../../support/http-server";
import { inTheSameMoment } from "../../support/same-moment";

/** Profiles, and what is delivered to them. */
const service = await createTestService();
const { database } = service;
const { sql } = database;
const auditOf = await createAuditReader(service);
const token = await service.tokenOf(await service.givenAdmin());

const PATH = "/api/v1/admin/notification-profiles";
const SETTINGS = "/api/v1/admin/notification-settings";
const NTFY = { name: "Operators", provider: "ntfy", config: { ntfy_url: "https://ntfy.example.com/a" } };

const call = (what: string, body?: unknown) =>
  service.call(what, { token, ...(body !== undefined && { body }) });
const list = async (): Promise<NotificationProfileRead[]> =>
  z.array(NotificationProfileRead).parse((await call(`GET ${PATH}`)).body);

async function givenProfile(body: unknown = NTFY): Promise<NotificationProfileRead> {
  const answer = await call(`POST ${PATH}`, body);
  expect(answer.status).toBe(201);
  return NotificationProfileRead.parse(answer.body);
}

const change = (id: number, body: unknown) => call(`PATCH ${PATH}/${id}`, body);
const testOf = (id: number) => call(`POST ${PATH}/${id}/test`);

/** Each test begins with nothing. */
const clear = () => sql`DELETE FROM notification_profiles; DELETE FROM notification_settings`.simple();

const issueAt = (...loc: string[]) => ({ status: 422, body: { detail: [{ loc: ["body", ...loc] }] } });

describe("a notification profile", () => {
  test.each([
    ["webhook", "webhook_url", "file:///etc/passwd"],
    ["webhook", "webhook_url", "gopher://192.0.2.1/x"],
    ["webhook", "webhook_url", "https://user:secret@hooks.example.net/x"],
    ["gotify", "gotify_url", "https://token@push.example.net"],
    ["matrix", "matrix_url", "ftp://matrix.example.net"],
    ["ntfy", "ntfy_url", "unix:///run/ntfy.sock"],
    ["webhook", "webhook_url", "hooks.example.net/x"],
    ["ntfy", "ntfy_url", "my network"],
    ["signal", "signal_url", "http://"],
    ["slack", "slack_url", "T0/B0/secret"],
    ["smtp", "smtp_host", "mail.example.com:587"],
    ["smtp", "smtp_host", "https://mail.example.com"],
    ["smtp", "smtp_port", "0"],
    ["smtp", "smtp_port", "submission"],
    ["smtp", "smtp_from", "Netatlas"],
    ["smtp", "smtp_to", "root"],
    ["smtp", "smtp_to", '"ops@example.com" <ops>, ,'],
    ["telegram", "telegram_chat_id", "network alerts"],
    ["telegram", "telegram_chat_id", "https://t.me/network"],
    ["matrix", "matrix_room", "#network:example.com"],
    ["pagerduty", "pagerduty_region", "mars"],
  ])("of %s is refused with %s %s, made or changed", async (provider, key, text) => {
    const refused = issueAt("config", key);
    expect(await call(`POST ${PATH}`, { name: "x", provider, config: { [key]: text } })).toMatchObject(
      refused,
    );
    const { id } = await givenProfile({ name: "x", provider });
    expect(await change(id, { config: { [key]: text } })).toMatchObject(refused);
  });

  test.each([
    ["ntfy", { ntfy_url: "https://u:p@ntfy.example.net/a" }],
    ["webhook", { webhook_url: " http://[2001:db8::1]:8080/x " }],
    [
      "smtp",
      { smtp_host: "2001:db8::25", smtp_port: " 25 ", smtp_to: "Ops <ops@example.com>; b@example.com" },
    ],
    ["smtp", { smtp_host: "mailserver", smtp_to: "päpste@exämple.com", smtp_port: "" }],
    ["telegram", { telegram_chat_id: "-1001234567890" }],
    ["telegram", { telegram_chat_id: "@network_alerts" }],
    ["matrix", { matrix_room: "!a:example.com" }],
    ["pagerduty", { pagerduty_region: "EU" }],
    ["slack", { slack_url: "__redacted__" }],
    ["apprise", { url: "pover://user@token" }],
  ])("of %s takes %j, which something may be sent to", async (provider, config) => {
    await givenProfile({ name: "x", provider, config });
  });

  test("whose address was stored before there were rules is read, and changed in all else", async () => {
    const { id } = await givenProfile({ name: "old", provider: "matrix" });
    const stored = createEncryption(MASTER_KEY).encrypt(JSON.stringify({ matrix_room: "#old:m.test" }));
    await sql`UPDATE notification_profiles SET config = ${stored} WHERE id = ${id}`;
    const config = { matrix_room: "#old:m.test" };
    expect(await call(`GET ${PATH}/${id}`)).toMatchObject({ status: 200, body: { config } });
    expect(await change(id, { enabled: false })).toMatchObject({ status: 200, body: { config } });
  });

  test("is made with defaults, and listed by name", async () => {
    await clear();
    const made = await givenProfile({ name: " zulu ", provider: " NTFY " });
    expect(made).toEqual({
      id: made.id,
      name: "zulu",
      provider: "ntfy",
      enabled: true,
      config: {},
      carries_log_lines: false,
      quarantine: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: made.created_at,
    });
    await givenProfile({ ...NTFY, name: "Alpha 10" });
    await givenProfile({ ...NTFY, name: "alpha 9", enabled: false });
    expect((await list()).map(({ name, enabled }) => [name, enabled])).toEqual([
      ["alpha 9", false],
      ["Alpha 10", true],
      ["zulu", true],
    ]);
  });

  test.each([
    ["apprise", ["url"]],
    ["ntfy", ["ntfy_token"]],
    ["telegram", ["telegram_bot_token"]],
    ["signal", ["signal_number", "signal_recipient"]],
    ["smtp", ["smtp_password"]],
    ["webhook", ["webhook_token", "webhook_secret"]],
    ["slack", ["slack_url"]],
    ["teams", ["teams_url"]],
    ["discord", ["discord_url"]],
    ["gotify", ["gotify_token"]],
    ["pagerduty", ["pagerduty_routing_key"]],
    ["matrix", ["matrix_token"]],
  ])("of %s never shows %p; `__redacted__` and null keep it", async (provider, secrets) => {
    await clear();
    const needle = `needle-${crypto.randomUUID()}`;
    const valueOf = (key: string) => (key.endsWith("_url") ? `https://hooks.test/${needle}` : needle);
    const given = Object.fromEntries(secrets.map((key) => [key, valueOf(key)]));
    const redacted = Object.fromEntries(secrets.map((key) => [key, "__redacted__"]));
    const nulls = Object.fromEntries(secrets.map((key) => [key, null]));
    const { id, config } = await givenProfile({ name: "x", provider, config: { ...given, title: "t" } });
    expect(config).toEqual({ ...redacted, title: "t" });
    expect((await list())[0]?.config).toEqual({ ...redacted, title: "t" });
    for (const kept of [redacted, nulls]) {
      expect((await change(id, { config: kept })).body).toMatchObject({
        config: { ...redacted, title: "t" },
      });
      expect((await opened(id)).config).toMatchObject(given);
    }
    const emptied = Object.fromEntries(secrets.map((key) => [key, ""]));
    expect((await change(id, { config: emptied })).body).toMatchObject({ config: emptied });
    const [row] = await sql`SELECT config FROM notification_profiles WHERE id = ${id}`;
    expect(row?.["config"]).toMatch(/^gAAAA[A-Za-z0-9_-]+=*$/);
    const audit = JSON.stringify(await auditOf(`notification_profile:${id}`));
    expect(audit).toContain("__redacted__");
    expect(audit).not.toContain(needle);
  });

  test("merges its configuration key by key, keeps keys that nobody knows, and drops those that become null", async () => {
    await clear();
    const config = { ntfy_url: "https://one.example.com", method_label: "Push", own: { deep: [1] } };
    const { id, created_at: createdAt } = await givenProfile({ ...NTFY, config });
    const changed = await change(id, { config: { ntfy_url: "https://two.example.com", own: null } });
    expect(changed.body).toMatchObject({
      config: { ntfy_url: "https://two.example.com", method_label: "Push" },
      name: NTFY.name,
      enabled: true,
      created_at: createdAt,
    });
    expect((await list())[0]?.config).not.toHaveProperty("own");
    expect((await change(id, {})).body).toMatchObject({ name: NTFY.name });
    const other = await change(id, { name: "Night", provider: "webhook", enabled: "false" });
    expect(other.body).toMatchObject({ name: "Night", provider: "webhook", enabled: false });
  });

  test("keeps no mark in place of a secret that it never had", async () => {
    await clear();
    const { config } = await givenProfile({ ...NTFY, config: { ntfy_token: "__redacted__" } });
    expect(config).toEqual({});
  });

  test("is removed, and then is not found", async () => {
    await clear();
    const { id } = await givenProfile();
    expect((await call(`DELETE ${PATH}/${id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    const gone = { status: 404, body: { detail: "Notification profile not found" } };
    expect(await call(`DELETE ${PATH}/${id}`)).toMatchObject(gone);
    expect(await change(id, { name: "x" })).toMatchObject(gone);
    expect(await testOf(id)).toMatchObject(gone);
    expect(await auditOf(`notification_profile:${id}`)).toMatchObject([
      { action: "admin.notification_profile_deleted" },
      { action: "admin.notification_profile_created" },
    ]);
  });

  test.each<[unknown, string[]]>([
    [{ ...NTFY, name: " " }, ["name"]],
    [{ ...NTFY, name: "x".repeat(121) }, ["name"]],
    [{ provider: "ntfy" }, ["name"]],
    [{ name: "x" }, ["provider"]],
    [{ ...NTFY, enabled: "maybe" }, ["enabled"]],
    [{ ...NTFY, config: [] }, ["config"]],
    [{ ...NTFY, config: { ntfy_url: 5 } }, ["config", "ntfy_url"]],
    [{ ...NTFY, config: { smtp_to: "a\r\nBcc: b" } }, ["config", "smtp_to"]],
    [{ ...NTFY, config: { title: "x".repeat(2049) } }, ["config", "title"]],
    [{ ...NTFY, config: { gotify_token: "a\r\nX: b" } }, ["config", "gotify_token"]],
    [{ ...NTFY, config: { slack_url: 5 } }, ["config", "slack_url"]],
    [{ ...NTFY, config: { own: "x".repeat(17_000) } }, ["config"]],
  ])("is refused: %j", async (body, loc) => {
    expect(await call(`POST ${PATH}`, body)).toMatchObject(issueAt(...loc));
  });

  test("has one of the providers", async () => {
    const msg =
      "Value error, provider must be one of ['apprise', 'ntfy', 'telegram', 'signal', 'smtp', 'webhook', 'slack', 'teams', " +
      "'discord', 'gotify', 'pagerduty', 'matrix']";
    expect((await call(`POST ${PATH}`, { ...NTFY, provider: "pigeon" })).body).toMatchObject({
      detail: [{ loc: ["body", "provider"], msg }],
    });
  });

  test("is made once by a request that is sent again", async () => {
    await clear();
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const again = () => service.call(`POST ${PATH}`, { token, body: NTFY, headers });
    const [first, second] = [await again(), await again()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await list()).toHaveLength(1);
  });
});

const encryption = createEncryption(MASTER_KEY);

async function opened(id: number) {
  const [row] = await sql<{ config: string }[]>`SELECT config FROM notification_profiles WHERE id = ${id}`;
  const config: unknown = JSON.parse(encryption.decrypt(row?.config ?? ""));
  return { config };
}

describe("after MASTER_KEY was changed", () => {
  test("profiles are still listed, say why they deliver nothing, and can be filled in anew", async () => {
    await clear();
    const server = startHttpServer();
    const { id } = await givenProfile();
    await call(`PUT ${SETTINGS}`, {
      smtp_host: "mail.example.com",
      smtp_to: "a@example.com",
      smtp_password: "x",
    });
    const other = createEncryption("YW5vdGhlci1rZXktZm9yLXRlc3RzLW9mLTMyLWJ5dGU=");
    await sql`UPDATE notification_profiles SET config = ${other.encrypt("{}")} WHERE id = ${id}`;
    await sql`UPDATE notification_settings SET value = ${other.encrypt("x")} WHERE name = 'smtp_password'`;
    expect(await list()).toMatchObject([{ id, config: {} }]);
    const failed = {
      status: "Error: delivery failed",
      detail: expect.stringContaining("another MASTER_KEY"),
    };
    expect(await testOf(id)).toMatchObject({ status: 200, body: failed });
    expect(await call("POST /api/v1/admin/notifications/test", { channel: "smtp" })).toMatchObject({
      status: 200,
      body: failed,
    });
    expect(await change(id, { config: { ntfy_url: server.url } })).toMatchObject({ status: 200 });
    expect((await testOf(id)).body).toMatchObject({ status: "ok" });
  });
});

describe("channels of the settings", () => {
  const FILLED = {
    ntfy_url: "https://ntfy.example.com/a",
    ntfy_token: "tk_1",
    telegram_bot_token: "1:a",
    telegram_chat_id: "-1",
    signal_url: "http://signal.example.com",
    signal_number: "+1",
    signal_recipient: "+2",
    smtp_host: "mail.example.com",
    smtp_to: "ops@example.com",
    smtp_password: "s3cret",
  };

  test("become profiles when profiles are listed, once, also by two lists at once", async () => {
    await clear();
    await call(`PUT ${SETTINGS}`, FILLED);
    const table = "notification_profiles";
    await inTheSameMoment(database, { count: 2, table }, () => Promise.all([list(), list()]));
    const profiles = await list();
    expect(profiles.map(({ name, provider }) => [name, provider])).toEqual([
      ["Existing Email", "smtp"],
      ["Existing ntfy", "ntfy"],
      ["Existing Signal", "signal"],
      ["Existing Telegram", "telegram"],
    ]);
    expect(profiles[0]?.config).toEqual({
      smtp_host: "mail.example.com",
      smtp_port: "587",
      smtp_to: "ops@example.com",
      smtp_password: "__redacted__",
      smtp_tls: "true",
    });
    expect((await opened(profiles[1]?.id ?? 0)).config).toEqual({
      ntfy_url: "https://ntfy.example.com/a",
      ntfy_token: "tk_1",
    });
  });

  test("stay what they are where the provider has a profile, or something is missing", async () => {
    await clear();
    await givenProfile();
    await call(`PUT ${SETTINGS}`, { ...FILLED, telegram_chat_id: "", signal_recipient: "", smtp_to: "" });
    expect((await list()).map(({ name }) => name)).toEqual(["Operators"]);
  });
});

describe("a test message", () => {
  test("goes out by a channel, and every failure is an answer", async () => {
    await clear();
    const send = (body: unknown) => call("POST /api/v1/admin/notifications/test", body);
    expect(await send({ channel: "ntfy" })).toMatchObject({
      status: 200,
      body: { status: "ntfy URL is not configured" },
    });
    const server = startHttpServer();
    await call(`PUT ${SETTINGS}`, { ntfy_url: server.url, ntfy_token: "tk_1" });
    expect((await send({ channel: "ntfy" })).body).toEqual({ status: "ok", detail: null });
    expect((await send({ channel: "ntfy", message: "hello" })).body).toMatchObject({ status: "ok" });
    expect(server.received.map(({ body }) => body)).toEqual([
      "This is a test message from Netatlas.",
      "hello",
    ]);
    expect(server.received[0]?.headers).toMatchObject({
      authorization: "Bearer tk_1",
      title: "Netatlas test",
    });
    await call(`PUT ${SETTINGS}`, { ntfy_url: "http://127.0.0.1:1/t0ken" });
    const failed = await send({ channel: "ntfy" });
    expect(failed).toMatchObject({
      status: 200,
      body: { status: "Error: delivery failed", detail: "the connection was refused" },
    });
    for (const [channel, status] of [
      ["telegram", "Telegram bot token and chat ID are required"],
      ["signal", "Signal REST URL, sender number, and recipient are required"],
      ["smtp", "SMTP host and recipient address are required"],
      ["pigeon", "Unknown channel: pigeon"],
      ["profile:1", "Unknown channel: profile:1"],
    ]) {
      expect(await send({ channel })).toMatchObject({ status: 200, body: { status } });
    }
    expect(await send({})).toMatchObject(issueAt("channel"));
  });

  test("goes out by a profile, with its secret", async () => {
    await clear();
    const server = startHttpServer({ answer: () => new Response(null, { status: 204 }) });
    const config = { webhook_url: server.url, webhook_token: "tk_2" };
    const { id } = await givenProfile({ name: "x", provider: "webhook", config });
    expect(await testOf(id)).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(server.received).toMatchObject([{ headers: { authorization: "Bearer tk_2" } }]);
    await change(id, { enabled: false });
    expect((await testOf(id)).body).toMatchObject({ status: "Notification profile is disabled" });
    expect(server.received).toHaveLength(1);
  });

  test("does not reach this machine where NOTIFICATION_BLOCK_PRIVATE_TARGETS is set", async () => {
    await clear();
    const server = startHttpServer();
    const { id } = await givenProfile({
      name: "x",
      provider: "webhook",
      config: { webhook_url: server.url },
    });
    const strict = await createTestService({
      database,
      settings: { NOTIFICATION_BLOCK_PRIVATE_TARGETS: "true" },
    });
    const { body } = await strict.call(`POST ${PATH}/${id}/test`, { token });
    expect(body).toEqual({
      status: "Error: delivery failed",
      detail: "the host is private, and NOTIFICATION_BLOCK_PRIVATE_TARGETS is set",
    });
    expect(server.received).toEqual([]);
  });

  test("is a SuperAdmin's alone, as the profiles are", async () => {
    const user = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
    for (const what of [`GET ${PATH}`, `DELETE ${PATH}/1`, `POST ${PATH}/1/test`]) {
      expect((await service.call(what, { token: user })).status).toBe(403);
      expect((await service.call(what)).status).toBe(401);
    }
  });
});

describe("a target of an alert", () => {
  const outbound = createOutbound({ blocksPrivateTargets: false, caFile: undefined });
  const senders = createSenders({ outbound, sendMail: createSendMail({ outbound, caFile: undefined }) });
  const message = { id: "1", title: "t", text: "x" };
  const statusOf = async (target: string) =>
    (await deliver({ db: database.db, encryption, senders }, { target, message })).status;

  test.each([
    ["profile:999999", "Notification profile 999999 was not found"],
    ["profile:01", "Invalid notification profile target: profile:01"],
    ["profile:0", "Invalid notification profile target: profile:0"],
    ["profile:", "Invalid notification profile target: profile:"],
    ["pager", "Unknown channel: pager"],
  ])("%s: %s", async (target, status) => {
    expect(await statusOf(target)).toBe(status);
  });

  test("may be a profile whose provider another version knew", async () => {
    const { id } = await givenProfile();
    await sql`UPDATE notification_profiles SET provider = 'pigeon' WHERE id = ${id}`;
    expect(await statusOf(`profile:${id}`)).toBe("Unknown notification provider: pigeon");
  });
});
