import { afterAll, describe, expect, test } from "bun:test";
import { closePeers } from "../monitoring/probes/given";
import { BASE, closeAgents, startAgent } from "../monitoring/probes/snmp-agent";
import { startCrookedAgent } from "../tools/network-device";
import { givenSensorService, named } from "./given";
import {
  chassis,
  closeMeasuringAgents,
  SERVER,
  startMeasuringAgent,
  ups,
  type Measured,
} from "./measuring-agent";

const { service, call, givenAgentDevice, givenDevice, auditOf, viewerKey, path, list, poll, patch, history } =
  await givenSensorService();
afterAll(() => {
  closeMeasuringAgents();
  closeAgents();
  closePeers();
});

let devices = 0;

async function givenMeasured(measured: Measured) {
  const agent = await startMeasuringAgent(measured);
  devices += 1;
  return { agent, id: await givenAgentDevice(agent, { display_name: `measured ${devices}` }) };
}

const brief = ({ category, name, value, unit, words }: Awaited<ReturnType<typeof list>>[number]) =>
  [category, name, value, unit, words] as const;

describe("what an agent measures is found by itself", () => {
  test("of a server: cores and their mean, memory without its cache, disks, load, temperatures", async () => {
    const { id } = await givenMeasured(SERVER);
    const sensors = await poll(id);
    expect(sensors.map(brief)).toEqual([
      ["cpu", "Core 0", 20, "%", null],
      ["cpu", "Core 1", 60, "%", null],
      ["cpu", "CPU", 40, "%", null],
      ["cpu", "Load-1", 0.52, "", null],
      ["cpu", "Load-5", 1.25, "", null],
      ["memory", "Memory", 25, "%", "1.9 of 7.6 GiB"],
      ["memory", "Swap", 25, "%", "0.5 of 1.9 GiB"],
      ["storage", "/", 75, "%", "28.6 of 38.1 GiB"],
      ["storage", "/large", 50, "%", "89.4 of 178.8 TiB"],
      ["temperature", "Core 0", 47.5, "°C", null],
      ["temperature", "Outdoor", -10, "°C", null],
    ]);
    expect(named(sensors, "CPU")).toMatchObject({ origin: "found", state: "ok", is_judged: false });
  });

  test("of a chassis: values with scale and precision, names of its parts, and what the agent holds of a sensor", async () => {
    const { id } = await givenMeasured(chassis(23.5));
    const sensors = await poll(id, 2);
    expect(sensors.map(brief)).toEqual([
      ["temperature", "Inlet", 23.5, "°C", null],
      ["temperature", "Sensor 14", null, "°C", "the sensor is broken"],
      ["humidity", "Sensor 15", null, "%", "the agent has no value at the moment"],
      ["fan", "Fan tray 1", 4200, "rpm", null],
      ["voltage", "Sensor 13", 11.98, "V", null],
    ]);
    expect(sensors.map(({ state, is_judged: isJudged }) => [state, isJudged])).toEqual([
      ["ok", true],
      ["warning", true],
      ["unknown", true],
      ["ok", true],
      ["ok", true],
    ]);
  });

  test("of a UPS: running on its battery is told twice and then a warning, without a bound", async () => {
    const { agent, id } = await givenMeasured(ups({ source: 3, charge: 100 }));
    const before = await poll(id);
    expect(before.map(({ name, value, unit, words }) => [name, words ?? value, unit])).toEqual([
      ["Battery", "battery normal", ""],
      ["Battery voltage", 54.1, "V"],
      ["Charge", 100, "%"],
      ["Input voltage 1", 231, "V"],
      ["Load 1", 37, "%"],
      ["Output source", "on line", ""],
      ["Output voltage 1", 230, "V"],
      ["Runtime left", 42, "min"],
      ["Seconds on battery", 0, "s"],
    ]);
    await agent.become(ups({ source: 5, charge: 96 }));
    const once = named(await poll(id), "Output source");
    expect(once).toMatchObject({ state: "ok", words: "on battery", agent_status: "warning" });
    const twice = named(await poll(id), "Output source");
    expect(twice.state).toBe("warning");
    const { changes, points } = await history(twice);
    expect(changes).toMatchObject([
      { previous_state: "ok", state: "warning", reason: "on battery", value: 5 },
    ]);
    expect(points.map(({ value }) => value)).toEqual([3, 5, 5]);
  });

  test("and what it has no more is marked as gone, keeps its history, and comes back", async () => {
    const { agent, id } = await givenMeasured(chassis(20));
    await poll(id);
    const whole = chassis(20);
    const [first, names] = whole.tables ?? [];
    if (first === undefined || names === undefined) throw new Error("the chassis has tables");
    const { 12: _fan, ...rest } = first.rows;
    await agent.become({ ...whole, tables: [{ ...first, rows: rest }, names] });
    const without = named(await poll(id), "Fan tray 1");
    expect(without).toMatchObject({ value: null, state: "unknown" });
    expect(without.gone_since).not.toBeNull();
    expect((await history(without)).changes).toMatchObject([
      { state: "unknown", reason: "the agent does not have it any more" },
    ]);
    await agent.become(whole);
    expect(named(await poll(id), "Fan tray 1")).toMatchObject({ gone_since: null, value: 4200, state: "ok" });
  });

  test("an agent that is silent leaves everything as it was", async () => {
    const { agent, id } = await givenMeasured(chassis(20));
    const before = await poll(id);
    agent.stop();
    expect(await poll(id)).toEqual(before);
    expect(before).not.toEqual([]);
  });
});

describe("a sensor of one's own", () => {
  const VALUES = [
    { type: "Gauge", value: 235 },
    { type: "OctetString", value: "21.75" },
    { type: "OctetString", value: "hello" },
    { type: "Opaque", value: Buffer.from("9f78047fc00000", "hex") },
    { type: "Counter64", value: Buffer.from("ffffffffffffffff", "hex") },
    { type: "Opaque", value: Buffer.from("9f780441bc0000", "hex") },
    { type: "OctetString", value: Buffer.from("001b5b324a80ff", "hex") },
  ];
  const oidOf = (index: number) => `${BASE}.${index}.0`;

  test("is read with factor and divisor, whatever type its number has; what is no number has none, and says why", async () => {
    const agent = await startAgent(VALUES);
    const id = await givenAgentDevice(agent, { display_name: "own" });
    for (const index of [...VALUES.keys(), 99])
      await call(`POST ${path(id)}`, { name: `v${index}`, oid: `.${oidOf(index)}`, divisor: 10 });
    const sensors = await poll(id);
    expect(sensors.map(({ name, value, words }) => [name, value, words])).toEqual([
      ["v0", 23.5, null],
      ["v1", 2.175, null],
      ["v2", null, "hello"],
      ["v3", null, "the value is no usable number"],
      ["v4", null, "the value is no usable number"],
      ["v5", 2.35, null],
      ["v6", null, "00:1b:5b:32:4a:80:ff"],
      ["v99", null, "the agent has no such value"],
    ]);
    expect(sensors[0]).toMatchObject({ origin: "own", category: "other", kind: "gauge", oid: oidOf(0) });
  });

  test("crosses its bound after two polls, and is back inside by the margin after two", async () => {
    const { agent, id } = await givenMeasured(chassis(70));
    const inlet = named(await poll(id), "Inlet");
    const bounded = await patch(inlet, { warn_above: 60, critical_above: 75, clear_margin: 3 });
    expect(bounded.body).toMatchObject({ warn_above: 60, is_judged: true, state: "ok" });
    expect(named(await poll(id), "Inlet").state).toBe("ok");
    expect(named(await poll(id), "Inlet").state).toBe("warning");
    await agent.become(chassis(58));
    expect(named(await poll(id, 3), "Inlet").state).toBe("warning");
    await agent.become(chassis(56.9));
    expect(named(await poll(id), "Inlet").state).toBe("warning");
    const back = named(await poll(id), "Inlet");
    expect(back.state).toBe("ok");
    expect((await history(back)).changes.map(({ state, reason }) => [state, reason])).toEqual([
      ["warning", "70 °C is above 60 °C"],
      ["ok", "56.9 °C"],
    ]);
  });

  test("is read now before it is kept; what cannot be had is said", async () => {
    const agent = await startAgent(VALUES);
    const id = await givenAgentDevice(agent, { display_name: "tried" });
    const tried = await call(`POST ${path(id)}/read`, { oid: oidOf(0), factor: 2 });
    expect([tried.status, tried.body]).toEqual([200, { type: "Gauge32", text: "235", value: 470 }]);
    expect((await call(`POST ${path(id)}/read`, { oid: oidOf(2) })).body).toMatchObject({ value: null });
    const missing = await call(`POST ${path(id)}/read`, { oid: oidOf(50) });
    expect([missing.status, missing.body]).toMatchObject([400, { detail: "The agent has no such value" }]);
    const without = await givenDevice({ name: "no profile", ip_address: "192.0.2.77" });
    const refused = await call(`POST ${path(without)}/read`, { oid: oidOf(0) });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { detail: "Device has no SNMP profile assigned" },
    ]);
    expect(await auditOf(`device:${id}`, "monitoring.sensor_tried")).toHaveLength(3);
    expect(await list(id)).toEqual([]);
  });

  test.each([
    [{ oid: "1.3.6.x" }, "oid"],
    [{ oid: "7.1" }, "oid"],
    [{ name: " " }, "name"],
    [{ divisor: 0 }, "divisor"],
    [{ factor: 0 }, "factor"],
    [{ warn_above: 80, critical_above: 60 }, "critical_above"],
    [{ warn_below: 5, critical_below: 10 }, "critical_below"],
    [{ warn_below: 50, warn_above: 40 }, "warn_below"],
    [{ clear_margin: -1 }, "clear_margin"],
    [{ confirm_after: 0 }, "confirm_after"],
    [{ warn_above: "hot" }, "warn_above"],
  ])("with %p is refused with the field's name", async (fields, field) => {
    const id = await givenDevice({ name: `refused ${field}`, ip_address: "192.0.2.78" });
    const answer = await call(`POST ${path(id)}`, { name: "x", oid: "1.3.6.1", ...fields });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: [{ loc: ["body", field] }] });
    expect(await list(id)).toEqual([]);
  });

  test("is audited, kept from others' changes, tried without a trace, and deleted with its history", async () => {
    const id = await givenDevice({ name: "audited", ip_address: "192.0.2.79" });
    const dry = await call(`POST ${path(id)}?dry_run=true`, { name: "x", oid: "1.3.6.1" });
    expect([dry.status, (await list(id)).length]).toEqual([200, 0]);
    const made = await call(`POST ${path(id)}`, { name: "x", oid: "1.3.6.1" });
    expect(made.status).toBe(201);
    const [sensor] = await list(id);
    if (sensor === undefined) throw new Error("it was made");
    const one = `${path(id)}/${sensor.id}`;
    const stale = { headers: { "If-Match": '"other"' } };
    expect((await service.call(`DELETE ${one}`, { key: viewerKey })).status).toBe(403);
    const tag = made.headers.get("ETag") ?? "";
    const changed = await service.call(`PATCH ${one}`, {
      token: await service.tokenOf(await service.givenAdmin()),
      body: { name: "y", warn_above: 5 },
      headers: { "If-Match": tag },
    });
    expect([changed.status, changed.body]).toMatchObject([200, { name: "y", warn_above: 5 }]);
    const admin = await service.tokenOf(await service.givenAdmin());
    expect((await service.call(`PATCH ${one}`, { token: admin, body: { name: "z" }, ...stale })).status).toBe(
      412,
    );
    expect((await call(`DELETE ${one}?dry_run=true`)).body).toMatchObject({
      would_delete: { sensors: { count: 1, names: ["y"] } },
    });
    expect((await call(`DELETE ${one}`)).status).toBe(204);
    expect((await call(`GET ${one}`)).status).toBe(404);
    const entries = await auditOf(`sensor:${sensor.id}`);
    expect(entries.map(({ action }) => action)).toEqual([
      "monitoring.sensor_deleted",
      "monitoring.sensor_updated",
      "monitoring.sensor_created",
    ]);
  });

  test("sent again with its Idempotency-Key is the same one, as it is by then", async () => {
    const id = await givenDevice({ name: "sent twice", ip_address: "192.0.2.80" });
    const token = await service.tokenOf(await service.givenAdmin());
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const add = () =>
      service.call(`POST ${path(id)}`, { token, headers, body: { name: "once", oid: "1.3.6.1" } });
    const first = await add();
    const [sensor] = await list(id);
    if (sensor === undefined) throw new Error("it was made");
    await patch(sensor, { warn_above: 7 });
    const second = await add();
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get("Idempotent-Replayed")).toBe("true");
    expect(second.body).toMatchObject({ id: sensor.id, name: "once", warn_above: 7 });
    expect(await list(id)).toHaveLength(1);
  });

  test("has room beside 63 others; what was found cannot be renamed or deleted, but switched off", async () => {
    const { id } = await givenMeasured(chassis(20));
    const inlet = named(await poll(id), "Inlet");
    expect((await patch(inlet, { name: "Front" })).body).toMatchObject({
      detail: [{ loc: ["body", "name"] }],
    });
    expect((await call(`DELETE ${path(id)}/${inlet.id}`)).status).toBe(409);
    expect((await patch(inlet, { enabled: false })).body).toMatchObject({ enabled: false });
    const off = named(await poll(id), "Inlet");
    expect(off.read_at).toBe(inlet.read_at);
    await service.database.sql`
      INSERT INTO sensors (device_id, category, name, unit, oid)
      SELECT ${id}, 'other', 'own ' || number, '', '1.3.' || number FROM generate_series(1, 63) AS number`;
    expect((await call(`POST ${path(id)}`, { name: "the last", oid: "1.3.98" })).status).toBe(201);
    const full = await call(`POST ${path(id)}`, { name: "one more", oid: "1.3.99" });
    expect([full.status, full.body]).toMatchObject([
      409,
      { detail: "A device has at most 64 sensors of its own" },
    ]);
  });
});

test("deleting a device says which sensors of people's go with it, and its audit row keeps them", async () => {
  const id = await givenDevice({ name: "going", ip_address: "192.0.2.80" });
  await call(`POST ${path(id)}`, { name: "Inlet", oid: "1.3.6.1", warn_above: 40 });
  await service.database.sql`
    INSERT INTO sensors (device_id, key, category, name, unit, oid) VALUES (${id}, 'entity:1', 'fan', 'Fan', 'rpm', '1.3')`;
  const device = `/api/v1/topology/devices/${id}`;
  expect((await call(`DELETE ${device}?dry_run=true`)).body).toMatchObject({
    would_delete: { sensors: { count: 1, names: ["Inlet"] } },
  });
  expect((await call(`DELETE ${device}`)).status).toBe(204);
  const [entry] = await auditOf(`device:${id}`, "topology.device_deleted");
  expect(entry?.before).toMatchObject({
    removed: { sensors: { count: 1, rows: [{ name: "Inlet", warn_above: 40 }] } },
  });
});

/** Numbers that are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe("a hostile agent", () => {
  test("whose tables never end is read as far as 256 rows, with its first 16 cores", async () => {
    const column = "1.3.6.1.2.1.25.3.3.1.2";
    const agent = await startCrookedAgent((name, count) => ({
      name: name.startsWith(column) ? `${column}.${count}` : "1.3.6.9",
      value: Buffer.from("50"),
    }));
    const id = await givenAgentDevice(agent, { display_name: "endless" });
    const sensors = await poll(id);
    expect(sensors).toHaveLength(17);
    expect(named(sensors, "CPU").value).toBe(50);
    expect(agent.heard.length).toBeLessThan(256 + 150);
  });

  test("whose every answer is noise gives short names, finite values and no more than 400 sensors", async () => {
    const random = randomFrom(5);
    const hostile = [
      "\0",
      "\u001b[2J",
      "\u202e",
      "<script>",
      "1e309",
      "-0",
      "NaN",
      "99999999999999999999999",
      "7",
    ];
    const octets = () =>
      random() < 0.3
        ? Buffer.from(Array.from({ length: Math.floor(random() * 300) }, () => Math.floor(random() * 256)))
        : Buffer.from(hostile[Math.floor(random() * hostile.length)] ?? "");
    const agent = await startCrookedAgent((name) => {
      const last = Number(name.split(".").at(-1));
      const rows = name.split(".").slice(0, -1).join(".");
      const isRow = last >= 1000 && last < 1020;
      if (last >= 1020) return { name: "2.9", value: octets() };
      return { name: isRow ? `${rows}.${last + 1}` : `${name}.1000`, value: octets() };
    });
    const id = await givenAgentDevice(agent, { display_name: "noise" });
    const sensors = await poll(id);
    expect(sensors.length).toBeGreaterThan(50);
    expect(sensors.length).toBeLessThanOrEqual(400);
    for (const { name, words, value } of sensors) {
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      expect(`${name}${words ?? ""}`).not.toMatch(/[\u0000-\u001f\u202e]/);
      expect(name.length).toBeLessThanOrEqual(120);
      expect(value === null || Number.isFinite(value)).toBe(true);
    }
  });
});
