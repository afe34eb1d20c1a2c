import { afterAll, describe, expect, test } from "bun:test";
import { createTestService } from "../../support/app";
import { createAuditReader } from "../../support/audit";

const service = await createTestService();
const { database } = service;
const auditOf = await createAuditReader(service);
const token = await service.tokenOf(await service.givenAdmin());
afterAll(() => service.close());

const PATH = "/api/v1/admin/notification-settings";
const DEFAULTS = {
  ntfy_url: "",
  ntfy_token: "",
  telegram_bot_token: "",
  telegram_chat_id: "",
  signal_url: "",
  signal_number: "",
  signal_recipient: "",
  smtp_host: "",
  smtp_port: "587",
  smtp_user: "",
  smtp_password: "",
  smtp_from: "",
  smtp_to: "",
  smtp_tls: "true",
  quarantines: {},
};

const read = async () => (await service.call(`GET ${PATH}`, { token })).body;
const write = (body: unknown, on = service) => on.call(`PUT ${PATH}`, { token, body });

/** Each test begins with nothing set. */
const clear = () => database.sql`DELETE FROM notification_settings`;

describe("notification settings", () => {
  test("have defaults, and keep what is not given", async () => {
    await clear();
    expect(await read()).toEqual(DEFAULTS);
    const changed = await write({ smtp_host: " mail.example.com ", smtp_tls: "FALSE", unknown: "x" });
    expect(changed).toMatchObject({ status: 200 });
    expect(changed.body).toEqual({ ...DEFAULTS, smtp_host: "mail.example.com", smtp_tls: "false" });
    await write({ smtp_port: "25", smtp_host: null });
    expect(await read()).toMatchObject({ smtp_host: "mail.example.com", smtp_port: "25", smtp_tls: "false" });
    await write({ smtp_host: "" });
    expect(await read()).toMatchObject({ smtp_host: "", smtp_port: "25" });
  });

  test.each(["smtp_password", "ntfy_token", "telegram_bot_token"])(
    "never show %s; `__redacted__` and null keep it, empty text removes it",
    async (name) => {
      await clear();
      const stored = async () => {
        const [row] = await database.sql<{ value: string }[]>`
          SELECT value FROM notification_settings WHERE name = ${name}`;
        return row?.value ?? "";
      };
      const answer = await write({ [name]: ` secret-${crypto.randomUUID()} ` });
      expect(answer.body).toMatchObject({ [name]: "__redacted__" });
      expect(await read()).toMatchObject({ [name]: "__redacted__" });
      const kept = await stored();
      expect(kept).toMatch(/^gAAAA[A-Za-z0-9_-]+=*$/);
      await write({ [name]: "__redacted__", smtp_user: "u" });
      await write({ [name]: null });
      expect(await stored()).toBe(kept);
      await write({ [name]: "" });
      expect(await read()).toMatchObject({ [name]: "", smtp_user: "u" });
    },
  );

  test("keep what is no secret readable", async () => {
    await clear();
    const given = {
      ntfy_url: "https://ntfy.example.com/network",
      telegram_chat_id: "-100123",
      signal_url: "http://signal.example.com:8080",
      signal_number: "+15550100",
      signal_recipient: "+15550101",
      smtp_to: "operators@example.com",
    };
    expect((await write(given)).body).toEqual({ ...DEFAULTS, ...given });
    expect(await read()).toEqual({ ...DEFAULTS, ...given });
  });

  test("are in no table and no audit row in the clear", async () => {
    await clear();
    const password = `needle-${crypto.randomUUID()}`;
    await write({ smtp_password: password, smtp_host: "mail.example.com" });
    const tables = await database.sql<{ name: string }[]>`
      SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'`;
    for (const { name } of tables) {
      const found = await database.sql`
        SELECT 1 FROM ${database.sql.unsafe(name)} t WHERE strpos(t::text, ${password}) > 0`;
      expect({ name, count: found.count }).toEqual({ name, count: 0 });
    }
    const [changed] = await auditOf("settings:notifications", "admin.notification_settings_updated");
    expect(changed).toMatchObject({
      detail: "fields=smtp_host,smtp_password",
      before: { smtp_host: "", smtp_password: "" },
      after: { smtp_host: "mail.example.com", smtp_password: "__redacted__" },
    });
  });

  test("are the same on every replica at once", async () => {
    const replica = await createTestService({ database });
    await write({ smtp_host: "one.example.com" }, replica);
    expect(await read()).toMatchObject({ smtp_host: "one.example.com" });
  });

  test.each([
    ["smtp_port", "0"],
    ["smtp_port", "65536"],
    ["smtp_port", "smtp"],
    ["smtp_port", 25],
    ["smtp_tls", "maybe"],
    ["smtp_host", "a host"],
    ["smtp_host", "host/path"],
    ["smtp_host", "user@host"],
    ["smtp_host", "mail.example.com:587"],
    ["smtp_from", "x\r\nBcc: eve@example.com"],
    ["smtp_from", "Netatlas"],
    ["smtp_to", "root"],
    ["ntfy_url", "my network"],
    ["signal_url", "ftp://signal.example.com"],
    ["signal_url", "https://user:secret@signal.example.com"],
    ["telegram_chat_id", "network alerts"],
    ["ntfy_url", "https://ntfy.example.com/a\nb"],
    ["signal_number", 5],
  ])("refuse %s %p", async (field, value) => {
    expect(await write({ [field]: value })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", field] }] },
    });
  });

  test("say why an address is none", async () => {
    expect(await write({ smtp_to: "root" })).toMatchObject({
      body: {
        detail: [
          { loc: ["body", "smtp_to"], msg: expect.stringContaining("must name a mail address, such as") },
        ],
      },
    });
  });

  test("that were stored before there were rules of addresses are read, and changed in all else", async () => {
    await clear();
    await database.sql`INSERT INTO notification_settings (name, value) VALUES ('signal_url', 'a signal')`;
    expect(await read()).toMatchObject({ signal_url: "a signal" });
    expect((await write({ smtp_port: "25" })).body).toMatchObject({
      signal_url: "a signal",
      smtp_port: "25",
    });
    expect((await write({ signal_url: "" })).body).toMatchObject({ signal_url: "" });
  });

  test("refuse text that is too long", async () => {
    expect((await write({ smtp_from: "x".repeat(256) })).status).toBe(422);
    expect((await write({ smtp_password: "x".repeat(1025) })).status).toBe(422);
  });

  test("are a SuperAdmin's alone", async () => {
    const user = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
    expect((await service.call(`GET ${PATH}`, { token: user })).status).toBe(403);
    expect((await service.call(`PUT ${PATH}`, { token: user, body: {} })).status).toBe(403);
    expect((await service.call(`GET ${PATH}`)).status).toBe(401);
  });
});
