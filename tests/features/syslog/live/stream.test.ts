import { afterAll, describe, expect, test } from "bun:test";
import { uniqueName } from "../../../support/app";
import { openEventStream } from "../../../support/event-stream-client";
import { createLiveService } from "../../../support/live-service";
import { waitFor } from "../../../support/wait-for";
import { patient } from "../../../support/patience";

/** The live events as server-sent events, over a real listener. */
const service = await createLiveService();
const { key } = await service.apiKeyOf(service.viewer);
const PATH = "/api/v1/syslog/events/stream";
afterAll(() => service.close());

const open = (query = "", headers: Record<string, string> = {}) =>
  openEventStream(`${service.url}${PATH}${query}`, { "X-API-Key": key, ...headers });

type Client = Awaited<ReturnType<typeof open>>;
const linesOf = ({ received }: Client) => received.map(({ data }) => Object(data).raw_log);

test("an API key's stream gets each event as a search gives it", async () => {
  const marker = uniqueName("stream");
  const client = await open(`?q=${marker}`);
  expect(client.headers.get("Content-Type")).toBe("text/event-stream");
  expect(client.headers.get("Cache-Control")).toBe("no-store");
  service.receive(`<38>Jun  1 12:00:00 web1 sshd[7]: Failed password, ${marker} "\\ü`);
  await waitFor("the event", () => client.received.length === 1);
  const found = await waitFor("the search to find it", async () => {
    const { body } = await service.call(`GET /api/v1/syslog/events?q=${marker}`, { key });
    return Object(body).events[0];
  });
  expect(client.received[0]).toEqual({ event: "message", id: `${found.collector}-${found.id}`, data: found });
  client.close();
});

test("a bearer token and a cookie open it too", async () => {
  const session = await service.sessionOf(service.viewer);
  const callers: Record<string, string>[] = [
    { Authorization: `Bearer ${session.token}` },
    { Cookie: session.cookies },
  ];
  for (const headers of callers) {
    const client = await openEventStream(`${service.url}${PATH}`, headers);
    expect(client.status).toBe(200);
    client.close();
  }
});

test("Last-Event-ID goes on behind that event, without gap or repeat", async () => {
  const marker = uniqueName("resume");
  const first = await open(`?q=${marker}`);
  service.receive(`<14>a: ${marker} 1`, `<14>a: ${marker} 2`);
  await waitFor("two events", () => first.received.length === 2);
  first.close();
  await first.ended;
  service.receive(`<14>a: ${marker} 3`);
  const second = await open(`?q=${marker}`, { "Last-Event-ID": first.received[0]?.id ?? "" });
  service.receive(`<14>a: ${marker} 4`);
  await waitFor("the events behind", () => second.received.length === 3);
  expect(linesOf(second)).toEqual([2, 3, 4].map((n) => `<14>a: ${marker} ${n}`));
  second.close();
});

test("a silent stream is kept alive, and its id moves with what the filter leaves out", async () => {
  const client = await open("?q=nothing-has-this");
  service.receive("<14>a: something else");
  // Bun cuts silent answers after 10 s; an id without data is no event.
  await waitFor("the id", () => /^\w+-\d+$/.test(client.lastEventId()), 15_000);
  expect(client.received).toEqual([]);
  client.close();
}, 20_000);

describe("fault 39: an event stream", () => {
  test("a key that is revoked ends its stream within 5 s", async () => {
    const own = await service.apiKeyOf(service.viewer);
    const client = await open("", { "X-API-Key": own.key });
    const started = performance.now();
    await service.call(`DELETE /api/v1/api-keys/${own.id}`, { token: service.token });
    await client.ended;
    expect(client.received).toEqual([
      { id: client.lastEventId(), event: "end", data: { reason: "access to events has ended" } },
    ]);
    expect(performance.now() - started).toBeLessThan(patient(5_000));
  }, 10_000);

  test("the streams take the slots of SYSLOG_WS_MAX_CONNECTIONS, and give them back", async () => {
    const own = await createLiveService({ SYSLOG_WS_MAX_CONNECTIONS: "1" });
    const headers = { Authorization: `Bearer ${own.token}` };
    const first = await openEventStream(`${own.url}${PATH}`, headers);
    const second = await openEventStream(`${own.url}${PATH}`, headers);
    expect([first.status, second.status]).toEqual([200, 503]);
    expect(second.headers.get("Retry-After")).toBe("10");
    first.close();
    const third = await waitFor("the slot", async () => {
      const client = await openEventStream(`${own.url}${PATH}`, headers);
      return client.status === 200 ? client : undefined;
    });
    third.close();
    await own.close();
  });
});

describe("bad input", () => {
  const REFUSED: [query: string, headers: Record<string, string>, status: number, loc: string[]][] = [
    ["?src_port=70000", {}, 422, ["query", "src_port"]],
    ["?severity=8", {}, 422, ["query", "severity"]],
    [`?q=${"x".repeat(501)}`, {}, 422, ["query", "q"]],
    ["", { "Last-Event-ID": "here" }, 422, ["header", "Last-Event-ID"]],
    ["", { "Last-Event-ID": "abc-99999999999999999" }, 422, ["header", "Last-Event-ID"]],
  ];
  test.each(REFUSED.map((refused) => [refused[3].join("."), ...refused] as const))(
    "%s: refused",
    async (_, query, headers, status, loc) => {
      const answer = await service.call(`GET ${PATH}${query}`, { key, headers });
      expect(answer).toMatchObject({ status, body: { detail: [{ loc }] } });
    },
  );

  test("an address that is none is refused in words", async () => {
    expect(await service.call(`GET ${PATH}?src_ip=nowhere`, { key })).toMatchObject({ status: 400 });
  });
});
