import { afterAll, beforeEach, expect, test } from "bun:test";
import { AlertsNow } from "../../../../src/features/alerts/live/models";
import { openAlertStream } from "../../../../src/features/alerts/live/stream";
import type { AlertWatcher } from "../../../../src/features/alerts/live/feed";
import { Viewers } from "#platform/http/viewers";
import { openEventStream } from "../../../support/event-stream-client";
import { patient } from "../../../support/patience";
import { waitFor } from "../../../support/wait-for";
import { createAlertService, INCIDENTS } from "../alert-service";

/** How alerts stand, as server-sent events over a real listener. */
const LIVE = "/api/v1/alerts/live";
const service = await createAlertService();
const { send, turn, becomes, givenRule, givenWatched, incidentsOf } = service;
const server = service.listen();
const url = server.url.href.replace(/\/$/, "");
afterAll(async () => {
  await server.stop(true);
  await service.close();
});

// What lasts by rules that are gone is over.
beforeEach(async () => {
  await service.sql`DELETE FROM alert_rules`;
  await turn();
});

const open = (token: string) =>
  openEventStream(`${url}${LIVE}`, { Accept: "text/event-stream", Authorization: `Bearer ${token}` });
type Client = Awaited<ReturnType<typeof open>>;
const shown = ({ received }: Client) =>
  received.filter(({ event }) => event === "message").map(({ data }) => AlertsNow.parse(data));
const newest = (client: Client) => shown(client).at(-1);

test("whoever is signed in hears at once that something has changed: an incident, its acknowledgement, its end", async () => {
  const { device, target } = await givenWatched();
  await givenRule();
  const client = await open(service.viewerToken);
  expect(client.headers.get("Content-Type")).toBe("text/event-stream");
  await waitFor("how it stands", () => newest(client)?.open === 0);
  await becomes(target, "down");
  await turn();
  await waitFor("the incident", () => newest(client)?.unacknowledged === 1);
  const [incident] = await incidentsOf(device);
  await send(`POST ${INCIDENTS}/${incident?.id}/acknowledge`, {});
  await waitFor("the acknowledgement", () => newest(client)?.unacknowledged === 0);
  expect(newest(client)?.open).toBe(1);
  await becomes(target, "up");
  await turn();
  await waitFor("its end", () => newest(client)?.open === 0);
  expect((await send(`GET ${LIVE}`)).body).toEqual(newest(client));
  const versions = shown(client).map(({ version }) => version);
  expect(new Set(versions).size).toBe(versions.length);
  client.close();
});

test("is another version when an incident is told further, and when a notice that was kept back goes out", async () => {
  const { target } = await givenWatched();
  const hours = (begins: string, ends: string) => ({
    time_zone: "UTC",
    windows: [{ days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], begins, ends }],
  });
  const steps = [{ after_minutes: 1, channels: ["smtp"] }];
  const rule = await givenRule({ quiet_hours: hours("22:00", "07:00"), escalation: steps });
  const version = async () => AlertsNow.parse((await send(`GET ${LIVE}`)).body).version;
  service.setHours("2026-11-25T23:00:00Z");
  await becomes(target, "down");
  await turn();
  const kept = await version();
  service.setHours("2026-11-26T07:00:00Z");
  await turn();
  const told = await version();
  await service.passes(60);
  await turn();
  expect(await service.noticesOf(rule)).toHaveLength(2);
  expect(new Set([kept, told, await version()]).size).toBe(3);
  service.setHours(undefined);
});

test("says every two seconds that the service is there, though nothing has changed", async () => {
  const client = await open(service.viewerToken);
  await waitFor("two beats", () => client.received.filter(({ event }) => event === "alive").length >= 2);
  expect(shown(client).length).toBeLessThanOrEqual(2);
  client.close();
});

test("ends when the session does", async () => {
  const person = await service.givenUser();
  const client = await open(await service.tokenOf(person));
  await waitFor("how it stands", () => shown(client).length === 1);
  await service.sql`UPDATE users SET is_active = false WHERE id = ${person.id}`;
  await waitFor("the end", () => client.received.at(-1)?.event === "end", patient(10_000));
  await client.ended;
});

test("is for those who are signed in, and for ten streams of a user at a time", async () => {
  expect((await service.call(`GET ${LIVE}`)).status).toBe(401);
  const token = await service.tokenOf(await service.givenUser());
  const clients = await Promise.all(Array.from({ length: 11 }, () => open(token)));
  expect(clients.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(clients.filter(({ status }) => status === 429)).toHaveLength(1);
  for (const client of clients) client.close();
});

test("a client that does not read gets the newest when it does, and keeps nobody up", async () => {
  let watcher: AlertWatcher | undefined;
  const feed = {
    add: (added: AlertWatcher) => (watcher = added),
    remove: () => undefined,
  };
  const access = {
    authenticate: () => Promise.reject(new Error("nobody does")),
    recheck: () => Promise.reject(new Error("nobody does")),
  };
  const caller = {
    userId: 1,
    username: "x",
    role: "Viewer",
    isSuperAdmin: false,
    permissions: [],
    apiKeyId: null,
    sessionId: null,
    mustEnrol: false,
  };
  const leaving = new AbortController();
  const viewers = new Viewers(access, { inAll: 1, perUser: 1 });
  const now = (version: string) => ({ open: 1, unacknowledged: 1, version });
  const answer = openAlertStream({ feed, viewers }, { now: now("0"), caller, signal: leaving.signal });
  for (let version = 1; version < 5000; version += 1) watcher?.take(now(`${version}`));
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  do {
    const { value } = (await reader?.read()) ?? {};
    length += value?.length ?? 0;
    text = decoder.decode(value);
    watcher?.take(now("last"));
  } while (!text.includes("last"));
  // 64 KiB may wait, and the one that is being read.
  expect(length).toBeLessThan(70_000);
  leaving.abort();
});
