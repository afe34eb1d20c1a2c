import { describe, expect, test } from "bun:test";
import { createOutbound, createSenders, createSendMail } from "#features/notifications";
import { withoutMentions } from "../../../src/features/notifications/delivery/fitting";
import type { Message } from "../../../src/features/notifications/delivery/message";
import { outcomeOf } from "../../../src/features/notifications/delivery/outcome";
import { startHttpServer } from "../../support/http-server";
import { startMailServer } from "../../support/mail-server";
import { SERVICES, startNotificationService, type ServiceName } from "../../support/notification-services";
import { atRunEnd } from "../../support/run-end";

/** How each provider shows the link that acknowledges. */
const LINK = "https://atlas.example.com/alerts/acknowledge#token=aaa.bbb-_.ccc";
const MESSAGE: Message = {
  id: "3f0e7c59-5d7e-4f0a-9a5e-3d1a6f1b2c44",
  title: "core-sw1 is down",
  text: "It does not answer.",
  severity: "critical",
  status: "firing",
  link: "https://atlas.example.com/alerts?incident=7",
  acknowledgeLink: LINK,
};
const OK = { status: "ok", detail: null };
const NAMES = Object.keys(SERVICES).filter((name): name is ServiceName => name in SERVICES);

function givenSenders(pagerDuty = "http://127.0.0.1:9", telegramApi = "http://127.0.0.1:9") {
  const outbound = createOutbound({ blocksPrivateTargets: false, caFile: undefined });
  const sendMail = createSendMail({ outbound, caFile: undefined });
  return createSenders({ outbound, sendMail, telegramApi, pagerDutyApis: { us: pagerDuty, eu: pagerDuty } });
}

/** What of a service's request has the link. */
const SHOWN: Record<ServiceName, (body: never) => unknown> = {
  slack: (body: { attachments: { actions: unknown }[] }) => body.attachments[0]?.actions,
  teams: (body: { attachments: { content: { actions: unknown[] } }[] }) =>
    body.attachments[0]?.content.actions.slice(1),
  discord: (body: { embeds: { fields: unknown }[] }) => body.embeds[0]?.fields,
  gotify: (body: { message: string }) => body.message,
  pagerduty: (body: { links: unknown[] }) => body.links.slice(1),
  matrix: (body: { body: string }) => body.body,
};

const EXPECTED: Record<ServiceName, unknown> = {
  slack: [{ type: "button", text: "Acknowledge", url: LINK }],
  teams: [{ type: "Action.OpenUrl", title: "Acknowledge", url: LINK }],
  discord: [{ name: "Acknowledge", value: `[I am on it](${LINK})` }],
  gotify: `It does not answer.\n\nAcknowledge: ${LINK}`,
  pagerduty: [{ href: LINK, text: "Acknowledge in Netatlas" }],
  matrix: `core-sw1 is down\n\nIt does not answer.\n\n${MESSAGE.link}\n\nAcknowledge: ${LINK}`,
};

describe.each(NAMES)("%s", (name) => {
  const given = () => {
    const service = startNotificationService(name);
    const send = givenSenders(service.url)[name];
    return { ...service, send: (message: Message) => outcomeOf(() => send(service.config, message)) };
  };

  test("shows where to acknowledge as its maker documents it", async () => {
    const { send, received, trouble } = given();
    expect([await send(MESSAGE), trouble()]).toEqual([OK, undefined]);
    expect(SHOWN[name](JSON.parse(received[0]?.body ?? "") as never)).toEqual(EXPECTED[name]);
  });

  test.each<Partial<Message>>([
    { text: "" },
    { link: undefined },
    { text: "x".repeat(100_000) },
    { acknowledgeLink: `https://a.test/#${"x".repeat(1500)}` },
    { acknowledgeLink: `https://a.test/(x)#"<>)[](https://evil.test)` },
    { acknowledgeLink: "javascript:alert(1)" },
  ])("takes it whatever else there is: %#", async (more) => {
    const { send, received, trouble } = given();
    expect([await send({ ...MESSAGE, ...more }), trouble()]).toEqual([OK, undefined]);
    expect(received[0]?.body).not.toContain("javascript:");
  });
});

describe("ntfy", () => {
  test("has a button that opens the page; nothing in the address ends it", async () => {
    const server = startHttpServer();
    const send = (more: object) => givenSenders().ntfy({ ntfy_url: server.url }, { ...MESSAGE, ...more });
    await send({});
    await send({ acknowledgeLink: "https://a.test/x, y; http, Evil, https://evil.test\r\nX-Other: 1" });
    await send({ acknowledgeLink: undefined });
    expect(server.received.map(({ headers }) => headers["actions"])).toEqual([
      `view, Acknowledge, ${LINK}`,
      "view, Acknowledge, https://a.test/x%2C%20y%3B%20http%2C%20Evil%2C%20https://evil.testX-Other:%201",
      undefined,
    ]);
    expect(server.received[1]?.headers).not.toHaveProperty("x-other");
  });
});

describe("Telegram", () => {
  const config = { telegram_bot_token: "1:a", telegram_chat_id: "1" };
  const bodyOf = async (more: Partial<Message>): Promise<unknown> => {
    const api = startHttpServer();
    await givenSenders(undefined, api.url).telegram(config, { ...MESSAGE, link: undefined, ...more });
    return JSON.parse(api.received[0]?.body ?? "");
  };

  test("has a button below the text", async () => {
    expect(await bodyOf({})).toEqual({
      chat_id: "1",
      text: MESSAGE.text,
      reply_markup: { inline_keyboard: [[{ text: "Acknowledge", url: LINK }]] },
    });
  });

  test("has a line of text where it would refuse a button: one to a host without a domain", async () => {
    expect(await bodyOf({ acknowledgeLink: "http://localhost:8000/#token=a" })).toEqual({
      chat_id: "1",
      text: `${MESSAGE.text}\n\nAcknowledge: http://localhost:8000/#token=a`,
    });
  });

  test("mentions nobody, and leaves mail addresses whole", async () => {
    expect(await bodyOf({ acknowledgeLink: undefined, text: "@ops, ask ops@example.com" })).toEqual({
      chat_id: "1",
      text: "@\u2060ops, ask ops@example.com",
    });
  });
});

test("signal, mail, webhooks and Apprise have it as a line or a field", async () => {
  const server = startHttpServer();
  const senders = givenSenders();
  const line = `${MESSAGE.text}\n\n${MESSAGE.link}\n\nAcknowledge: ${LINK}`;
  await senders.signal({ signal_url: server.url, signal_number: "+1", signal_recipient: "+2" }, MESSAGE);
  await senders.webhook({ webhook_url: server.url }, MESSAGE);
  await senders.apprise({ url: `${server.url.replace("http", "json")}/x` }, MESSAGE);
  const bodies: unknown[] = server.received.map(({ body }) => JSON.parse(body));
  expect(bodies).toMatchObject([
    { message: line },
    { message: MESSAGE.text, acknowledge_url: LINK },
    { message: line },
  ]);
});

test("a mail has the link, and no header that a title made", async () => {
  const server = await startMailServer();
  atRunEnd(() => server.close());
  const config = {
    smtp_host: "127.0.0.1",
    smtp_port: String(server.port),
    smtp_tls: "false",
    smtp_to: "ops@example.com",
  };
  const title = "Größe\r\nBcc: evil@example.com\r\n\r\nbody";
  expect(await outcomeOf(() => givenSenders().smtp(config, { ...MESSAGE, title }))).toEqual(OK);
  const { text = "", raw = "" } = server.received[0] ?? {};
  expect(text).toContain(`Acknowledge: ${LINK}`);
  const head = raw.slice(0, raw.search(/\r?\n\r?\n/));
  expect(head).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(head).not.toMatch(/^Bcc:/m);
});

test.each([
  ["@everyone", "@\u2060everyone"],
  ["<@123> <@&4> <!here>", "<@\u2060123> <@\u2060&4> <\u2060!here>"],
  ["ops@example.com a < b ! @ x", "ops@example.com a < b ! @ x"],
])("%j is no mention any more", (text, expected) => {
  expect(withoutMentions(text)).toBe(expected);
});
