import { afterAll, describe, expect, test } from "bun:test";
import { createAlertService, EVENTS, INCIDENTS, RULES } from "./alert-service";
import { startHttpServer } from "../../support/http-server";

const service = await createAlertService();
const { send, givenRule } = service;
afterAll(service.close);

const GIVEN = { name: "Core is down", event_type: "device_offline" };

describe("a rule", () => {
  test("has what was said of it, and the usual for the rest", async () => {
    const answer = await send(`POST ${RULES}`, GIVEN);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        ...GIVEN,
        enabled: true,
        device_id: null,
        port_target_id: null,
        monitor_id: null,
        scope: null,
        severity: "warning",
        channels: [],
        cooldown_minutes: 30,
        for_minutes: 0,
        notify_recovery: true,
        threshold_ms: null,
        loss_pct_threshold: null,
        loss_window_minutes: 60,
        last_triggered_at: null,
      },
    });
    const { id } = answer.body as { id: number };
    expect((await send(`GET ${RULES}/${id}`)).body).toEqual(answer.body);
    expect(await service.auditOf(`alert_rule:${id}`)).toMatchObject([{ action: "alerts.rule_created" }]);
  });

  test.each([
    [{ ...GIVEN, event_type: "moon_phase" }, "event_type must be one of ['device_offline', "],
    [{ ...GIVEN, channels: ["ntfy", "pigeon", "profile:0"] }, "Invalid channels: {'pigeon', 'profile:0'}"],
    [{ ...GIVEN, event_type: "rtt_above" }, "threshold_ms is required for rtt_above rules"],
    [{ ...GIVEN, event_type: "service_slow" }, "threshold_ms is required for service_slow rules"],
    [{ ...GIVEN, event_type: "monitor_slow" }, "threshold_ms is required for monitor_slow rules"],
    [{ ...GIVEN, event_type: "ping_loss_above" }, "loss_pct_threshold is required for ping_loss_above rules"],
    [{ ...GIVEN, device_id: 1, scope: { tags: ["x"] } }, "device_id and scope exclude each other"],
    [{ ...GIVEN, event_type: "disk_low", scope: { tags: ["x"] } }, "disk_low rules have no scope of devices"],
    [{ ...GIVEN, cooldown_minutes: 0 }, "greater than or equal to 1"],
    [{ ...GIVEN, name: " " }, "at least 1 character"],
  ])("of %j is refused", async (body, text) => {
    const answer = await send(`POST ${RULES}`, body);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(text);
  });

  test.each([
    [{ device_id: 999_999_999 }, "Device not found"],
    [{ port_target_id: 999_999_999 }, "Port target not found"],
    [{ monitor_id: 999_999_999 }, "Monitor not found"],
    [{ scope: { group_ids: [999_999_999] } }, "Group not found"],
  ])("that names what is not there is a 404: %j", async (fields, detail) => {
    expect(await send(`POST ${RULES}`, { ...GIVEN, ...fields })).toMatchObject({
      status: 404,
      body: { detail },
    });
  });

  test("is changed field by field, and refused where it would lack a bound", async () => {
    const rule = await givenRule();
    expect((await send(`PATCH ${RULES}/${rule.id}`, { severity: "critical" })).body).toMatchObject({
      name: rule.name,
      severity: "critical",
      channels: ["ntfy"],
    });
    const refused = await send(`PATCH ${RULES}/${rule.id}`, { event_type: "rtt_above" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("threshold_ms is required for rtt_above rules");
    const changed = await send(`PATCH ${RULES}/${rule.id}`, { event_type: "rtt_above", threshold_ms: 50 });
    expect(changed.status).toBe(200);
    expect(await send(`PATCH ${RULES}/999999999`, {})).toMatchObject({
      status: 404,
      body: { detail: "Alert rule not found" },
    });
  });

  test("goes with the device, the check or the monitor that it is about, never becomes one about all", async () => {
    const device = await service.givenDevice({});
    const rule = await givenRule({ device_id: device });
    const preview = await send(`DELETE /api/v1/topology/devices/${device}?dry_run=true`);
    expect(preview.body).toMatchObject({ would_delete: { alert_rules: { names: [rule.name] } } });
    await send(`DELETE /api/v1/topology/devices/${device}`);
    expect((await send(`GET ${RULES}/${rule.id}`)).status).toBe(404);
  });

  test("is for those who may write alerts; what was found is for all who are signed in", async () => {
    const viewer = { token: service.viewerToken };
    expect((await service.call(`GET ${RULES}`, viewer)).status).toBe(403);
    expect((await service.call(`GET ${EVENTS}`, viewer)).status).toBe(200);
    expect((await service.call(`GET ${INCIDENTS}`, viewer)).status).toBe(200);
    expect((await service.call(`GET ${EVENTS}`)).status).toBe(401);
  });
});

describe("a test of a rule", () => {
  test("is sent to each channel at once, and says what came of it", async () => {
    const receiver = startHttpServer();
    const admin = await service.tokenOf(await service.givenAdmin());
    const profile = await service.call("POST /api/v1/admin/notification-profiles", {
      token: admin,
      body: { name: "Hook", provider: "webhook", config: { webhook_url: receiver.url } },
    });
    const target = `profile:${(profile.body as { id: number }).id}`;
    const rule = await givenRule({ channels: [target, "profile:999999"] });
    expect((await send(`POST ${RULES}/${rule.id}/test`)).body).toEqual({
      [target]: "ok",
      "profile:999999": "Notification profile 999999 was not found",
    });
    expect(receiver.received.map(({ body }): unknown => JSON.parse(body))).toEqual([
      {
        title: `[TEST] Netatlas Alert: ${rule.name}`,
        message: "[TEST] Netatlas Alert\n\n⚠️ Example Device (192.0.2.1) is now OFFLINE",
      },
    ]);
    const channels = await send("GET /api/v1/alerts/channels");
    expect(channels.body).toContainEqual({ target, name: "Hook", provider: "webhook", is_ready: true });
    expect(channels.text).not.toContain(receiver.url);
  });

  test("of a rule without channels is refused", async () => {
    const rule = await givenRule({ channels: [] });
    expect(await send(`POST ${RULES}/${rule.id}/test`)).toMatchObject({
      status: 400,
      body: { detail: "Rule has no notification channels configured" },
    });
  });
});
