import { afterAll, describe, expect, test } from "bun:test";
import { createEncryption } from "#platform/encryption";
import { openReachability } from "#platform/echo/reachability";
import pino from "pino";
import { PortTargetOut, ServiceCheckDefinition } from "../../../../src/features/monitoring/checks/models";
import { CheckSuggestions } from "../../../../src/features/monitoring/suggestions/models";
import { suggestChecks } from "../../../../src/features/monitoring/suggestions/suggest";
import { snmpProfiles } from "../../../../src/features/snmp-profiles/tables";
import { MASTER_KEY, uniqueName } from "../../../support/app";
import { makeIdentity } from "../../../support/certificates";
import { createMonitoringService, CHECKS } from "../monitoring-service";
import { closePeers, startStreamPeer } from "../probes/given";
import { BASE, closeAgents, startAgent } from "../probes/snmp-agent";

const SUGGESTIONS = "/api/v1/monitoring/suggestions";
/** Nobody else's, so that ports may be chosen. */
const HOST = "127.83.12.9";

const service = await createMonitoringService();
const { send, givenDevice } = service;
const { certificate, key } = await makeIdentity("device.example");
const servers = [
  Bun.serve({ hostname: HOST, port: 8080, fetch: () => new Response("a page") }),
  Bun.serve({
    hostname: HOST,
    port: 8443,
    tls: { cert: certificate, key },
    fetch: () => new Response("safe"),
  }),
  Bun.serve({ hostname: "::1", port: 8123, fetch: () => new Response("a page") }),
];
const database = Bun.listen({ hostname: HOST, port: 5432, socket: { data: () => undefined } });

afterAll(async () => {
  closePeers();
  closeAgents();
  database.stop(true);
  await Promise.all(servers.map((server) => server.stop(true)));
  await service.close();
});

/** The limit of calls is the user's: each test but one has its own. */
async function suggested(...ids: number[]): Promise<CheckSuggestions> {
  await service.database.sql`DELETE FROM tool_calls`;
  const answer = await send(`POST ${SUGGESTIONS}`, { device_ids: ids });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return CheckSuggestions.parse(answer.body);
}

describe("POST /monitoring/suggestions", () => {
  test("gives checks that succeed, which can be created as they are, and are then known as existing", async () => {
    const id = await givenDevice({ ipAddress: HOST });
    const {
      devices: [device],
    } = await suggested(id);
    expect(device).toMatchObject({ device_id: id, address: HOST, status: "asked", reason: null });
    const found = device?.suggestions ?? [];
    expect(found.map(({ check }) => [check.check_type, check.port])).toEqual([
      ["tcp", 5432],
      ["http", 8080],
      ["https", 8443],
    ]);
    expect(found.map((one) => one.existing_check_id)).toEqual([null, null, null]);
    const created = await Promise.all(
      found.map(async ({ check }) => {
        const answer = await send(`POST ${CHECKS}`, { ...check, device_id: id });
        expect(answer).toMatchObject({ status: 201, body: check });
        return PortTargetOut.parse(answer.body).id;
      }),
    );
    const again = await suggested(id);
    expect(again.devices[0]?.suggestions.map((one) => one.existing_check_id)).toEqual(created);
  }, 60_000);

  test("a check of many devices counts as existing on each of them", async () => {
    const type = uniqueName("type");
    const id = await givenDevice({ ipAddress: HOST, deviceType: type });
    const scope = { types: [type], tags: [], group_ids: [], site_ids: [], networks: [] };
    const answer = await send(`POST ${CHECKS}`, { check_type: "http", port: 8080, label: "all", scope });
    const { devices } = await suggested(id);
    const page = devices[0]?.suggestions.find(({ check }) => check.port === 8080);
    expect(page?.existing_check_id).toBe(PortTargetOut.parse(answer.body).id);
  }, 60_000);

  test("asks in IPv6", async () => {
    const { devices } = await suggested(await givenDevice({ ipAddress: "::1" }));
    const found = devices[0]?.suggestions.map(({ check }) => [check.check_type, check.port]);
    expect(found).toContainEqual(["http", 8123]);
  }, 60_000);

  test("says of each device that is not asked why, by name, and which ids there are not", async () => {
    const metadata = await givenDevice({ displayName: "b-cloud", ipAddress: "169.254.169.254" });
    const nowhere = await givenDevice({ displayName: "a-bare", ipAddress: null });
    const outside = await givenDevice({ displayName: "c-public", ipAddress: "198.41.0.4" });
    const { devices, unknown_device_ids: unknown } = await suggested(
      metadata,
      2_000_000_001,
      nowhere,
      outside,
    );
    expect(unknown).toEqual([2_000_000_001]);
    expect(devices.map(({ name, status, suggestions }) => [name, status, suggestions])).toEqual([
      ["a-bare", "not_asked", []],
      ["b-cloud", "not_asked", []],
      ["c-public", "not_asked", []],
    ]);
    expect(devices.map(({ reason }) => reason)).toEqual([
      "The device has neither an address nor a host name",
      "Link-local, metadata and multicast addresses cannot be targets",
      "Public active network targets are blocked. Set ACTIVE_NETWORK_PUBLIC_TARGETS_ENABLED=true to allow them.",
    ]);
  });

  test.each([[[]], [Array.from({ length: 51 }, (_, index) => index + 1)], [["one"]], [undefined]])(
    "refuses %p as a list of devices",
    async (ids) => {
      const answer = await send(`POST ${SUGGESTIONS}`, { device_ids: ids });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain("device_ids");
    },
  );

  test("is for those who may change what is checked", async () => {
    const answer = await service.call(`POST ${SUGGESTIONS}`, {
      token: service.viewerToken,
      body: { device_ids: [1] },
    });
    expect(answer.status).toBe(403);
  });

  test("counts as a call of a tool", async () => {
    await service.database.sql`DELETE FROM tool_calls`;
    const answers = [];
    for (let call = 0; call < 21; call++)
      answers.push(await send(`POST ${SUGGESTIONS}`, { device_ids: [2_000_000_001] }));
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(answers[20]).toMatchObject({
      status: 429,
      body: { detail: "Tool rate limit exceeded; retry in 60 seconds" },
    });
  });
});

describe("with services of the test", () => {
  const encryption = createEncryption(MASTER_KEY);
  const { db } = service.database;
  const definition = (fields: object) => ServiceCheckDefinition.parse({ label: "it", ...fields });

  test("by SNMP a device is asked with its own profile, and without one not at all", async () => {
    await using reachability = await open();
    const { port } = await startAgent([{ type: "Integer", value: 7 }]);
    const secrets = encryption.encrypt(
      JSON.stringify({ community: "public", auth_key: null, priv_key: null }),
    );
    const [profile] = await db
      .insert(snmpProfiles)
      .values({ name: uniqueName("p"), version: "v2c", port, timeoutSeconds: 1, retries: 0, secrets })
      .returning();
    const ours = await givenDevice({ ipAddress: "127.0.0.1", snmpProfileId: profile?.id ?? 0 });
    const bare = await givenDevice({ ipAddress: "127.0.0.1" });
    const services = [
      { port: null, checks: [definition({ check_type: "snmp", options: { oid: `${BASE}.0.0` } })] },
    ];
    const { devices } = await suggestChecks(
      { db, encryption, reachability: reachability.it, rule: { mayBePublic: false }, services },
      { device_ids: [ours, bare] },
      new AbortController().signal,
    );
    const found = new Map(devices.map((device) => [device.device_id, device.suggestions]));
    expect(found.get(ours)).toMatchObject([{ check: { check_type: "snmp" }, details: { value: "7" } }]);
    expect(found.get(bare)).toEqual([]);
  });

  test("whoever leaves ends the look, and its connections", async () => {
    await using reachability = await open();
    const peer = await startStreamPeer(() => leave.abort(new Error("left")));
    const leave = new AbortController();
    const id = await givenDevice({ ipAddress: peer.address });
    const services = [{ port: peer.port, checks: [definition({ port: peer.port, check_type: "ssh" })] }];
    const asked = suggestChecks(
      { db, encryption, reachability: reachability.it, rule: { mayBePublic: false }, services },
      { device_ids: [id] },
      leave.signal,
    );
    expect(await asked.catch(String)).toBe("Error: left");
  });

  async function open() {
    const it = await openReachability({ log: pino({ level: "silent" }) });
    return { it, [Symbol.asyncDispose]: () => it.close() };
  }
});
