import { describe, expect, test } from "bun:test";
import { createOutbound, createSenders, createSendMail } from "#features/notifications";
import type { Message } from "../../../src/features/notifications/delivery/message";
import type { Provider } from "../../../src/features/notifications/profile-models";
import { startHttpServer } from "../../support/http-server";
import { startMailServer } from "../../support/mail-server";
import { atRunEnd } from "../../support/run-end";

/** Each provider against real servers. */
const MESSAGE = {
  id: "3f0e7c59-5d7e-4f0a-9a5e-3d1a6f1b2c44",
  title: "Netatlas Alert",
  text: "core-sw1 (192.0.2.1) is now OFFLINE",
};
const OK = { status: "ok", detail: null };

type Given = { telegramApi?: string; mailCaFile?: string; timeoutMs?: number };

function givenSenders({ telegramApi, mailCaFile, timeoutMs = 5000 }: Given = {}) {
  const outbound = createOutbound({ blocksPrivateTargets: false, caFile: undefined, timeoutMs });
  const sendMail = createSendMail({ outbound, caFile: mailCaFile, silenceMs: timeoutMs });
  return createSenders({ outbound, sendMail, ...(telegramApi !== undefined && { telegramApi }) });
}

const senders = givenSenders();
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const answering = (status: number) => startHttpServer({ answer: () => new Response("no", { status }) });

async function givenMailServer(options?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options);
  atRunEnd(() => server.close());
  return server;
}

describe("ntfy", () => {
  test("gets the text, with the title in a header", async () => {
    const server = startHttpServer();
    expect(await senders.ntfy({ ntfy_url: `${server.url}/network?x=1` }, MESSAGE)).toEqual(OK);
    const [request] = server.received;
    expect(request).toMatchObject({
      method: "POST",
      path: "/network?x=1",
      body: MESSAGE.text,
      headers: { title: MESSAGE.title },
    });
    expect(request?.headers).not.toHaveProperty("authorization");
  });

  test("has a title that a header can carry, whatever it says", async () => {
    const server = startHttpServer();
    await senders.ntfy({ ntfy_url: server.url }, { ...MESSAGE, title: "Größe\r\nX-Other: 1", text: "" });
    expect(server.received[0]?.headers).toMatchObject({
      title: `=?UTF-8?B?${Buffer.from("Größe X-Other: 1").toString("base64")}?=`,
    });
    expect(server.received[0]?.headers).not.toHaveProperty("x-other");
  });

  test.each([
    ["user:pa%40ss@", "", basic("user:pa@ss")],
    ["user:pass@", "tk_1", basic("user:pass")],
    ["", "user:pass", basic("user:pass")],
    ["", " tk_1 ", "Bearer tk_1"],
  ])("signs in with %p in the address and the token %p as %p", async (inUrl, ntfy_token, authorization) => {
    const server = startHttpServer();
    const ntfy_url = server.url.replace("://", `://${inUrl}`);
    expect(await senders.ntfy({ ntfy_url, ntfy_token }, MESSAGE)).toEqual(OK);
    expect(server.received[0]?.headers).toMatchObject({ authorization });
  });

  test("says how urgent it is and where it leads, where that is known", async () => {
    const server = startHttpServer();
    const sent = (more: object) => senders.ntfy({ ntfy_url: server.url }, { ...MESSAGE, ...more });
    await sent({ severity: "critical", status: "firing", link: "https://atlas.example.com/ü\r\nX-Other: 1" });
    await sent({ severity: "warning" });
    await sent({ severity: "critical", status: "resolved" });
    await sent({ link: "javascript:alert(1)" });
    expect(server.received.map(({ headers }) => headers["priority"])).toEqual(["5", "4", "3", undefined]);
    expect(server.received[0]?.headers).toMatchObject({
      click: "https://atlas.example.com/%C3%BCX-Other:%201",
    });
    expect(server.received[0]?.headers).not.toHaveProperty("x-other");
    expect(server.received[3]?.headers).not.toHaveProperty("click");
  });

  test("needs its address, and takes 200 only", async () => {
    expect(await senders.ntfy({}, MESSAGE)).toMatchObject({ status: "ntfy URL is not configured" });
    const url = (status: number) => ({ ntfy_url: answering(status).url });
    expect(await senders.ntfy(url(500), MESSAGE)).toMatchObject({ status: "HTTP 500: delivery failed" });
    expect(await senders.ntfy(url(202), MESSAGE)).toMatchObject({ status: "HTTP 202: delivery failed" });
  });
});

describe("telegram", () => {
  test("gets chat and text by the bot's token", async () => {
    const api = startHttpServer();
    const config = { telegram_bot_token: "123:AB-c_d", telegram_chat_id: "-100" };
    expect(await givenSenders({ telegramApi: api.url }).telegram(config, MESSAGE)).toEqual(OK);
    expect(api.received).toMatchObject([{ method: "POST", path: "/bot123:AB-c_d/sendMessage" }]);
    expect(JSON.parse(api.received[0]?.body ?? "")).toEqual({ chat_id: "-100", text: MESSAGE.text });
  });

  test("cannot be led elsewhere by a token, and gets no text that is too long", async () => {
    const api = startHttpServer();
    const { telegram } = givenSenders({ telegramApi: api.url });
    const config = { telegram_bot_token: "1/../../x?", telegram_chat_id: "1" };
    await telegram(config, { ...MESSAGE, title: "", text: "x".repeat(5000) });
    expect(api.received[0]?.path).toBe("/bot1%2F..%2F..%2Fx%3F/sendMessage");
    expect(JSON.parse(api.received[0]?.body ?? "")).toMatchObject({ text: "x".repeat(4096) });
  });

  test("needs token and chat, and says what Telegram answered", async () => {
    const status = "Telegram bot token and chat ID are required";
    expect(await senders.telegram({ telegram_bot_token: "1:a" }, MESSAGE)).toMatchObject({ status });
    expect(await senders.telegram({ telegram_chat_id: "1" }, MESSAGE)).toMatchObject({ status });
    const { telegram } = givenSenders({ telegramApi: answering(401).url });
    expect(await telegram({ telegram_bot_token: "1:a", telegram_chat_id: "1" }, MESSAGE)).toMatchObject({
      status: "HTTP 401: delivery failed",
    });
  });
});

describe("signal", () => {
  test.each([200, 201])("gets number, recipients and text, and may answer %p", async (status) => {
    const server = startHttpServer({ answer: () => new Response("{}", { status }) });
    const config = { signal_url: `${server.url}/`, signal_number: "+1", signal_recipient: "+2, +3" };
    expect(await senders.signal(config, MESSAGE)).toEqual(OK);
    expect(server.received).toMatchObject([{ method: "POST", path: "/v2/send" }]);
    expect(JSON.parse(server.received[0]?.body ?? "")).toEqual({
      message: MESSAGE.text,
      number: "+1",
      recipients: ["+2", "+3"],
    });
  });

  test("needs all three settings, and takes no other answer", async () => {
    const config = { signal_url: answering(204).url, signal_number: "+1", signal_recipient: "+2" };
    for (const missing of Object.keys(config)) {
      expect(await senders.signal({ ...config, [missing]: " " }, MESSAGE)).toMatchObject({
        status: "Signal REST URL, sender number, and recipient are required",
      });
    }
    expect(await senders.signal(config, MESSAGE)).toMatchObject({ status: "HTTP 204: delivery failed" });
  });
});

describe("a webhook", () => {
  test("gets title and message as JSON, with its token, and may answer any 2xx", async () => {
    const server = startHttpServer({ answer: () => new Response(null, { status: 204 }) });
    const config = { webhook_url: `${server.url}/hook`, webhook_token: "s3cret" };
    expect(await senders.webhook(config, MESSAGE)).toEqual(OK);
    expect(server.received).toMatchObject([
      {
        path: "/hook",
        headers: { authorization: "Bearer s3cret", "content-type": "application/json" },
      },
    ]);
    expect(JSON.parse(server.received[0]?.body ?? "")).toEqual({
      title: MESSAGE.title,
      message: MESSAGE.text,
    });
  });

  test("gets severity, status, group and link of an alert that has them", async () => {
    const server = startHttpServer();
    const link = "https://atlas.example.com/alerts/7";
    const alert = { severity: "critical", status: "firing", groupKey: "incident:7", link } as const;
    expect(await senders.webhook({ webhook_url: server.url }, { ...MESSAGE, ...alert })).toEqual(OK);
    expect(JSON.parse(server.received[0]?.body ?? "")).toEqual({
      title: MESSAGE.title,
      message: MESSAGE.text,
      severity: "critical",
      status: "firing",
      group_key: "incident:7",
      link,
    });
  });

  test("that answers 500, or is not named, says so", async () => {
    expect(await senders.webhook({}, MESSAGE)).toMatchObject({ status: "Webhook URL is not configured" });
    expect(await senders.webhook({ webhook_url: answering(500).url }, MESSAGE)).toEqual({
      status: "HTTP 500",
      detail: null,
    });
  });
});

describe("smtp", () => {
  test("mails the recipients of the configuration, by STARTTLS and with login", async () => {
    const server = await givenMailServer({ login: { user: "u", password: " p " } });
    const config = {
      smtp_host: "localhost",
      smtp_port: String(server.port),
      smtp_user: "u",
      smtp_password: " p ",
      smtp_to: "one@example.com, two@example.com",
    };
    const { smtp } = givenSenders({ mailCaFile: server.caFile });
    expect(await smtp({ ...config, smtp_from: "atlas@example.com" }, MESSAGE)).toEqual(OK);
    expect(server.received).toMatchObject([
      { from: "atlas@example.com", to: ["one@example.com", "two@example.com"], isTls: true, user: "u" },
    ]);
    expect(server.received[0]?.raw).toContain(`Subject: ${MESSAGE.title}\r\n`);
    expect(server.received[0]?.text).toContain(MESSAGE.text);
  });

  test("needs host and recipient", async () => {
    const status = "SMTP host and recipient address are required";
    expect(await senders.smtp({ smtp_host: "localhost" }, MESSAGE)).toMatchObject({ status });
    expect(await senders.smtp({ smtp_to: "a@example.com" }, MESSAGE)).toMatchObject({ status });
  });

  test("does not wait for ever for a server that says nothing", async () => {
    const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
    atRunEnd(async () => silent.stop(true));
    const { smtp } = givenSenders({ timeoutMs: 300 });
    const config = { smtp_host: "127.0.0.1", smtp_port: String(silent.port), smtp_to: "a@example.com" };
    const failure = await smtp(config, MESSAGE).catch((error: unknown) => error);
    expect(String(failure)).toMatch(/timeout|never received/i);
  });
});

test("ways that show text alone have the link below it, and a text that is too long gives it room", async () => {
  const server = startHttpServer();
  const { telegram, signal } = givenSenders({ telegramApi: server.url });
  const message = { ...MESSAGE, text: "x".repeat(5000), link: "https://atlas.example.com/alerts/7" };
  await telegram({ telegram_bot_token: "1:a", telegram_chat_id: "1" }, message);
  await signal({ signal_url: server.url, signal_number: "+1", signal_recipient: "+2" }, message);
  const [chat, phone] = server.received.map(({ body }) => JSON.parse(body));
  expect(chat.text).toHaveLength(4096);
  expect(chat.text).toEndWith(`x\n\n${message.link}`);
  expect(phone.message).toBe(`${message.text}\n\n${message.link}`);
});

describe("apprise", () => {
  test.each<[string, { path: string; authorization?: string; body: unknown }]>([
    [
      "json://user:pa%3Ass@HOST/hook?x=1",
      {
        path: "/hook?x=1",
        authorization: basic("user:pa:ss"),
        body: { version: "1.0", title: "T", message: MESSAGE.text, attachments: [], type: "info" },
      },
    ],
    [
      "http://HOST/notify/key",
      { path: "/notify/key", body: { title: "T", body: MESSAGE.text, type: "info" } },
    ],
    [
      "apprise://HOST/inner/key",
      { path: "/inner/notify/key", body: { title: "T", body: MESSAGE.text, type: "info" } },
    ],
  ])("posts what %p stands for", async (url, { path, authorization, body }) => {
    const server = startHttpServer();
    const host = server.url.replace("http://", "");
    expect(await senders.apprise({ url: url.replace("HOST", host), title: "T" }, MESSAGE)).toEqual(OK);
    expect(server.received).toMatchObject([{ path, ...(authorization && { headers: { authorization } }) }]);
    expect(JSON.parse(server.received[0]?.body ?? "")).toEqual(body);
  });

  test("reaches every topic of an ntfy URL, and every chat of a Telegram URL", async () => {
    const server = startHttpServer();
    const host = server.url.replace("http://", "");
    const { apprise } = givenSenders({ telegramApi: server.url });
    expect(await apprise({ url: `ntfy://tk_1@${host}/a/b` }, MESSAGE)).toEqual(OK);
    expect(new Set(server.received.map(({ path }) => path))).toEqual(new Set(["/a", "/b"]));
    expect(server.received[0]?.headers).toMatchObject({ authorization: "Bearer tk_1" });
    expect(await apprise({ url: "tgram://123:abc/-100/@ops/" }, MESSAGE)).toEqual(OK);
    const chats = server.received.slice(2).map(({ body }) => JSON.parse(body).chat_id);
    expect(new Set(chats)).toEqual(new Set(["-100", "@ops"]));
  });

  test.each<[Partial<Message>, string]>([
    [{ severity: "critical" }, "failure"],
    [{ severity: "warning" }, "warning"],
    [{ severity: "critical", status: "resolved" }, "success"],
  ])("tells an Apprise server that %p is a %p", async (alert, type) => {
    const server = startHttpServer();
    const url = `${server.url}/notify/key`;
    expect(await senders.apprise({ url }, { ...MESSAGE, ...alert })).toEqual(OK);
    expect(JSON.parse(server.received[0]?.body ?? "")).toMatchObject({ type });
  });

  test("mails by a mailto URL, and asks a Signal server", async () => {
    const mail = await givenMailServer({ isPlain: true });
    const from = encodeURIComponent("atlas@example.com");
    const url = `mailto://127.0.0.1:${mail.port}/ops@example.com?from=${from}`;
    expect(await senders.apprise({ url }, MESSAGE)).toEqual(OK);
    expect(mail.received).toMatchObject([{ from: "atlas@example.com", to: ["ops@example.com"] }]);
    const signal = startHttpServer();
    const signalUrl = `${signal.url.replace("http", "signal")}/+1/+2/+3`;
    expect(await senders.apprise({ url: signalUrl }, MESSAGE)).toEqual(OK);
    expect(JSON.parse(signal.received[0]?.body ?? "")).toMatchObject({
      number: "+1",
      recipients: ["+2", "+3"],
    });
  });

  test("says what was not accepted, and what failed", async () => {
    expect(await senders.apprise({}, MESSAGE)).toMatchObject({ status: "Apprise URL is required" });
    expect(await senders.apprise({ url: `json://${answering(500).url.slice(7)}` }, MESSAGE)).toEqual({
      status: "Apprise delivery failed",
      detail: "HTTP 500",
    });
    expect(await senders.apprise({ url: "json://127.0.0.1:1/" }, MESSAGE)).toMatchObject({
      status: "Apprise delivery failed",
      detail: "the connection was refused",
    });
  });

  test.each([
    "discord://id/token",
    "http://host/elsewhere",
    "tgram://nonsense",
    "json://",
    "x",
    "json://a%zz@b/",
  ])("does not accept %p", async (url) => {
    expect(await senders.apprise({ url }, MESSAGE)).toEqual({
      status: "Apprise URL was not accepted",
      detail: null,
      isFinal: true,
    });
  });
});

describe("fault 48: every way over HTTP", () => {
  const config = (url: string) => ({
    ntfy_url: url,
    signal_url: url,
    signal_number: "+1",
    signal_recipient: "+2",
    webhook_url: url,
  });

  test.each<Provider>(["ntfy", "signal", "webhook"])("%s follows no redirect", async (provider) => {
    const inner = startHttpServer();
    const server = startHttpServer({ answer: () => Response.redirect(`${inner.url}/private`, 307) });
    const { status } = await senders[provider](config(server.url), MESSAGE);
    expect(status).toStartWith("HTTP 307");
    expect(inner.received).toEqual([]);
  });

  test.each<Provider>(["ntfy", "signal", "webhook"])("%s gives up when no answer comes", async (provider) => {
    const server = startHttpServer({ answer: () => new Promise(() => undefined) });
    const send = givenSenders({ timeoutMs: 200 })[provider];
    const failure = await send(config(server.url), MESSAGE).catch((error: unknown) => error);
    expect(failure).toHaveProperty("name", "TimeoutError");
  });

  test.each(["ftp://127.0.0.1/x", "127.0.0.1", "http://", "file:///etc/passwd"])(
    "takes no %p",
    async (url) => {
      const failure = await senders.webhook(config(url), MESSAGE).catch((error: unknown) => error);
      expect(String(failure)).toContain("no http or https address with a host");
    },
  );
});
