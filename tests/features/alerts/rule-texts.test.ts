import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { startHttpServer } from "../../support/http-server";
import { createAlertService, RULES } from "./alert-service";

const service = await createAlertService();
const { send, sql, turn, givenRule, givenWatched, becomes, noticesOf } = service;
afterAll(service.close);

const PREVIEW = `${RULES}/preview`;
const GIVEN = { name: "Core is down", event_type: "device_offline" };

describe("templates of a rule", () => {
  test("are kept as they were written; a blank one is none", async () => {
    const rule = await givenRule({ title_template: "{{device.name}}", text_template: "a\r\n b " });
    expect(rule).toMatchObject({
      title_template: "{{device.name}}",
      text_template: "a\n b ",
      acknowledge_link: true,
    });
    const changed = await send(`PATCH ${RULES}/${rule.id}`, {
      title_template: "  ",
      acknowledge_link: false,
    });
    expect(changed.body).toMatchObject({
      title_template: null,
      text_template: "a\n b ",
      acknowledge_link: false,
    });
    expect(await givenRule()).toMatchObject({
      title_template: null,
      text_template: null,
      acknowledge_link: true,
    });
  });

  test.each([
    ["title_template", "{{nme}}", "title_template: Unknown placeholder {{nme}}; known are {{message}}"],
    ["text_template", "{{nme}}", "text_template: Unknown placeholder {{nme}}; known are {{message}}"],
    ["text_template", "{{x}}".repeat(800), "Unknown placeholder {{x}}"],
    ["text_template", "{{#firing}}", "text_template: {{#firing}} is not ended by {{/firing}}"],
    ["title_template", "a\nb", "title_template: must be one line"],
    ["text_template", "a\u0007b", "text_template: has control characters"],
    ["title_template", "x".repeat(251), "at most 250 characters"],
    ["text_template", "x".repeat(4001), "at most 4000 characters"],
    ["text_template", "{{link}}".repeat(10_000), "at most 4000 characters"],
    ["text_template", 7, "valid string"],
  ])("as %s %# are refused at their field", async (field, template, text) => {
    for (const path of [RULES, PREVIEW]) {
      const answer = await send(`POST ${path}`, { ...GIVEN, [field]: template });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        detail: [{ loc: ["body", field], msg: expect.stringContaining(text) }],
      });
      expect(answer.text.length).toBeLessThan(2000);
    }
  });

  test("of a megabyte are not read", async () => {
    const answer = await send(`POST ${RULES}`, { ...GIVEN, text_template: "x".repeat(1024 * 1024) });
    expect(answer.status).toBe(413);
  });

  test("are filled in for each notice: with the device and where it is, since when, and for how long", async () => {
    const site = z
      .looseObject({ id: z.int() })
      .parse((await send("POST /api/v1/topology/sites", { name: "Berlin" })).body);
    const { device, target } = await givenWatched({
      siteId: site.id,
      displayName: "sw1",
      ipAddress: "192.0.2.41",
    });
    const rule = await givenRule({
      title_template: "{{status}} {{device.name}}",
      text_template:
        "{{device.address}} at {{site}} since {{started_at}}{{#resolved}}, for {{duration}}{{/resolved}}",
      device_id: device,
    });
    await becomes(target, "down");
    await turn();
    await sql`UPDATE alert_troubles SET started_at = '2026-01-01T10:00:00Z'`;
    await becomes(target, "up");
    await turn();
    const [first, last] = await noticesOf(rule);
    expect(first?.title).toBe("firing sw1");
    expect(first?.text).toMatch(/^192\.0\.2\.41 at Berlin since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    expect(last?.title).toBe("resolved sw1");
    expect(last?.text).toMatch(/^\S+ at Berlin since 2026-01-01 10:00 UTC, for \d+ d /);
  });

  test("make no header, no other address and no mention, whatever a device is called", async () => {
    const { device, target } = await givenWatched({
      displayName: "@everyone <!channel> {{link}} https://evil.test X-Injected: 1",
    });
    const receiver = startHttpServer({ answer: () => Response.json({ id: "1" }) });
    const token = await service.tokenOf(await service.givenAdmin());
    const profiles = [
      { provider: "discord", config: { discord_url: `${receiver.url}/api/webhooks/1/x` } },
      { provider: "slack", config: { slack_url: `${receiver.url}/slack` } },
      { provider: "ntfy", config: { ntfy_url: `${receiver.url}/ntfy` } },
      { provider: "apprise", config: { url: `${receiver.url.replace("http", "json")}/apprise` } },
    ];
    const channels: string[] = [];
    for (const profile of profiles) {
      const made = await service.call("POST /api/v1/admin/notification-profiles", {
        token,
        body: { name: profile.provider, ...profile },
      });
      channels.push(`profile:${z.looseObject({ id: z.int() }).parse(made.body).id}`);
    }
    await givenRule({
      channels,
      device_id: device,
      title_template: "{{device.name}}",
      text_template: "{{device.name}}",
    });
    await becomes(target, "down");
    await turn();
    await service.notifications.worker.deliverDue();
    const at = (path: string) => receiver.received.find((request) => request.path.startsWith(path));
    expect(receiver.received).toHaveLength(4);
    expect(JSON.parse(at("/api/webhooks")?.body ?? "")).toMatchObject({ allowed_mentions: { parse: [] } });
    expect(at("/slack")?.body).toContain("&lt;!channel&gt;");
    expect(at("/apprise")?.body).not.toMatch(/@everyone|<!channel>/);
    expect(at("/ntfy")?.headers).not.toHaveProperty("x-injected");
    expect(at("/ntfy")?.headers["click"]).toStartWith("https://atlas.example.com/alerts?incident=");
    expect(at("/ntfy")?.body).toContain("{{link}}");
  });
});

describe("a preview", () => {
  const Shown = z.object({ title: z.string(), text: z.string() });
  const Preview = z.object({
    beginning: Shown,
    recovery: Shown.nullable(),
    digest: Shown,
    placeholders: z.record(z.string(), z.string()),
  });

  test("shows beginning, end and digest as they would read, and sends nothing", async () => {
    const answer = await send(`POST ${PREVIEW}`, {
      ...GIVEN,
      severity: "critical",
      title_template: "{{status}}: {{device.name}}",
      text_template: "{{message}}\n{{duration}}",
    });
    const shown = Preview.parse(answer.body);
    expect(shown.beginning).toEqual({
      title: "firing: Example Device",
      text: "Example Device (192.0.2.1) is now OFFLINE\n5 min",
    });
    expect(shown.recovery).toEqual({
      title: "resolved: Example Device",
      text: "Example Device (192.0.2.1) is back ONLINE after 5 min\n5 min",
    });
    expect(shown.digest).toEqual({
      title: "Netatlas Alert: Core is down (2)",
      text: "Netatlas Alert\n\n2 alerts:\nExample Device (192.0.2.1) is now OFFLINE\nAnother Device (192.0.2.2) is now OFFLINE",
    });
    expect(shown.placeholders).toMatchObject({ "rule.name": "Core is down", severity: "critical" });
  });

  test("without templates reads as ever, has no end where there is none, and knows the device", async () => {
    const device = await service.givenDevice({ displayName: "sw1", ipAddress: "192.0.2.77" });
    const answer = await send(`POST ${PREVIEW}`, { ...GIVEN, event_type: "new_device", device_id: device });
    expect(answer.body).toMatchObject({
      beginning: {
        title: "Netatlas Alert: Core is down",
        text: "Netatlas Alert\n\n⚠️ sw1 (192.0.2.77) was seen for the first time",
      },
      recovery: null,
    });
    expect((await send(`POST ${PREVIEW}`, { ...GIVEN, device_id: 999_999_999 })).status).toBe(404);
  });

  test("has no device where rules of the type are about none", async () => {
    const given = {
      ...GIVEN,
      event_type: "disk_low",
      text_template: "[{{device.name}}{{site}}] {{message}}",
    };
    expect((await send(`POST ${PREVIEW}`, given)).body).toMatchObject({
      beginning: { text: "[] the disk of events is 92 % full" },
    });
  });

  test("is for those who may write alerts", async () => {
    const answer = await service.call(`POST ${PREVIEW}`, { token: service.viewerToken, body: GIVEN });
    expect(answer.status).toBe(403);
  });
});

test("a test of a rule has its words", async () => {
  const receiver = startHttpServer();
  const made = await service.call("POST /api/v1/admin/notification-profiles", {
    token: await service.tokenOf(await service.givenAdmin()),
    body: { name: "Hook", provider: "webhook", config: { webhook_url: receiver.url } },
  });
  const channel = `profile:${z.looseObject({ id: z.int() }).parse(made.body).id}`;
  const rule = await givenRule({
    channels: [channel],
    title_template: "T {{site}}",
    text_template: "{{message}}!",
  });
  expect((await send(`POST ${RULES}/${rule.id}/test`)).body).toEqual({ [channel]: "ok" });
  expect(JSON.parse(receiver.received[0]?.body ?? "")).toEqual({
    title: "[TEST] T Example Site",
    message: "[TEST] Example Device (192.0.2.1) is now OFFLINE!",
  });
});
