import { afterAll, beforeEach, expect, test } from "bun:test";
import pino from "pino";
import { MaintenanceWatch } from "#features/maintenance";
import { SnmpPolling, type Poller } from "#features/snmp-polling";
import { createEncryption } from "#platform/encryption";
import { pauseUnlessStopped } from "#platform/pause";
import { ProbeTrouble } from "#platform/probe/trouble";
import type { Writes } from "#platform/write-watch";
import { MASTER_KEY } from "../../support/app";
import { waitFor } from "../../support/wait-for";
import { givenNeighbourService } from "../neighbours/given";
import { closeAgents, startPortAgent } from "../ports/port-agent";

const { service, call, givenDevice, givenAgentDevice, givenProfile } = await givenNeighbourService();
const { database } = service;
const { sql } = database;
afterAll(closeAgents);

const agent = await startPortAgent([{ index: 1, name: "eth0" }]);

type Asked = { poller: string; device: number };

/** An engine with pollers of its own, and whom they asked. */
function givenPolling(pollers: Partial<Poller>[], writes?: Writes) {
  const asked: Asked[] = [];
  const results: string[] = [];
  const polling = new SnmpPolling({
    database,
    encryption: createEncryption(MASTER_KEY),
    targetRule: async () => ({ mayBePublic: false }),
    maintenance: new MaintenanceWatch({ db: database.db }),
    observer: { onPoll: (poller, result) => results.push(`${poller} ${result}`), onLag: () => undefined },
    log: pino({ level: "silent" }),
    ...(writes && { writes }),
    pollers: pollers.map(({ name = "test", everySeconds = () => 300, poll }) => ({
      name,
      everySeconds,
      async poll(ctx, given) {
        asked.push({ poller: name, device: given.device.id });
        await poll?.(ctx, given);
      },
    })),
  });
  return { polling, asked, results };
}

/** As if its time had come. */
const makeDue = () =>
  sql`UPDATE snmp_polls SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL`;
const rows = () =>
  sql<{ poller: string; polled: boolean; error: string | null; seconds: number | null }[]>`
    SELECT poller, polled_at IS NOT NULL AS polled, error, round(extract(epoch FROM due_at - now()))::int AS seconds
    FROM snmp_polls ORDER BY device_id, poller`;

let device = 0;
beforeEach(async () => {
  await sql`DELETE FROM maintenance_windows`;
  await sql`DELETE FROM devices`;
  device = await givenAgentDevice(agent, { display_name: "Switch" });
});

test("a device has a time of its own within the interval, and is asked again and again", async () => {
  const { polling, asked, results } = givenPolling([{}]);
  await polling.pollDue();
  const [planned] = await rows();
  expect(planned?.seconds).toBeWithin(-1, 301);
  await makeDue();
  await polling.pollDue();
  expect(asked).toEqual([{ poller: "test", device }]);
  expect(results).toEqual(["test ok"]);
  const [after] = await rows();
  expect(after).toMatchObject({ polled: true, error: null });
  expect(after?.seconds).toBeWithin(200, 301);
  await polling.pollDue();
  expect(asked).toHaveLength(1);
});

test("what is written just behind a plan is planned within half a minute, though nothing follows it", async () => {
  await sql`DELETE FROM devices`;
  const longestMs: number[] = [];
  const { polling } = givenPolling([{}], {
    mark: () => longestMs.length,
    pause: (_mark, { mostMs }, signal) =>
      longestMs.push(mostMs) === 1 ? Promise.resolve() : pauseUnlessStopped(mostMs, signal),
    ignore: () => undefined,
    hurry: () => undefined,
  });
  polling.start();
  await waitFor("the look behind the write", () => longestMs.length === 2);
  await polling.stop();
  expect(longestMs[0]).toBeGreaterThan(200_000);
  expect(longestMs[1]).toBeLessThanOrEqual(30_000);
});

test("all that is due is asked in one turn over one session; trouble of one poller stops no other", async () => {
  const sessions = new Set<object>();
  const note: Poller["poll"] = async (_, { session, upTime, at }) => {
    sessions.add(session);
    expect(upTime).toBe(1_000_000);
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  };
  const { polling, results } = givenPolling([
    { name: "first", poll: note },
    { name: "second", poll: () => Promise.reject(new ProbeTrouble("only the first 10 rows were read")) },
    { name: "broken", poll: () => Promise.reject(new Error("our bug")) },
    { name: "third", poll: note },
  ]);
  await polling.pollDue();
  await makeDue();
  await polling.pollDue();
  expect(sessions.size).toBe(1);
  expect(results).toEqual(["first ok", "second failed", "third ok"]);
  expect(await rows()).toMatchObject([
    { poller: "broken", polled: false },
    { poller: "first", error: null },
    { poller: "second", error: "only the first 10 rows were read" },
    { poller: "third", error: null },
  ]);
});

test("a device that is silent is asked for its time alone, and every poller says so", async () => {
  await sql`DELETE FROM devices`;
  const profile = await givenProfile({ port: agent.port, community: "wrong", timeout_seconds: 1 });
  await givenDevice({ display_name: "Silent", ip_address: "127.0.0.1", snmp_profile_id: profile });
  const { polling, asked, results } = givenPolling([{ name: "first" }, { name: "second" }]);
  await polling.pollDue();
  await makeDue();
  await polling.pollDue();
  expect(asked).toEqual([]);
  expect(results).toEqual(["first failed", "second failed"]);
  expect((await rows()).map(({ error }) => error)).toEqual([
    expect.stringContaining("no answer within"),
    expect.stringContaining("no answer within"),
  ]);
});

test("a device without an address is asked where its host name leads, and told where it leads nowhere", async () => {
  await sql`DELETE FROM devices`;
  const profile = await givenProfile({ port: agent.port, community: "public" });
  const named = await givenDevice({ hostname: "localhost", snmp_profile_id: profile });
  await givenDevice({ hostname: "gone.invalid", snmp_profile_id: profile });
  await givenDevice({ hostname: "the big switch", snmp_profile_id: profile });
  const { polling, asked } = givenPolling([{}]);
  await polling.pollDue();
  await makeDue();
  await polling.pollDue();
  expect(asked.map((one) => one.device)).toEqual([named]);
  expect(await rows()).toMatchObject([
    { polled: true, error: null },
    { polled: true, error: expect.stringContaining("cannot resolve gone.invalid") },
  ]);
});

test("who is paused, retired, without a profile or without an address is not asked, nor is anybody with polling off", async () => {
  const profile = await givenProfile({ port: agent.port, community: "public" });
  const givenWith = (body: object) =>
    givenDevice({ ip_address: "127.0.0.1", snmp_profile_id: profile, ...body });
  await givenWith({ display_name: "Paused", monitoring_paused: true });
  await givenWith({ display_name: "Retired", lifecycle: "retired" });
  await givenWith({ display_name: "No address", ip_address: "" });
  await givenDevice({ display_name: "No profile", ip_address: "127.0.0.1" });
  let seconds: number | null = 300;
  const { polling, asked } = givenPolling([{ everySeconds: () => seconds }]);
  await polling.pollDue();
  expect(await rows()).toHaveLength(1);
  await call(`PATCH /api/v1/topology/devices/${device}`, { monitoring_paused: true });
  await polling.pollDue();
  expect(await rows()).toMatchObject([{ seconds: null }]);
  await call(`PATCH /api/v1/topology/devices/${device}`, { monitoring_paused: false });
  seconds = null;
  await polling.pollDue();
  expect(await rows()).toMatchObject([{ seconds: null }]);
  expect(asked).toEqual([]);
});

test("the system settings say how often the service's own pollers ask, and whether", async () => {
  const own = service.polling;
  const secondsOf = async () =>
    Object.fromEntries((await rows()).map(({ poller, seconds }) => [poller, seconds]));
  await own.pollDue();
  expect((await secondsOf())["ports"]).toBeWithin(-1, 301);
  expect((await secondsOf())["forwarding"]).toBeWithin(-1, 901);
  const token = await service.tokenOf(await service.givenAdmin());
  const set = (body: object) => service.call("PUT /api/v1/admin/settings", { token, body });
  await set({ snmp_poll_interval_seconds: 30 });
  await sql`UPDATE snmp_polls SET due_at = now() + interval '200 seconds'`;
  await own.pollDue();
  expect((await secondsOf())["ports"]).toBeWithin(-1, 31);
  await set({ snmp_polling_enabled: false });
  await own.pollDue();
  expect(await secondsOf()).toEqual({ arp: null, forwarding: null, ports: null, sensors: null });
  expect((await call(`GET /api/v1/topology/devices/${device}/poll`)).body).toMatchObject({
    is_polled: false,
  });
});

test("a device in maintenance is left alone until its next time", async () => {
  const { polling, asked } = givenPolling([{}]);
  await polling.pollDue();
  await makeDue();
  const hour = 3_600_000;
  await call("POST /api/v1/maintenance", {
    title: "Work",
    schedule: {
      kind: "once",
      starts_at: new Date(Date.now() - hour).toISOString(),
      ends_at: new Date(Date.now() + hour).toISOString(),
    },
    scope: { device_ids: [device] },
  });
  await polling.pollDue();
  expect(asked).toEqual([]);
  const [row] = await rows();
  expect(row).toMatchObject({ polled: false });
  expect(row?.seconds).toBeWithin(200, 301);
});

test("two processes share the devices, none of which is asked twice", async () => {
  await Promise.all([1, 2, 3].map((number) => givenAgentDevice(agent, { display_name: `Shared ${number}` })));
  const [one, other] = [
    givenPolling([{ name: "first" }, { name: "second" }]),
    givenPolling([{ name: "first" }, { name: "second" }]),
  ];
  await one.polling.pollDue();
  await makeDue();
  await Promise.all([one.polling.pollDue(), other.polling.pollDue()]);
  const asked = [...one.asked, ...other.asked].map(({ poller, device: id }) => `${poller} ${id}`);
  expect(new Set(asked).size).toBe(8);
  expect(asked).toHaveLength(8);
});

test("a stop gives back what runs; the devices of a process that died are taken over when its lease ends", async () => {
  const begun = Promise.withResolvers<void>();
  const hanging: Poller["poll"] = async (_, { options }) => {
    begun.resolve();
    const { promise, reject } = Promise.withResolvers<void>();
    options.signal.addEventListener("abort", () => reject(options.signal.reason), { once: true });
    return promise;
  };
  const dying = givenPolling([{ poll: hanging }]);
  await dying.polling.pollDue();
  await makeDue();
  const running = dying.polling.pollDue();
  await begun.promise;
  const heir = givenPolling([{}]);
  await heir.polling.pollDue();
  expect(heir.asked).toEqual([]);
  // As if it had died long ago: nobody has renewed the lease.
  await sql`UPDATE snmp_polls SET leased_until = now() - interval '1 second'`;
  await heir.polling.pollDue();
  expect(heir.asked).toEqual([{ poller: "test", device }]);
  await dying.polling.stop();
  await running;
  const [row] = await rows();
  expect(row).toMatchObject({ polled: true, error: null });
  expect(row?.seconds).toBeWithin(200, 301);
});

test("a person who asks while the device is being asked is told so, and does not move its time", async () => {
  const free = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const { polling } = givenPolling([
    {
      poll: async () => {
        begun.resolve();
        await free.promise;
      },
    },
  ]);
  const target = { id: device, name: "Switch" };
  const { signal } = new AbortController();
  const first = polling.pollNow(target, signal);
  await begun.promise;
  expect(await polling.pollNow(target, signal)).toBe(false);
  free.resolve();
  expect(await first).toBe(true);
  await sql`UPDATE snmp_polls SET due_at = now() + interval '200 seconds'`;
  expect(await polling.pollNow(target, signal)).toBe(true);
  expect((await rows())[0]?.seconds).toBeWithin(100, 201);
});

test("started, it asks by itself", async () => {
  const { polling, asked } = givenPolling([{}]);
  await polling.pollDue();
  await makeDue();
  polling.start();
  await waitFor("the device to be asked", () => asked.length === 1);
  await polling.stop();
});
