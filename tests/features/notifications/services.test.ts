import { describe, expect, test } from "bun:test";
import { createOutbound, createSenders, createSendMail } from "#features/notifications";
import type { Message } from "../../../src/features/notifications/delivery/message";
import { outcomeOf } from "../../../src/features/notifications/delivery/outcome";
import { startHttpServer } from "../../support/http-server";
import {
  configOf,
  SERVICES,
  startNotificationService,
  type ServiceName,
} from "../../support/notification-services";

/** Slack, Teams, Discord, Gotify, PagerDuty and Matrix, played by servers that refuse what those refuse. */
const NAMES = Object.keys(SERVICES).filter((name): name is ServiceName => name in SERVICES);
const MESSAGE: Message = {
  id: "3f0e7c59-5d7e-4f0a-9a5e-3d1a6f1b2c44",
  title: "core-sw1 is down",
  text: "It does not answer since 17:12.\nThree others are behind it.",
};
const TROUBLE: Message = {
  ...MESSAGE,
  severity: "critical",
  status: "firing",
  groupKey: "incident:7",
  link: "https://atlas.example.com/alerts/7",
};
const OK = { status: "ok", detail: null };

type Given = { pagerDuty?: string; timeoutMs?: number; blocksPrivateTargets?: boolean };

function givenSenders({ pagerDuty = "http://127.0.0.1:9", timeoutMs = 5000, ...given }: Given = {}) {
  const { blocksPrivateTargets = false } = given;
  const outbound = createOutbound({ blocksPrivateTargets, caFile: undefined, timeoutMs });
  const sendMail = createSendMail({ outbound, caFile: undefined });
  return createSenders({ outbound, sendMail, pagerDutyApis: { us: pagerDuty, eu: `${pagerDuty}/eu` } });
}

/** A service that is played, and the way to it. */
function given(name: ServiceName, answer?: () => Response) {
  const service = startNotificationService(name, answer && { answer });
  const send = givenSenders({ pagerDuty: service.url })[name];
  return {
    ...service,
    send: (message: Message = MESSAGE) => outcomeOf(() => send(service.config, message)),
    last: () => JSON.parse(service.received.at(-1)?.body ?? "null"),
  };
}

describe.each(NAMES)("%s", (name) => {
  test("gets a message as it wants it, with and without what is known beside its text", async () => {
    const service = given(name);
    for (const message of [
      MESSAGE,
      TROUBLE,
      { ...TROUBLE, text: "" },
      { ...TROUBLE, status: "acknowledged" as const },
      { ...TROUBLE, status: "resolved" as const, severity: undefined },
    ]) {
      expect([await service.send(message), service.trouble()]).toEqual([OK, undefined]);
    }
    expect(service.received[0]?.headers).toMatchObject({ "x-netatlas-delivery": MESSAGE.id });
    expect(service.received[0]?.body).not.toContain("https://");
    expect(service.received[1]?.body).toContain("https://atlas.example.com/alerts/7");
  });

  test.each(['"<&>\u0001\n', "😀é\ud83d", "one line\r\n", "\\*_`|["])(
    "gets no more of %j than it takes",
    async (piece) => {
      const service = given(name);
      const long = { ...TROUBLE, title: piece.repeat(4000), text: piece.repeat(100_000) };
      expect([await service.send(long), service.trouble()]).toEqual([OK, undefined]);
      expect(service.received[0]?.body).toContain("…");
    },
  );

  test.each([
    [429, { "Retry-After": "7" }, 7],
    [404, {}, undefined],
    [500, {}, undefined],
    [302, { Location: "http://127.0.0.1:9/" }, undefined],
  ])("that answers %p %p is tried again", async (status, headers, retryAfterSeconds) => {
    const service = given(name, () => new Response("no_service", { status, headers }));
    expect(await service.send()).toEqual({
      status: `HTTP ${status}: delivery failed`,
      detail: null,
      retryAfterSeconds,
    });
    expect(service.received).toHaveLength(1);
  });

  test("that never answers is given up in time", async () => {
    const server = startHttpServer({ answer: () => new Promise(() => undefined) });
    const send = givenSenders({ pagerDuty: server.url, timeoutMs: 100 })[name];
    expect(await outcomeOf(() => send(configOf(name, server.url), MESSAGE))).toEqual({
      status: "Error: delivery failed",
      detail: "no answer came in time",
    });
  });

  test("gets no header that a title made", async () => {
    const service = given(name);
    expect(
      await service.send({
        ...TROUBLE,
        title: "Down\r\nX-Injected: 1",
        link: "https://a.test/\r\nX-Injected: 2",
      }),
    ).toEqual(OK);
    expect(service.trouble()).toBeUndefined();
    expect(service.received[0]?.headers).not.toHaveProperty("x-injected");
  });

  test("has no secret in what is said of a failure", async () => {
    const send = givenSenders()[name];
    const outcome = await outcomeOf(() => send(configOf(name, "http://127.0.0.1:9"), MESSAGE));
    expect(outcome).toMatchObject({ status: "Error: delivery failed", detail: "the connection was refused" });
  });

  test("that is not filled in is hopeless", async () => {
    const send = givenSenders()[name];
    const config = configOf(name, "http://127.0.0.1:9");
    for (const key of Object.keys(config)) {
      const outcome = await send({ ...config, [key]: " " }, MESSAGE);
      expect(outcome).toMatchObject({ isFinal: true, status: expect.stringMatching(/configured|required/) });
    }
  });
});

test.each(NAMES.filter((name) => name !== "pagerduty"))(
  "%s on a private address is refused where these are blocked",
  async (name) => {
    const service = startNotificationService(name);
    const send = givenSenders({ blocksPrivateTargets: true })[name];
    expect(await outcomeOf(() => send(service.config, MESSAGE))).toEqual({
      status: "Error: delivery failed",
      detail: "the host is private, and NOTIFICATION_BLOCK_PRIVATE_TARGETS is set",
    });
    expect(service.received).toEqual([]);
  },
);

test.each<[ServiceName, string]>([
  ["gotify", "gotify_token"],
  ["matrix", "matrix_token"],
])("a token of %s that no header can carry is not repeated, and nothing is sent", async (name, key) => {
  const service = startNotificationService(name);
  for (const token of ["s3cret\r\nX-Injected: 1", "s3cretü\u2713", "s3cret\u0000x"]) {
    const outcome = await outcomeOf(() => givenSenders()[name]({ ...service.config, [key]: token }, MESSAGE));
    expect(outcome).toMatchObject({ status: "Error: delivery failed" });
    expect(outcome.detail).not.toContain("s3cret");
  }
  expect(service.received).toEqual([]);
});

test("colours and priorities say how bad it is, and that it is over", async () => {
  const [slack, discord, teams, gotify] = [given("slack"), given("discord"), given("teams"), given("gotify")];
  const looks = async (message: Message) => {
    for (const { send } of [slack, discord, teams, gotify]) expect(await send(message)).toEqual(OK);
    return [
      slack.last().attachments[0].color,
      discord.last().embeds[0].color,
      teams.last().attachments[0].content.body[0].inlines[0].color,
      gotify.last().priority,
    ];
  };
  expect(await looks(MESSAGE)).toEqual([undefined, undefined, undefined, undefined]);
  expect(await looks({ ...MESSAGE, severity: "critical" })).toEqual(["#d92d20", 0xd9_2d_20, "Attention", 8]);
  expect(await looks({ ...MESSAGE, severity: "warning" })).toEqual(["#f79009", 0xf7_90_09, "Warning", 5]);
  expect(await looks({ ...TROUBLE, status: "acknowledged" })).toEqual(["#2e90fa", 0x2e_90_fa, "Accent", 3]);
  expect(await looks({ ...TROUBLE, status: "resolved" })).toEqual(["#12b76a", 0x12_b7_6a, "Good", 4]);
});

describe("text that looks like markup", () => {
  const NASTY =
    "<!channel> & <https://evil.test|click> @everyone **b** [a](https://evil.test) core_sw_1 `x`\n> q";

  test("pings nobody in Slack, and makes no link there", async () => {
    const { send, last } = given("slack");
    await send({ ...MESSAGE, title: NASTY, text: NASTY });
    expect(last()).toMatchObject({ text: expect.stringContaining("&lt;!channel&gt; &amp; &lt;https") });
    expect(last().attachments[0].text).toContain("\n&gt; q");
  });

  test("is shown as it is in Discord, whose addresses stay whole", async () => {
    const { send, last } = given("discord");
    await send({ ...MESSAGE, text: `${NASTY} https://atlas.example.com/a_b_c` });
    const { description } = last().embeds[0];
    expect(description).toContain(String.raw`\*\*b\*\* \[a\]\(`);
    expect(description).toContain(String.raw`core\_sw\_1 ${"\\`x\\`"}`);
    expect(description).toContain(" https://atlas.example.com/a_b_c");
    expect(description.replace("a_b_c", "")).not.toMatch(/(?<!\\)[*_[<]/);
    await send({ ...MESSAGE, text: "https://a.test/[x](https://evil.test)" });
    expect(last().embeds[0].description).toContain(String.raw`\[x\]\(`);
  });

  test("is no Markdown in Teams, line by line", async () => {
    const { send, last } = given("teams");
    await send({ ...MESSAGE, text: `${NASTY}\r\n\n three ` });
    const texts = last().attachments[0].content.body.map(
      ({ inlines }: { inlines: { text: string }[] }) => inlines[0]?.text,
    );
    expect(texts).toEqual([MESSAGE.title, ...NASTY.split("\n"), "three"]);
  });

  test("is no HTML in Matrix, and mentions nobody", async () => {
    const { send, last } = given("matrix");
    await send({ ...TROUBLE, title: "<b>x</b>", text: 'a "b"\n@room' });
    expect(last()).toEqual({
      msgtype: "m.text",
      body: '<b>x</b>\n\na "b"\n@room\n\nhttps://atlas.example.com/alerts/7',
      format: "org.matrix.custom.html",
      formatted_body:
        '<p><span data-mx-color="#d92d20"><strong>&lt;b&gt;x&lt;/b&gt;</strong></span></p><p>a &quot;b&quot;<br>@room</p>' +
        '<p><a href="https://atlas.example.com/alerts/7">Open in Netatlas</a></p>',
      "m.mentions": {},
    });
  });
});

test("a link that is no page is left out", async () => {
  const { send, received } = given("gotify");
  for (const link of ["javascript:alert(1)", "file:///etc/passwd", "nonsense", ""])
    await send({ ...MESSAGE, link });
  expect(received).toHaveLength(4);
  for (const { body } of received) expect(body).not.toContain("extras");
});

describe("Matrix", () => {
  test("has a message once, however often it is sent", async () => {
    const { send, received } = given("matrix");
    await send();
    await send();
    expect(received[0]?.path).toEndWith(`/send/m.room.message/${MESSAGE.id}`);
    expect(new Set(received.map(({ path }) => path)).size).toBe(1);
  });

  test("takes no alias for a room", async () => {
    const config = { ...configOf("matrix", "http://127.0.0.1:9"), matrix_room: "#ops:example.com" };
    expect(await givenSenders().matrix(config, MESSAGE)).toMatchObject({ isFinal: true });
  });
});

describe("PagerDuty", () => {
  test("triggers, acknowledges and resolves one incident", async () => {
    const { send, received } = given("pagerduty");
    for (const status of ["firing", "acknowledged", "resolved"] as const) {
      expect(await send({ ...TROUBLE, status })).toEqual(OK);
    }
    const events = received.map(({ body }) => JSON.parse(body));
    expect(events.map((event) => event.event_action)).toEqual(["trigger", "acknowledge", "resolve"]);
    expect(events.map((event) => event.dedup_key)).toEqual(["incident:7", "incident:7", "incident:7"]);
    expect(events[0].payload).toEqual({
      summary: MESSAGE.title,
      source: "Netatlas",
      severity: "critical",
      custom_details: { text: MESSAGE.text },
    });
  });

  test("knows a message that is sent again by its id, and a long key by its digest", async () => {
    const { send, last } = given("pagerduty");
    await send();
    expect(last()).toMatchObject({
      dedup_key: MESSAGE.id,
      event_action: "trigger",
      payload: { severity: "info" },
    });
    await send({ ...MESSAGE, groupKey: "k".repeat(256) });
    const { dedup_key: key } = last();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    await send({ ...MESSAGE, groupKey: `${"k".repeat(255)}l` });
    expect(last().dedup_key).not.toBe(key);
  });

  test("is where the account is", async () => {
    const server = startHttpServer({ answer: () => new Response(null, { status: 202 }) });
    const { pagerduty } = givenSenders({ pagerDuty: server.url });
    const config = configOf("pagerduty", server.url);
    expect(await pagerduty({ ...config, pagerduty_region: "EU" }, MESSAGE)).toEqual(OK);
    expect(server.received[0]?.path).toBe("/eu/v2/enqueue");
    expect(await pagerduty({ ...config, pagerduty_region: "mars" }, MESSAGE)).toMatchObject({
      isFinal: true,
    });
  });
});
