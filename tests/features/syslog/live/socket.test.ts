import { afterAll, describe, expect, test } from "bun:test";
import { signToken } from "../../../../src/features/auth/tokens";
import { SECRET_KEY, uniqueName, type Session } from "../../../support/app";
import { openLive, openSubscribed } from "../../../support/live-client";
import { openEventStream } from "../../../support/event-stream-client";
import { createLiveService } from "../../../support/live-service";
import { waitFor } from "../../../support/wait-for";
import { patient } from "../../../support/patience";

/** The live WebSocket (docs/live.md), over real sockets. */
const service = await createLiveService();
const { url, token } = service;
afterAll(() => service.close());

const PATH = "/api/v1/syslog/events/live";
const search = async (q: string): Promise<Record<string, unknown>[]> => {
  const { body } = await service.call(`GET /api/v1/syslog/events?q=${q}&limit=500`, { token });
  return Object(body).events;
};
const linesOf = (events: Record<string, unknown>[], marker: string) =>
  events.map(({ raw_log }) => String(raw_log)).filter((line) => line.includes(marker));

test("a client that sends only its token gets each event as one text frame, as a search gives it", async () => {
  const marker = uniqueName("plain");
  const client = await openLive(url, [` ${token}\n`]);
  // It is told nothing before its first event.
  const told = await openSubscribed(url, token);
  await waitFor("the event", () => {
    service.receive(`<38>Jun  1 12:00:00 web1 sshd[7]: Failed password, ${marker} "\\ü`);
    return client.events.length > 0 && told.events.length > 0;
  });
  const found = await waitFor("the search to find it", async () => {
    const events = await search(marker);
    return events.find(({ id }) => id === client.events[0]?.["id"]);
  });
  expect(client.events[0]).toEqual(found);
  expect(client.controls).toEqual([]);
  client.close();
  told.close();
});

test("frames that are neither control frames nor tokens keep the connection and change nothing", async () => {
  const marker = uniqueName("keep");
  const client = await openSubscribed(url, token);
  for (const frame of ["ping", "", "a.b", "[1]"]) client.send(frame);
  service.receive(`<14>host app: ${marker}`);
  await waitFor("the event", () => linesOf(client.events, marker).length === 1);
  expect(client.isClosed()).toBe(false);
  client.close();
});

describe("the extended protocol", () => {
  test("a filter selects with the grammar of the search, and can be replaced", async () => {
    const marker = uniqueName("filter");
    const client = await openSubscribed(url, token, { filter: { q: `${marker} -other app:one` } });
    service.receive(`<14>one: ${marker} a`, `<14>two: ${marker} b`, `<14>one: ${marker} other`);
    await waitFor("the selected event", () => client.events.length === 1);
    client.send({ v: 1, filter: { app: "two", q: marker } });
    await waitFor("the new filter", () => client.controls.length === 2);
    service.receive(`<14>one: ${marker} c`, `<14>two: ${marker} d`);
    await waitFor("the next event", () => client.events.length === 2);
    expect(linesOf(client.events, marker)).toEqual([`<14>one: ${marker} a`, `<14>two: ${marker} d`]);
    client.close();
  });

  test("a filter by device takes the events of its address", async () => {
    const marker = uniqueName("device");
    const admin = await service.tokenOf(await service.givenAdmin());
    const body = { name: uniqueName("device"), ip_address: "198.51.100.77" };
    const device = Object((await service.call("POST /api/v1/topology/devices", { token: admin, body })).body);
    const client = await openSubscribed(url, token, { filter: { device_id: device.id, q: marker } });
    service.receive(`<14>kernel: ${marker} SRC=192.0.2.1 DST=192.0.2.2 PROTO=TCP SPT=1 DPT=2`);
    service.receive(`<14>kernel: ${marker} SRC=198.51.100.77 DST=192.0.2.2 PROTO=TCP SPT=1 DPT=2`);
    await waitFor("the device's event", () => client.events.length === 1);
    expect(client.events[0]).toMatchObject({ src_ip: "198.51.100.77" });
    client.send({ v: 1, filter: { device_id: 987_654_321 } });
    await waitFor("the refusal", () => client.controls.some(({ type }) => type === "error"));
    client.close();
  });

  test("a client goes on behind the last event that it had, without gap or repeat", async () => {
    const marker = uniqueName("resume");
    const filter = { q: marker };
    const first = await openSubscribed(url, token, { filter });
    service.receive(`<14>h a: ${marker} 1`, `<14>h a: ${marker} 2`);
    await waitFor("two events", () => first.events.length === 2);
    first.close();
    await first.closed;
    service.receive(`<14>h a: ${marker} 3`);
    const { collector, id } = first.events[0] ?? {};
    const second = await openSubscribed(url, token, { filter, resume: { [String(collector)]: id } });
    service.receive(`<14>h a: ${marker} 4`);
    await waitFor("the events behind", () => second.events.length === 3);
    expect(linesOf(second.events, marker)).toEqual([2, 3, 4].map((n) => `<14>h a: ${marker} ${n}`));
    second.close();
  });

  test("`subscribed` says from where a client that had no event yet can come back", async () => {
    const marker = uniqueName("position");
    const warm = await openSubscribed(url, token);
    service.receive(`<14>h a: ${marker} 1`);
    await waitFor("an event", () => linesOf(warm.events, marker).length === 1);
    warm.close();
    const client = await openSubscribed(url, token);
    client.close();
    await client.closed;
    service.receive(`<14>h a: ${marker} 2`);
    const [subscribed] = client.controls;
    const back = await openSubscribed(url, token, { resume: Object(subscribed?.["position"]) });
    await waitFor("the missed event", () => linesOf(back.events, marker).length > 0);
    expect(linesOf(back.events, marker)).toEqual([`<14>h a: ${marker} 2`]);
    back.close();
  });

  test("a client that asks for a beat hears something every two seconds, though nothing comes", async () => {
    const client = await openLive(url, [token, { v: 1, beat: true, filter: { q: uniqueName("never") } }]);
    await waitFor("two beats", () => client.controls.length >= 3);
    const [subscribed, ...beats] = client.controls;
    expect(subscribed).toMatchObject({ type: "subscribed", beat_seconds: 2 });
    expect(beats[1]).toEqual({ v: 1, type: "position", position: beats[0]?.["position"] });
    client.close();
    const silent = await openSubscribed(url, token);
    expect(silent.controls[0]).not.toHaveProperty("beat_seconds");
    silent.close();
  });

  const BAD: [what: string, frame: object | string, loc: (string | number)[]][] = [
    ["another version", { v: 2 }, ["body", "v"]],
    ["a filter that is no object", { v: 1, filter: "q" }, ["body", "filter"]],
    ["a port that is none", { v: 1, filter: { src_port: 70_000 } }, ["body", "filter", "src_port"]],
    ["a query of 501 characters", { v: 1, filter: { q: "x".repeat(501) } }, ["body", "filter", "q"]],
    ["a position with a negative id", { v: 1, resume: { abc: -1 } }, ["body", "resume", "abc"]],
    ["a position that is a text", { v: 1, resume: "abc-1" }, ["body", "resume"]],
    ["a token that is a number", { v: 1, token: 1 }, ["body", "token"]],
    ["no JSON", '{"v":1,', ["body", 7]],
  ];
  test.each(BAD)("%s is refused with its place, and the stream goes on", async (_, frame, loc) => {
    const marker = uniqueName("bad");
    const client = await openSubscribed(url, token);
    client.send(frame);
    await waitFor("the refusal", () => client.controls.length === 2);
    expect(client.controls[1]).toMatchObject({ v: 1, type: "error", detail: [{ loc }] });
    service.receive(`<14>h a: ${marker}`);
    await waitFor("the event", () => linesOf(client.events, marker).length === 1);
    client.close();
  });

  test("a filter's bad address is refused in words", async () => {
    const client = await openSubscribed(url, token);
    client.send({ v: 1, filter: { src_ip: "nowhere" } });
    await waitFor("the refusal", () => client.controls.length === 2);
    expect(JSON.stringify(client.controls[1])).toContain(
      "'nowhere' does not appear to be an IPv4 or IPv6 address",
    );
    client.close();
  });
});

describe("fault 39: the handshake", () => {
  const handshake = (headers: Record<string, string>, query = "") =>
    fetch(`${url}${PATH}${query}`, {
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        ...headers,
      },
    });

  test("a foreign Origin is refused", async () => {
    const answer = await handshake({ Origin: "https://evil.example" });
    expect([answer.status, await answer.json()]).toEqual([403, { detail: "Origin not allowed" }]);
  });

  test("the service's own origin is not", async () => {
    const client = await openLive(url, [token, { v: 1 }], { headers: { Origin: url } });
    await waitFor("the subscription", () => client.controls.length === 1);
    client.close();
  });

  test("a token in the query string is refused, so that it reaches no log", async () => {
    const answer = await handshake({}, `?token=${token}`);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { detail: "This WebSocket takes no query parameters" },
    ]);
  });

  test("a request that is no handshake is told so", async () => {
    const answer = await fetch(`${url}${PATH}`);
    expect([answer.status, await answer.json()]).toEqual([
      426,
      { detail: "Upgrade Required: this is a WebSocket" },
    ]);
  });

  test("cookies and headers do not authenticate", async () => {
    const session = await service.sessionOf(service.viewer);
    const headers = { Cookie: session.cookies, Authorization: `Bearer ${token}` };
    const client = await openLive(url, ["{}"], { headers });
    expect(await client.closed).toMatchObject({ code: 1008 });
  });

  test("a fifth connection of one address that has not sent its token is refused, until one of them has", async () => {
    const own = await createLiveService();
    const waiting = await Promise.all([1, 2, 3, 4].map(() => openLive(own.url, [])));
    const refused = await openLive(own.url, []);
    expect(refused.isClosed()).toBe(true);
    waiting[0]?.send(own.token);
    const fifth = await waitFor("room", async () => {
      const client = await openLive(own.url, [own.token]);
      return client.isClosed() ? false : client;
    });
    for (const client of [...waiting, fifth]) client.close();
    await own.close();
  });
});

describe("fault 39: the first frame", () => {
  const refuses = async (first: string) => {
    const client = await openLive(url, [first]);
    const { code } = await client.closed;
    expect([code, client.events]).toEqual([1008, []]);
  };

  test("an API key is refused", async () => {
    await refuses((await service.apiKeyOf(service.viewer)).key);
  });

  test("an expired token is refused", async () => {
    const subject = { userId: service.viewer.id, sessionId: crypto.randomUUID() };
    const now = Math.floor(Date.now() / 1000);
    const expired = {
      type: "access",
      id: crypto.randomUUID(),
      issuedAt: now - 60,
      expiresAt: now - 1,
    } as const;
    await refuses(await signToken(subject, expired, SECRET_KEY));
  });

  test("a refresh token, a word and a bearer header's text are refused", async () => {
    const { refreshToken } = await service.sessionOf(service.viewer);
    for (const first of [refreshToken, "token", `Bearer ${token}`, ""]) await refuses(first);
  });

  test("a user without security_view is refused", async () => {
    const viewer = await service.tokenOf(await service.givenUser({ role: "Viewer" }));
    await refuses(viewer);
    const extended = await openLive(url, [viewer, { v: 1 }]);
    expect(await extended.closed).toMatchObject({ code: 4403 });
  });

  test("a SuperAdmin is not", async () => {
    const client = await openSubscribed(url, await service.tokenOf(await service.givenAdmin()));
    client.close();
  });

  test("a connection that sends none is closed after 5 s", async () => {
    const started = performance.now();
    const client = await openLive(url, []);
    expect(await client.closed).toMatchObject({ code: 1008 });
    expect(performance.now() - started).toBeWithin(4_500, 8_000);
  }, 15_000);

  test("a viewer above SYSLOG_WS_MAX_CONNECTIONS is refused, and finds a slot when one has gone", async () => {
    const own = await createLiveService({ SYSLOG_WS_MAX_CONNECTIONS: "2" });
    const [first, second] = [
      await openSubscribed(own.url, own.token),
      await openSubscribed(own.url, own.token),
    ];
    const third = await openLive(own.url, [own.token]);
    expect(await third.closed).toEqual({ code: 1008, reason: "all live streams are in use" });
    const extended = await openLive(own.url, [own.token, { v: 1 }]);
    expect(await extended.closed).toEqual({ code: 4503, reason: "all live streams are in use" });
    first.close();
    const next = await waitFor("a slot", () => openSubscribed(own.url, own.token).catch(() => undefined));
    next.close();
    second.close();
    await own.close();
  });
});

describe("one user has five live streams at most", () => {
  test("WebSockets and event streams together, of all its sessions and keys; others still find a slot", async () => {
    const user = await service.givenUser({ role: "SecurityAnalyst" });
    const tokens = [await service.tokenOf(user), await service.tokenOf(user)] as const;
    const { key } = await service.apiKeyOf(user);
    const streamOf = (value: string) =>
      openEventStream(`${url}/api/v1/syslog/events/stream`, { "X-API-Key": value });
    const streams = [await streamOf(key), await streamOf(key)];
    const sockets = await Promise.all(
      [tokens[0], tokens[1], tokens[1]].map((own) => openSubscribed(url, own)),
    );
    const sixth = await openLive(url, [tokens[0]]);
    expect(await sixth.closed).toEqual({
      code: 1008,
      reason: "all live streams of this user are in use",
    });
    const seventh = await openLive(url, [tokens[0], { v: 1 }]);
    expect(await seventh.closed).toMatchObject({ code: 4429 });
    const refused = await streamOf(key);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "10"]);
    const other = await openSubscribed(url, token);
    sockets[0]?.close();
    const next = await waitFor("a slot", () => openSubscribed(url, tokens[0]).catch(() => undefined));
    for (const client of [next, other, ...sockets, ...streams]) client.close();
  });

  test("or as many as SYSLOG_WS_MAX_CONNECTIONS_PER_USER says", async () => {
    const own = await createLiveService({ SYSLOG_WS_MAX_CONNECTIONS_PER_USER: "1" });
    const first = await openSubscribed(own.url, own.token);
    const second = await openLive(own.url, [own.token]);
    expect(await second.closed).toMatchObject({ code: 1008 });
    first.close();
    await own.close();
  });
});

describe("fault 39: a connection whose caller loses its rights is closed within 5 s", () => {
  async function expectEnd(change: (user: { id: number; session: Session }) => Promise<unknown>) {
    const user = await service.givenUser({ role: "SecurityAnalyst" });
    const session = await service.sessionOf(user);
    const client = await openSubscribed(url, session.token);
    const started = performance.now();
    await change({ id: user.id, session });
    expect(await client.closed).toEqual({ code: 4401, reason: "access to events has ended" });
    expect(performance.now() - started).toBeLessThan(patient(5_000));
  }
  const admin = service.givenAdmin().then(service.tokenOf);
  const patchUser = async (id: number, body: object) =>
    service.call(`PATCH /api/v1/auth/users/${id}`, { token: await admin, body });

  test("the user is deactivated", () => expectEnd(({ id }) => patchUser(id, { is_active: false })), 10_000);

  test("the user's role changes", () => expectEnd(({ id }) => patchUser(id, { role: "Viewer" })), 10_000);

  test(
    "the user signs out",
    () => expectEnd(({ session }) => service.call("POST /api/v1/auth/logout", { session, body: {} })),
    10_000,
  );
});

describe("a fresh token", () => {
  async function givenToken(seconds: number): Promise<{ brief: string; fresh: string }> {
    const user = await service.givenUser({ role: "SecurityAnalyst" });
    const fresh = await service.tokenOf(user);
    const [row] = await service.database.sql`SELECT id FROM sessions WHERE user_id = ${user.id}`;
    const now = Math.floor(Date.now() / 1000);
    const times = { issuedAt: now - 60, expiresAt: now + seconds };
    const subject = { userId: user.id, sessionId: String(row?.id) };
    const brief = await signToken(subject, { type: "access", id: crypto.randomUUID(), ...times }, SECRET_KEY);
    return { brief, fresh };
  }

  test("of another user, or one that is none, changes nothing", async () => {
    const client = await openSubscribed(url, (await givenToken(600)).brief);
    client.send({ v: 1, token });
    client.send({ v: 1, token: "none" });
    await waitFor("the refusals", () => client.controls.length === 3);
    for (const refusal of client.controls.slice(1))
      expect(refusal).toEqual({ v: 1, type: "error", detail: "The token is not valid, or of another user" });
    expect(client.isClosed()).toBe(false);
    client.close();
  });
});
