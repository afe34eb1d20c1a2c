import { afterAll, describe, expect, test } from "bun:test";
import { AuthProtocols, PrivProtocols, SecurityLevel } from "net-snmp";
import { createAuditReader } from "../../support/audit";
import { CLOSED_PORT, closePeers, startDatagramPeer } from "../monitoring/probes/given";
import { givenToolService } from "./given";
import { closeDevices, startCrookedAgent, startNetworkDevice } from "./network-device";

const { service, ask } = await givenToolService();
const auditOf = await createAuditReader(service);
const adminToken = await service.tokenOf(await service.givenAdmin());
afterAll(() => {
  closeDevices();
  closePeers();
});

const INTERFACES = [
  { index: 1, name: "Gi0/1", status: 1 },
  { index: 2, name: "Gi0/2", status: 2 },
  { index: 10, name: "lo", status: 3 },
  { index: 11, name: "Gi0/3", status: 6 },
];
const NEIGHBOURS = [
  { interfaceIndex: 1, address: "10.0.0.7", mac: Buffer.from("00005e005301", "hex") },
  { interfaceIndex: 2, address: "10.0.0.200", mac: Buffer.from("0202030405ff", "hex") },
];
const IF_DESCR = "1.3.6.1.2.1.2.2.1.2";

const probe = (body: object) => ask("snmp/probe", { host: "127.0.0.1", ...body });

async function givenProfile(body: object): Promise<number> {
  const answer = await service.call("POST /api/v1/tools/snmp/profiles", { token: adminToken, body });
  return Number(Object(answer.body).id);
}

describe("an SNMP agent", () => {
  test.each(["v1", "v2c"])("is asked by %s for its system, interfaces and neighbours", async (version) => {
    const { port } = await startNetworkDevice({ interfaces: INTERFACES, neighbours: NEIGHBOURS });
    const answer = await probe({ community: "public", port, version });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        host: "127.0.0.1",
        version,
        sys_name: "sw3.example",
        sys_descr: "A switch",
        interfaces: [
          { index: 1, name: "Gi0/1", oper_status: "up" },
          { index: 2, name: "Gi0/2", oper_status: "down" },
          { index: 10, name: "lo", oper_status: "testing" },
          { index: 11, name: "Gi0/3", oper_status: "unknown" },
        ],
        arp_entries: [
          { ip_address: "10.0.0.7", mac_address: "00:00:5E:00:53:01", interface_index: 1 },
          { ip_address: "10.0.0.200", mac_address: "02:02:03:04:05:FF", vendor: null, interface_index: 2 },
        ],
        notes: [],
      },
    });
    expect(answer.body).toHaveProperty("sys_uptime_seconds", 123.45);
    expect(answer.body).toHaveProperty("arp_entries.0.vendor", expect.any(String));
    expect(await auditOf(`127.0.0.1:${port}`, "tools.snmp_probe")).toHaveLength(1);
  });

  test("is asked by v3 with what stands in the request", async () => {
    const user = {
      name: "monitor",
      level: SecurityLevel.authPriv,
      authProtocol: AuthProtocols.sha256,
      authKey: "an-auth-key-1",
      privProtocol: PrivProtocols.aes,
      privKey: "a-priv-key-1",
    };
    const { port } = await startNetworkDevice({ users: [user], interfaces: INTERFACES });
    const access = {
      version: "v3",
      username: "monitor",
      auth_protocol: "sha256",
      auth_key: "an-auth-key-1",
      priv_protocol: "aes",
      priv_key: "a-priv-key-1",
    };
    const answer = await probe({ ...access, port });
    expect(answer).toMatchObject({ status: 200, body: { version: "v3", sys_name: "sw3.example" } });
    expect(answer.body).toHaveProperty("interfaces.length", 4);
    expect(answer.text).not.toContain("an-auth-key-1");
    // To a wrong key this agent is silent.
    expect(await probe({ ...access, port, auth_key: "another-key-1", timeout_seconds: 1 })).toMatchObject({
      status: 504,
      body: { detail: "SNMP request to 127.0.0.1 timed out" },
    });
    expect((await probe({ ...access, port, username: null })).status).toBe(422);
    expect((await probe({ ...access, port, auth_protocol: null, auth_key: null })).status).toBe(422);
  });

  test("is asked by a profile, whose values win", async () => {
    const { port } = await startNetworkDevice();
    const id = await givenProfile({ name: "Tools", community: "public", port });
    expect(await probe({ profile_id: id, community: "wrong", port: CLOSED_PORT })).toMatchObject({
      status: 200,
      body: { sys_name: "sw3.example", interfaces: [], arp_entries: [] },
    });
    expect(await probe({ profile_id: id + 1000 })).toMatchObject({
      status: 404,
      body: { detail: "SNMP profile not found" },
    });
  });

  test("needs a community or a profile", async () => {
    expect(await probe({})).toMatchObject({
      status: 400,
      body: { detail: "SNMP community or profile is required" },
    });
  });

  test("that is silent is a 504, where nobody is a 400", async () => {
    const silent = await startDatagramPeer(() => []);
    const body = { community: "public", timeout_seconds: 1 };
    expect(await probe({ ...body, port: silent.port })).toMatchObject({
      status: 504,
      body: { detail: "SNMP request to 127.0.0.1 timed out" },
    });
    expect(await probe({ ...body, port: CLOSED_PORT })).toMatchObject({
      status: 400,
      body: { detail: "port unreachable" },
    });
  });
});

describe("a crooked SNMP agent", () => {
  const body = { community: "public", timeout_seconds: 1 };
  /** The answer of one that is asked for the names of interfaces; all other tables it leaves at once. */
  const probeCrooked = async (follow: (name: string, count: number) => string, value = Buffer.from("x")) => {
    const { port, heard } = await startCrookedAgent((name, count) =>
      name.startsWith(IF_DESCR) ? { name: follow(name, count), value } : { name: "1.3.9", value },
    );
    const begun = performance.now();
    return { ...(await probe({ ...body, port })), heard, tookMs: performance.now() - begun };
  };

  test("whose table goes in circles is believed once around", async () => {
    const { status, body } = await probeCrooked((name) =>
      name === `${IF_DESCR}.2` ? `${IF_DESCR}.1` : `${IF_DESCR}.2`,
    );
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        interfaces: [{ index: 2, name: "x", oper_status: null }],
        notes: ["Interfaces: broken off: the agent's rows are not in order, or go in circles"],
      },
    });
  });

  test("that repeats a row is believed once", async () => {
    const { body } = await probeCrooked(() => `${IF_DESCR}.7`);
    expect(body).toMatchObject({ interfaces: [{ index: 7 }] });
  });

  test("whose table never ends is read for 512 rows", async () => {
    let row = 0;
    const { body, heard } = await probeCrooked(() => `${IF_DESCR}.${++row}`);
    expect(body).toHaveProperty("interfaces.length", 512);
    expect(body).toMatchObject({ notes: ["Interfaces: only the first 512 rows were read"] });
    expect(heard.length).toBeLessThan(530);
  });

  test("whose names grow without end, and whose values are huge and hostile, is cut off", async () => {
    const hostile = Buffer.concat([Buffer.from("\u001b[2J\u202e"), Buffer.alloc(60_000, 0x41)]);
    const { status, body, text } = await probeCrooked((name) => `${name}.1`, hostile);
    expect(status).toBe(200);
    expect(body).toMatchObject({ interfaces: [{ index: 1 }] });
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    expect(text).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(text.length).toBeLessThan(2000);
  });

  test("that floods with what is no answer is a 400", async () => {
    const flood = await startDatagramPeer(() => Array.from({ length: 200 }, () => Buffer.from("no answer")));
    expect(await probe({ ...body, port: flood.port })).toMatchObject({
      status: 400,
      body: { detail: "33 datagrams, none an answer" },
    });
  });
});
