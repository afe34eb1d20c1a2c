import { afterAll, describe, expect, test } from "bun:test";
import { AuditLogList } from "../../../src/features/audit/models";
import { createTestService } from "../../support/app";

const service = await createTestService();
const replica = await createTestService({ database: service.database });
const admin = await service.givenAdmin();
const token = await service.tokenOf(admin);
afterAll(async () => {
  await replica.close();
  await service.close();
});

const PUBLIC = "GET /api/v1/admin/settings/public";
const READ = "GET /api/v1/admin/settings";
const WRITE = "PUT /api/v1/admin/settings";

const put = (body: unknown) => service.call(WRITE, { token, body });

const DEFAULTS = {
  app_name: "Netatlas",
  login_message: "",
  announcement: "",
  support_email: "",
  support_url: "",
  live_ping_enabled: true,
  monitor_interval_seconds: 300,
  snmp_polling_enabled: true,
  snmp_poll_interval_seconds: 300,
  snmp_tables_interval_minutes: 15,
  idle_timeout_minutes: 15,
  active_network_public_targets_enabled: false,
  ip_reservation_default_expiry_enabled: true,
  ip_reservation_reminder_enabled: false,
  ip_reservation_reminder_days: 3,
  ip_reservation_reminder_channels: [],
  backup_schedule_enabled: false,
  backup_schedule_interval_hours: 24,
  backup_retention_count: 7,
  backup_schedule_cron: "",
  backup_schedule_time_zone: "UTC",
  backup_retention_days: 0,
  backup_verify_weekly: true,
};

test("what nobody has set has its default, or that of the environment", async () => {
  const fresh = await createTestService();
  const settings = { IDLE_TIMEOUT_MINUTES: "30", ACTIVE_NETWORK_PUBLIC_TARGETS_ENABLED: "true" };
  const told = await createTestService({ database: fresh.database, settings });
  expect((await fresh.call(PUBLIC)).body).toEqual(DEFAULTS);
  expect((await told.call(PUBLIC)).body).toEqual({
    ...DEFAULTS,
    idle_timeout_minutes: 30,
    active_network_public_targets_enabled: true,
  });
  await told.close();
  await fresh.close();
});

describe("PUT /admin/settings", () => {
  test("changes the fields that are given, on every replica, for the public route too", async () => {
    const change = { announcement: " Maintenance at 22:00 ", monitor_interval_seconds: "60" };
    const answer = await put(change);
    expect(answer).toMatchObject({
      status: 200,
      body: { announcement: "Maintenance at 22:00", monitor_interval_seconds: 60, app_name: "Netatlas" },
    });
    for (const app of [service, replica]) {
      expect((await app.call(PUBLIC)).body).toEqual(answer.body);
      expect((await app.call(READ, { token })).body).toEqual(answer.body);
    }
    expect((await put({})).body).toEqual(answer.body);
  });

  test("of administrators who set different fields at the same time none is undone", async () => {
    const changes = [
      { login_message: "hello" },
      { support_email: "help@example.com" },
      { support_url: "https://example.com/help" },
      { backup_retention_count: 9 },
      { ip_reservation_reminder_channels: ["smtp", "profile:12"] },
    ];
    await Promise.all(
      changes.map((body, index) => (index % 2 === 0 ? service : replica).call(WRITE, { token, body })),
    );
    expect((await service.call(PUBLIC)).body).toMatchObject(Object.assign({}, ...changes));
  });

  test("leaves one audit row with what changed, none where nothing did", async () => {
    const rows = async () => {
      const { body } = await service.call("GET /api/v1/audit/logs?action=admin.settings_updated", { token });
      return AuditLogList.parse(body);
    };
    await put({ idle_timeout_minutes: 20, live_ping_enabled: false });
    const { total, records } = await rows();
    expect(records[0]).toMatchObject({
      actor_user_id: admin.id,
      before: { idle_timeout_minutes: 15, live_ping_enabled: true },
      after: { idle_timeout_minutes: 20, live_ping_enabled: false },
    });
    await put({ idle_timeout_minutes: 20 });
    expect((await rows()).total).toBe(total);
  });

  test("a blank name is the default again", async () => {
    expect((await put({ app_name: "Atlas" })).body).toMatchObject({ app_name: "Atlas" });
    expect((await put({ app_name: "  " })).body).toMatchObject({ app_name: "Netatlas" });
  });

  test.each([
    ["app_name", "x".repeat(81)],
    ["login_message", "x".repeat(301)],
    ["announcement", "x".repeat(501)],
    ["support_email", "x".repeat(255)],
    ["support_url", "javascript:alert(1)"],
    ["support_url", `https://example.com/${"x".repeat(500)}`],
    ["live_ping_enabled", "perhaps"],
    ["monitor_interval_seconds", 29],
    ["monitor_interval_seconds", 3601],
    ["snmp_poll_interval_seconds", 29],
    ["snmp_tables_interval_minutes", 4],
    ["idle_timeout_minutes", 0],
    ["idle_timeout_minutes", 481],
    ["ip_reservation_reminder_days", 31],
    ["ip_reservation_reminder_channels", ["profile:01"]],
    ["ip_reservation_reminder_channels", ["fax"]],
    ["backup_schedule_interval_hours", 169],
    ["backup_retention_count", 91],
  ])("refuses a wrong %s with 422 (%#)", async (field, value) => {
    const answer = await put({ [field]: value });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field] }] } });
  });
});
