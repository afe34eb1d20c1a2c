import { afterAll, expect, test } from "bun:test";
import pino from "pino";
import { z } from "zod";
import { packSamplesOfPorts } from "../../../src/features/ports/history/pack";
import { removeOldPorts } from "../../../src/features/ports/history/retention";
import { givenNeighbourService } from "../neighbours/given";
import { closeAgents, startPortAgent } from "./port-agent";

const { service, call, givenDevice, givenAgentDevice, viewerKey, auditOf } = await givenNeighbourService();
const { db, sql } = service.database;
afterAll(closeAgents);

const log = pino({ level: "silent" });
const MEGA = 1_000_000;
const TOLERANCE = 0.01;

const Port = z.looseObject({
  id: z.int(),
  name: z.string(),
  oper_status: z.string(),
  in_bps: z.number().nullable(),
  out_bps: z.number().nullable(),
  in_errors_per_second: z.number().nullable(),
  utilisation: z.number().nullable(),
  gone_at: z.string().nullable(),
  recent_in_bps: z.array(z.number().nullable()),
});
const Polls = z.looseObject({
  is_polled: z.boolean(),
  polls: z.array(z.looseObject({ poller: z.string(), error: z.string().nullable() })),
});
const History = z.looseObject({
  step_seconds: z.int(),
  points: z.array(z.looseObject({ at: z.string(), seconds: z.number(), in_bps: z.number().nullable() })),
});

const poll = (id: number) => call(`POST /api/v1/topology/devices/${id}/poll`);
const portsOf = async (id: number) =>
  z.array(Port).parse((await call(`GET /api/v1/topology/devices/${id}/ports`)).body);

/** A switch of its own for a test, with three ports: its agent, and what the service knows of them. */
async function givenSwitch() {
  const agent = await startPortAgent([
    { index: 1, name: "Gi0/1", alias: "uplink", inOctets: 5_000_000_000n, outOctets: 10n },
    { index: 2, name: "Gi0/2", oper: 2 },
    { index: 10, name: "Gi0/10", admin: 2, oper: 2, speed: 0 },
  ]);
  const device = await givenAgentDevice(agent, { display_name: "Switch" });
  let upTime = 1_000_000;
  return {
    agent,
    device,
    ports: () => portsOf(device),
    port: async (name: string) => {
      const port = (await portsOf(device)).find((one) => one.name === name);
      if (port === undefined) throw new Error(`there is no port ${name}`);
      return port;
    },
    history: async (portId: number, query = "") =>
      History.parse(
        (await call(`GET /api/v1/topology/devices/${device}/ports/${portId}/history${query}`)).body,
      ),
    /** What the agent says a minute later, which is asked at once: the poll before is moved back. */
    pollAMinuteLater: async (): Promise<void> => {
      await sql`UPDATE port_samples SET at = at - interval '1 minute' WHERE device_id = ${device}`;
      upTime += 6000;
      agent.setUpTime(upTime);
      expect((await poll(device)).status).toBe(200);
    },
    /** The agent begins anew. */
    begin: () => {
      upTime = 0;
    },
    upTime: () => upTime,
    /** Its samples are so old that they are packed. */
    pack: async (age = "8 hours"): Promise<void> => {
      await sql`UPDATE port_samples SET at = at - ${age}::interval WHERE device_id = ${device}`;
      await packSamplesOfPorts({ db, log, signal: new AbortController().signal, now: new Date() });
    },
  };
}

test("the ports of a device are there after the first poll, in natural order, without a rate", async () => {
  const { device, ports } = await givenSwitch();
  expect(await ports()).toEqual([]);
  const answer = await poll(device);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      is_polled: true,
      polls: expect.arrayContaining([
        expect.objectContaining({ poller: "ports", error: null, polled_at: expect.any(String) }),
      ]),
    },
  });
  expect(await ports()).toMatchObject([
    {
      name: "Gi0/1",
      alias: "uplink",
      if_index: 1,
      type: 6,
      mtu: 1500,
      speed_bps: 1000 * MEGA,
      oper_status: "up",
      in_bps: null,
      mac_address: "00:00:5e:00:53:01",
    },
    { name: "Gi0/2", alias: null, admin_status: "up", oper_status: "down" },
    { name: "Gi0/10", admin_status: "down", speed_bps: null, utilisation: null },
  ]);
  expect(await auditOf(`device:${device}`, "snmp.device_polled")).toHaveLength(1);
});

test("the list comes in pages, too", async () => {
  const { device } = await givenSwitch();
  await poll(device);
  const path = `/api/v1/topology/devices/${device}/ports`;
  const first = await call(`GET ${path}?limit=2`);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  const second = await call(`GET ${next}`);
  const pages = [first, second].flatMap(({ body }) =>
    z
      .array(Port)
      .parse(body)
      .map(({ name }) => name),
  );
  expect(pages).toEqual(["Gi0/1", "Gi0/2", "Gi0/10"]);
  expect(first.headers.get("X-Total-Count")).toBe("3");
  expect((await call(`GET ${path}?limit=2&cursor=nonsense`)).status).toBe(422);
});

test("the next poll tells what went through, by counters of 64 bits", async () => {
  const { agent, device, port: portOf, pollAMinuteLater } = await givenSwitch();
  await poll(device);
  agent.change(1, { inOctets: 5_000_000_000n + 750n * 1_000_000n, outOctets: 75_010n, inErrors: 6 });
  await pollAMinuteLater();
  const port = await portOf("Gi0/1");
  expect(port.in_bps ?? 0).toBeWithin(100 * MEGA * (1 - TOLERANCE), 100 * MEGA * (1 + TOLERANCE));
  expect(port.out_bps ?? 0).toBeWithin(9900, 10_100);
  expect(port.in_errors_per_second ?? 0).toBeCloseTo(0.1, 2);
  expect(port.utilisation ?? 0).toBeCloseTo(10, 0);
  expect(port.recent_in_bps).toEqual([null, port.in_bps]);
  expect((await portOf("Gi0/2")).in_bps).toBe(0);
});

test("an agent that began anew leaves a gap and no spike", async () => {
  const { agent, device, port: portOf, pollAMinuteLater, begin, upTime } = await givenSwitch();
  await poll(device);
  begin();
  agent.change(1, { inOctets: 1000n, outOctets: 0n, inErrors: 0 });
  await pollAMinuteLater();
  expect(await portOf("Gi0/1")).toMatchObject({ in_bps: null, out_bps: null });
  agent.change(1, { inOctets: 76_000n });
  await pollAMinuteLater();
  expect((await portOf("Gi0/1")).in_bps ?? 0).toBeWithin(9900, 10_100);
  agent.change(1, { inOctets: 900_000_000n, discontinuity: upTime() });
  await pollAMinuteLater();
  expect((await portOf("Gi0/1")).in_bps).toBeNull();
});

test("a port is known by its name when the agent numbers anew, and one that vanished is gone until it is back", async () => {
  const { agent, device, port: portOf, pollAMinuteLater } = await givenSwitch();
  await poll(device);
  const before = await portOf("Gi0/2");
  agent.remove(2);
  agent.add({ index: 7, name: "Gi0/2" });
  await pollAMinuteLater();
  expect(await portOf("Gi0/2")).toMatchObject({ id: before.id, if_index: 7, oper_status: "up", in_bps: 0 });
  agent.remove(7);
  await pollAMinuteLater();
  const gone = await portOf("Gi0/2");
  expect(gone).toMatchObject({ id: before.id, gone_at: expect.any(String), in_bps: null });
  agent.add({ index: 2, name: "Gi0/2" });
  await pollAMinuteLater();
  expect(await portOf("Gi0/2")).toMatchObject({ id: before.id, gone_at: null });
});

test("history is the same before and after it is packed, each poll up to two days, then averages of hours", async () => {
  const { device, port, history, pollAMinuteLater, begin, pack } = await givenSwitch();
  await poll(device);
  await pollAMinuteLater();
  begin();
  for (let later = 0; later < 3; later++) await pollAMinuteLater();
  const { id } = await port("Gi0/1");
  await sql`UPDATE port_samples SET at = at - interval '1 hour' WHERE device_id = ${device}`;
  const fresh = await history(id);
  expect(fresh.step_seconds).toBe(0);
  expect(fresh.points.map(({ in_bps: bits }) => bits)).toEqual([null, 0, null, 0, 0]);
  await pack();
  expect(await sql`SELECT 1 FROM port_samples WHERE device_id = ${device}`).toBeEmpty();
  expect((await history(id)).points.map(({ in_bps: bits }) => bits)).toEqual([null, 0, null, 0, 0]);
  const month = await history(id, "?hours=720");
  expect(month.step_seconds).toBe(3600);
  expect(month.points.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(180);
  const before = await history(id, "?hours=24&until=2026-01-01T00:00:00Z");
  expect(before.points).toEqual([]);
});

test("samples that come late are packed with those of their day", async () => {
  const { device, port, history, pollAMinuteLater, pack } = await givenSwitch();
  await poll(device);
  await pack();
  await pollAMinuteLater();
  // What is of the same second is one sample.
  await pack("8 hours 30 seconds");
  const { id } = await port("Gi0/1");
  expect((await history(id)).points.length).toBe(2);
});

test("samples go after 30 days, hours after a year, ports that are gone after 90 days", async () => {
  const { device, port, ports, pollAMinuteLater, pack } = await givenSwitch();
  await poll(device);
  await pollAMinuteLater();
  await pack();
  const { id } = await port("Gi0/1");
  const other = await port("Gi0/10");
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const counts = async () => {
    const [row] = await sql<{ samples: number; hours: number }[]>`
      SELECT (SELECT count(*)::int FROM port_sample_days WHERE port_id = ${id}) AS samples,
        (SELECT count(*)::int FROM port_hour_days WHERE port_id = ${id}) AS hours`;
    return row;
  };
  const all = await counts();
  expect(all?.hours).toBeGreaterThan(0);
  await removeOldPorts(db, inDays(29));
  expect(await counts()).toEqual(all);
  await removeOldPorts(db, inDays(33));
  expect(await counts()).toMatchObject({ samples: 0, hours: all?.hours ?? 0 });
  await sql`UPDATE device_ports SET gone_at = now() WHERE id = ${other.id}`;
  await removeOldPorts(db, inDays(91));
  expect((await ports()).map(({ name }) => name)).toEqual(["Gi0/1", "Gi0/2"]);
  await removeOldPorts(db, inDays(368));
  expect(await counts()).toMatchObject({ hours: 0 });
});

test("an agent without long counters is asked for the short ones", async () => {
  const old = await startPortAgent([{ index: 1, name: "eth0", speed: 100, inOctets: 1000n }], {
    knowsHighCounters: false,
  });
  const id = await givenAgentDevice(old, {
    display_name: "Old",
    profile: { community: "public", version: "v1" },
  });
  await poll(id);
  old.change(1, { inOctets: 751_000n });
  old.setUpTime(1_006_000);
  await poll(id);
  const [port] = await portsOf(id);
  expect(port?.name).toBe("Port eth0");
  expect(port?.in_bps ?? 0).toBeWithin(99_000, 101_000);
});

test("ports of one name are told apart by their numbers", async () => {
  const twins = await startPortAgent([1, 2].map((index) => ({ index, name: "LAN" })));
  const id = await givenAgentDevice(twins, { display_name: "Twins" });
  await poll(id);
  expect((await portsOf(id)).map(({ name }) => name)).toEqual(["LAN (1)", "LAN (2)"]);
});

test("a device that does not answer says so, and one without ports too", async () => {
  const silent = await givenAgentDevice({ port: 9 }, { display_name: "Silent" });
  const errorOf = async (deviceId: number) =>
    Polls.parse((await poll(deviceId)).body).polls.find(({ poller }) => poller === "ports")?.error;
  expect(await errorOf(silent)).toMatch(/port unreachable|no answer/);
  const none = await startPortAgent([]);
  const id = await givenAgentDevice(none, { display_name: "No ports" });
  expect(await errorOf(id)).toBe("the agent has no table of ports (IF-MIB)");
});

test("who may only look may not ask; what is not there or has no profile is refused", async () => {
  const { device, port } = await givenSwitch();
  await poll(device);
  const bare = await givenDevice({ display_name: "Bare", ip_address: "127.0.0.1" });
  const read = await service.call(`GET /api/v1/topology/devices/${device}/ports`, { key: viewerKey });
  expect(read.status).toBe(200);
  const asked = await service.call(`POST /api/v1/topology/devices/${device}/poll`, { key: viewerKey });
  expect(asked.status).toBe(403);
  expect((await poll(bare)).status).toBe(422);
  expect((await call(`GET /api/v1/topology/devices/${bare}/poll`)).body).toMatchObject({
    is_polled: false,
    polls: [],
  });
  for (const path of ["poll", "ports", "ports/export", "ports/1/history"])
    expect((await call(`GET /api/v1/topology/devices/999999/${path}`)).status).toBe(404);
  const { id } = await port("Gi0/1");
  expect((await call(`GET /api/v1/topology/devices/${bare}/ports/${id}/history`)).status).toBe(404);
});

test("the ports are a file, too, whose cells are no formulas", async () => {
  const { agent, device } = await givenSwitch();
  agent.change(1, { alias: "=cmd()" });
  await poll(device);
  const { text, headers } = await call(`GET /api/v1/topology/devices/${device}/ports/export`);
  expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="netatlas-ports-\d+-/);
  expect(text.split("\r\n").slice(0, 2)).toEqual([
    expect.stringMatching(/^name,alias,description,if_index/),
    expect.stringMatching(/^Gi0\/1,'=cmd\(\),Port Gi0\/1,1,6,1500,1000000000,/),
  ]);
});
