import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { removeOldResults } from "../../../src/features/tools/jobs";
import { measureToolResults } from "../../../src/features/tools/kept/figures";
import { holdResult } from "../../../src/features/tools/kept/hold";
import { ToolResultRead } from "../../../src/features/tools/kept/models";
import { createAuditReader } from "../../support/audit";
import { CLOSED_PORT, closePeers, startStreamPeer } from "../monitoring/probes/given";
import { givenToolService } from "./given";
import { closeDevices, startNetworkDevice } from "./network-device";

const { service, key, passiveKey, ask } = await givenToolService();
const auditOf = await createAuditReader(service);
const { db, sql } = service.database;
const me = await service.givenUser({ role: "NetworkAdmin" });
const { key: othersKey } = await service.apiKeyOf(me);
afterAll(() => {
  closeDevices();
  closePeers();
});

const Results = z.array(ToolResultRead);
const Answered = z.looseObject({ result_id: z.int() });

let count = 0;
async function givenDevice(): Promise<number> {
  count += 1;
  const body = { name: `device ${count}`, ip_address: "127.0.0.1" };
  const answer = await service.call("POST /api/v1/topology/devices", { key, body });
  return z.looseObject({ id: z.int() }).parse(answer.body).id;
}

const pathOf = (device: number) => `/api/v1/topology/devices/${device}/tool-results`;
const keep = (device: number, result: number, as = key) =>
  service.call(`POST ${pathOf(device)}`, { key: as, body: { result_id: result } });
const listOf = async (device: number, query = "") =>
  Results.parse((await service.call(`GET ${pathOf(device)}${query}`, { key })).body);

async function answerOf(tool: string, body: object): Promise<number> {
  const answer = await ask(tool, body);
  expect(answer.status).toBe(200);
  return Answered.parse(answer.body).result_id;
}

async function givenPing(host = "127.0.0.1"): Promise<number> {
  return answerOf("ping", { host, count: 1 });
}

describe("an answer of a tool", () => {
  test("is kept on a device as the service gave it, whatever the tool, and nothing secret with it", async () => {
    const device = await givenDevice();
    const open = await startStreamPeer(() => undefined);
    const { port } = await startNetworkDevice({ interfaces: [], neighbours: [] });
    const ids = [
      await givenPing(),
      await answerOf("traceroute", { host: "127.0.0.1" }),
      await answerOf("port-check", { host: "127.0.0.1", ports: [open.port, CLOSED_PORT] }),
      await answerOf("tls", { host: "127.0.0.1", port: CLOSED_PORT }),
      await answerOf("snmp/probe", { host: "127.0.0.1", port, community: "public" }),
    ];
    for (const id of ids) expect(await keep(device, id)).toMatchObject({ status: 201, body: { id } });
    const kept = await listOf(device);
    expect(kept.map(({ tool }) => tool)).toEqual([
      "snmp_probe",
      "tls_check",
      "port_check",
      "traceroute",
      "ping",
    ]);
    expect(kept.at(-1)).toMatchObject({
      device_id: device,
      asked: { target: "127.0.0.1", ports: [] },
      result: { host: "127.0.0.1", transmitted: 1, received: 1 },
      username: expect.any(String),
    });
    expect(kept[2]).toMatchObject({
      asked: { ports: [open.port, CLOSED_PORT], protocol: "tcp" },
      result: { results: [{ reachable: true }, { reachable: false }] },
    });
    expect(kept[0]).toMatchObject({ asked: { ports: [port], profile_id: null } });
    const stored = await sql<{ text: string }[]>`SELECT finding::text AS text FROM tool_results`;
    expect(stored.map(({ text }) => text).join()).not.toContain("public");
    const rows = await auditOf(`device:${device}`, "tools.result_kept");
    expect(rows).toHaveLength(5);
    expect(rows.at(-1)?.detail).toContain("tool=ping host=127.0.0.1");
  });

  test("comes in pages, and is gone when it is removed; a dry run removes nothing", async () => {
    const device = await givenDevice();
    const ids = [await givenPing(), await givenPing(), await givenPing()];
    for (const id of ids) await keep(device, id);
    expect((await listOf(device, "?limit=2")).map(({ id }) => id)).toEqual(ids.slice(1).reverse());
    const [first] = ids;
    const path = `${pathOf(device)}/${first}`;
    const tried = await service.call(`DELETE ${path}?dry_run=true`, { key });
    expect(tried.body).toMatchObject({ would_delete: { tool_results: { count: 1 } } });
    const preview = await service.call(`DELETE /api/v1/topology/devices/${device}?dry_run=true`, { key });
    expect(preview.body).toMatchObject({ would_delete: { tool_results: { count: 3 } } });
    expect((await service.call(`DELETE ${path}`, { key })).status).toBe(204);
    expect((await service.call(`DELETE ${path}`, { key })).body).toEqual({ detail: "Tool result not found" });
    expect(await listOf(device)).toHaveLength(2);
    expect(await auditOf(`device:${device}`, "tools.result_deleted")).toHaveLength(1);
  });

  test("is nobody's but whose call it answered, and of one device", async () => {
    const [device, other] = [await givenDevice(), await givenDevice()];
    const id = await givenPing();
    expect(await keep(device, id, othersKey)).toMatchObject({
      status: 404,
      body: { detail: "Tool result not found" },
    });
    expect((await keep(device, id, passiveKey)).status).toBe(403);
    expect((await keep(0, id)).body).toEqual({ detail: "Device not found" });
    expect((await keep(device, id)).status).toBe(201);
    expect((await keep(device, id)).status).toBe(201);
    expect(await keep(other, id)).toMatchObject({
      status: 409,
      body: { detail: "Tool result is kept on another device" },
    });
    expect(await listOf(device)).toHaveLength(1);
    expect(await auditOf(`device:${device}`, "tools.result_kept")).toHaveLength(1);
    expect((await service.call(`GET ${pathOf(0)}`, { key })).status).toBe(404);
    expect((await service.call(`GET ${pathOf(device)}`, { key: passiveKey })).status).toBe(200);
  });

  test("cannot be kept when a quarter of an hour is over", async () => {
    const device = await givenDevice();
    const id = await givenPing();
    await sql`UPDATE tool_results SET ran_at = now() - interval '16 minutes' WHERE id = ${id}`;
    expect((await keep(device, id)).status).toBe(404);
    await removeOldResults(db, { now: new Date(), retentionDays: 365 });
    expect(await sql`SELECT id FROM tool_results WHERE id = ${id}`).toHaveLength(0);
  });
});

const RESULT = {
  host: "h",
  address: "192.0.2.1",
  transmitted: 1,
  received: 1,
  packet_loss: 0,
  average_ms: 1,
  min_ms: 1,
  max_ms: 1,
  error: null,
  raw_output: "",
  duration_ms: 1,
};
const ASKED = { target: "h", record_type: null, server: null, ports: [], protocol: null, profile_id: null };
const held = (result: Partial<typeof RESULT> = {}, userId = me.id) =>
  holdResult(db, { userId, finding: { tool: "ping", asked: ASKED, result: { ...RESULT, ...result } } });

describe("what is kept is bounded", () => {
  test("a device has the newest hundred", async () => {
    const device = await givenDevice();
    const first = (await held()) ?? 0;
    expect((await keep(device, first, othersKey)).status).toBe(201);
    const many = await sql<{ id: number }[]>`
      INSERT INTO tool_results (user_id, device_id, finding, size_bytes, ran_at, kept_at)
      SELECT user_id, device_id, finding, size_bytes, ran_at, kept_at
      FROM tool_results, generate_series(1, 99) WHERE id = ${first} RETURNING id::int`;
    expect((await listOf(device)).map(({ id }) => id)).toContain(first);
    const last = (await held()) ?? 0;
    expect((await keep(device, last, othersKey)).status).toBe(201);
    const kept = (await listOf(device)).map(({ id }) => id);
    expect(kept).toEqual([last, ...many.map(({ id }) => id).toSorted((left, right) => right - left)]);
    expect(await measureToolResults(db)).toMatchObject({ bytes: expect.any(Number) });
  });

  test("a user has the newest fifty that nobody has kept", async () => {
    const user = await service.givenUser({ role: "NetworkAdmin" });
    const ids: (number | null)[] = [];
    for (let index = 0; index < 52; index++) ids.push(await held({}, user.id));
    const left = await sql<{ id: number }[]>`
      SELECT id::int FROM tool_results WHERE user_id = ${user.id} ORDER BY id`;
    expect(left.map(({ id }) => id)).toEqual(ids.slice(2).flatMap((id) => id ?? []));
  });

  test("what is too long has no id, and what a database cannot hold is written out", async () => {
    expect(await held({ raw_output: "x".repeat(300_000) })).toBeNull();
    const device = await givenDevice();
    const id = (await held({ raw_output: "a\0b\ud800\nc" })) ?? 0;
    expect((await keep(device, id, othersKey)).body).toMatchObject({
      result: { raw_output: "a\\u0000b\ufffd\nc" },
    });
  });

  test("what is older than the setting says goes, and the rest stays", async () => {
    const device = await givenDevice();
    const [old, young] = [(await held()) ?? 0, (await held()) ?? 0];
    for (const id of [old, young]) await keep(device, id, othersKey);
    await sql`UPDATE tool_results SET ran_at = now() - interval '31 days' WHERE id = ${old}`;
    await removeOldResults(db, { now: new Date(), retentionDays: 30 });
    expect((await listOf(device)).map(({ id }) => id)).toEqual([young]);
  });
});
