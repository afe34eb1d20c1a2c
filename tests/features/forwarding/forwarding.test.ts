import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { z } from "zod";
import { AddressHolders } from "#features/bindings";
import { removeOldEntries } from "../../../src/features/forwarding/jobs";
import { AttachedMachine, AttachedPort, Attachment } from "../../../src/features/forwarding/models";
import { describeHolder } from "../../../src/web/format/holder";
import { startCrookedAgent } from "../tools/network-device";
import { givenNeighbourService } from "../neighbours/given";
import { closePeers } from "../monitoring/probes/given";
import { startBridge, closeBridges, type BridgeTables } from "./bridge-agent";
import { patient } from "../../support/patience";

// The first question for a vendor waits for the registry to be read.
setDefaultTimeout(patient(20_000));

const { service, key, viewerKey, call, givenDevice, givenAgentDevice } = await givenNeighbourService();
const { sql, db } = service.database;
const analyst = await service.tokenOf(await service.givenUser({ role: "SecurityAnalyst" }));
afterAll(() => {
  closeBridges();
  closePeers();
});

const ANNA = "001b213a4c5d";
const BERT = "001b213a4c5e";
const macOf = (digits: string) => digits.replaceAll(/(..)(?=.)/g, "$1:");
const CORE_MAC = "00005e005301";
const ACCESS_MAC = "00005e005303";
/** Twelve virtual machines behind one port. */
const VIRTUAL = Array.from({ length: 12 }, (_, index) => `52540012345${index.toString(16)}`);

const CORE: BridgeTables = {
  address: CORE_MAC,
  ports: [
    [1, 10_101, "Te1/1", "to access"],
    [2, 10_102, "Te1/2"],
  ],
  vlans: [
    [1, 10],
    [2, 20],
    [3, 30],
    [3, 31],
  ],
  learned: [
    ...[ANNA, BERT, ...VIRTUAL].map((mac) => ({ mac, port: 1, table: 1 })),
    { mac: ACCESS_MAC, port: 1, table: 1 },
    { mac: "00005e0053aa", port: 2, table: 2 },
    { mac: "00005e0053ab", port: 2, table: 3 },
    // Its own, one that it was told, one that is not valid, a group's, and a port that is none.
    { mac: CORE_MAC, port: 2, table: 2, status: 4 },
    { mac: "00005e0053b1", port: 2, table: 2, status: 5 },
    { mac: "00005e0053b2", port: 2, table: 2, status: 2 },
    { mac: "01005e000001", port: 2, table: 2 },
    { mac: "00005e0053b3", port: 0, table: 2 },
  ],
  arp: [
    { address: "10.0.0.7", mac: ANNA },
    { address: "10.0.0.8", mac: BERT },
    // Of single tests alone.
    { address: "10.0.0.9", mac: VIRTUAL[0] ?? "" },
    { address: "10.0.0.10", mac: VIRTUAL[1] ?? "" },
  ],
  neighbours: [
    { octets: [0xfd, 0, ...Buffer.alloc(13), 7], mac: ANNA },
    { octets: [0xfe, 0x80, ...Buffer.alloc(13), 7], mac: ANNA },
  ],
};

const ACCESS: BridgeTables = {
  hasVlans: false,
  address: ACCESS_MAC,
  ports: [
    [14, 10_014, "Gi0/14", "room 7"],
    [15, 10_015, "Gi0/15"],
    [48, 5_001, "Po1"],
    [0, 10_048, "Gi0/48"],
  ],
  aggregates: [[10_048, 5_001]],
  learned: [
    { mac: ANNA, port: 14 },
    { mac: BERT, port: 15 },
    ...VIRTUAL.map((mac) => ({ mac, port: 15 })),
    { mac: CORE_MAC, port: 48 },
    { mac: "00005e0053aa", port: 48 },
    // Of no port that it names.
    { mac: "00005e0053ac", port: 33 },
  ],
};

const coreAgent = await startBridge(CORE);
const accessAgent = await startBridge(ACCESS);
const core = await givenAgentDevice(coreAgent, { display_name: "core" });
const access = await givenAgentDevice(accessAgent, { display_name: "sw3" });
const laptop = await givenDevice({
  hostname: "anna-laptop",
  mac_address: macOf(ANNA),
  ip_address: "10.0.0.7",
});

const Polls = z.looseObject({
  polls: z.array(z.looseObject({ poller: z.string(), error: z.string().nullable() })),
});

async function poll(id: number) {
  const answer = await call(`POST /api/v1/topology/devices/${id}/poll`);
  expect(answer.status).toBe(200);
  const { polls } = Polls.parse(answer.body);
  return Object.fromEntries(polls.map(({ poller, error }) => [poller, error]));
}

const machines = async (id: number, query = "") => {
  const answer = await call(`GET /api/v1/topology/devices/${id}/attached${query}`);
  expect(answer.status).toBe(200);
  return z.array(AttachedMachine).parse(answer.body);
};

const ports = async (id: number) =>
  z.array(AttachedPort).parse((await call(`GET /api/v1/topology/devices/${id}/attached/ports`)).body);

async function placesOf(term: string) {
  const { body } = await call(`GET /api/v1/lookup/${encodeURIComponent(term)}`);
  return z.looseObject({ attachments: z.array(Attachment) }).parse(body).attachments;
}

beforeAll(async () => {
  // The one that is asked first does not know of the other.
  for (const id of [core, access, core]) {
    const errors = await poll(id);
    expect(errors).toMatchObject({ forwarding: null, arp: null });
  }
}, 60_000);

describe("what hangs on a port", () => {
  test("is told of the switch where it is plugged in, and not of those behind whose uplinks it is", async () => {
    expect(await machines(access, "?port_index=10014")).toMatchObject([
      {
        mac_address: macOf(ANNA),
        switch: { id: access, name: "sw3" },
        port_name: "Gi0/14",
        port_alias: "room 7",
        vlans: [],
        is_present: true,
        reason: "edge",
        known_by: 2,
        behind_port: 1,
        device: { id: laptop, name: "anna-laptop" },
        ip_addresses: ["10.0.0.7", "fd00::7"],
        hostname: null,
      },
    ]);
    const atCore = await machines(core);
    expect(atCore.map(({ mac_address: mac, port_name: name }) => [mac, name])).toEqual([
      [macOf(ACCESS_MAC), "Te1/1"],
      [macOf("00005e0053aa"), "Te1/2"],
      [macOf("00005e0053ab"), "Te1/2"],
    ]);
  });

  test("has the VLAN of its table, unless several share that", async () => {
    const vlans = new Map((await machines(core)).map(({ mac_address: mac, vlans: own }) => [mac, own]));
    expect(vlans.get(macOf("00005e0053aa"))).toEqual([20]);
    expect(vlans.get(macOf("00005e0053ab"))).toEqual([]);
    expect(await machines(core, "?vlan=20")).toHaveLength(1);
  });

  test("is shown by port, with the switches behind uplinks, and a dozen machines behind one port", async () => {
    const atAccess = await ports(access);
    expect(atAccess.map(({ port_name: name, macs, machines: count }) => [name, macs, count])).toEqual([
      ["Gi0/14", 1, 1],
      ["Gi0/15", 13, 13],
      ["Po1", 2, 1],
      ["port 33", 1, 1],
    ]);
    expect(atAccess[2]?.leads_to).toEqual([{ device: { id: core, name: "core" }, reason: "own_address" }]);
    expect(atAccess[1]?.examples).toHaveLength(3);
    const [uplink] = await ports(core);
    expect(uplink).toMatchObject({ port_name: "Te1/1", macs: 15, leads_to: [{ device: { id: access } }] });
  });

  test("comes in pages and by a text", async () => {
    const first = await call(`GET /api/v1/topology/devices/${access}/attached?limit=5`);
    expect(first.headers.get("X-Total-Count")).toBe("16");
    expect(z.array(AttachedMachine).parse(first.body)).toHaveLength(5);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1];
    const second = z.array(AttachedMachine).parse((await call(`GET ${next}`)).body);
    expect(second).toEqual((await machines(access)).slice(5, 10));
    expect((await call(`GET /api/v1/topology/devices/${access}/attached?limit=2&cursor=x`)).status).toBe(422);
    expect(await machines(access, "?q=anna")).toMatchObject([{ mac_address: macOf(ANNA) }]);
    expect(await machines(access, "?q=gi0/15&is_present=false")).toEqual([]);
  });

  test("is found by a MAC address, an address and a name", async () => {
    for (const term of [ANNA, "10.0.0.7", "anna-laptop"])
      expect(await placesOf(term)).toMatchObject([{ switch: { name: "sw3" }, port_name: "Gi0/14" }]);
  });

  test("is for those who may look at the network, and addresses out of logs for those who may see these", async () => {
    const path = `GET /api/v1/topology/devices/${access}/attached?q=${encodeURIComponent(macOf(BERT))}`;
    const addressesAs = async (who: { token: string } | { key: string }) => {
      const answer = await service.call(path, who);
      return z
        .array(AttachedMachine)
        .parse(answer.body)
        .map(({ ip_addresses: addresses }) => addresses);
    };
    expect(await addressesAs({ token: analyst })).toEqual([["10.0.0.8"]]);
    expect(await addressesAs({ key: viewerKey })).toEqual([[]]);
    expect((await service.call(`GET /api/v1/topology/devices/0/attached`, { key })).status).toBe(404);
  });
});

describe("who had an address", () => {
  async function holdersOf(address: string) {
    const query = new URLSearchParams({ address }).toString();
    const answer = await service.call(`GET /api/v1/bindings/at?${query}`, { token: analyst });
    return z.array(AddressHolders).parse(answer.body)[0]?.holders ?? [];
  }

  test("is known by the router's tables of both families, with the switch port", async () => {
    for (const address of ["10.0.0.7", "fd00::7"])
      expect(await holdersOf(address)).toContainEqual(
        expect.objectContaining({
          mac_address: macOf(ANNA),
          source: "arp",
          reporter: "core",
          switch_name: "sw3",
          switch_port: "Gi0/14",
          device: { id: laptop, name: "anna-laptop" },
        }),
      );
    // Everybody has those.
    expect(await holdersOf("fe80::7")).toEqual([]);
  });

  test("is what the panel of an event says of its address", async () => {
    await poll(core);
    const [holder] = await holdersOf("10.0.0.7");
    const query = new URLSearchParams({ address: "10.0.0.7", at: holder?.seen_at ?? "" }).toString();
    const answer = await service.call(`GET /api/v1/bindings/at?${query}`, { token: analyst });
    const [then] = z.array(AddressHolders).parse(answer.body);
    const sentences = (then?.holders ?? []).map((one) => describeHolder("10.0.0.7", one));
    expect(sentences).toContain("10.0.0.7 was anna-laptop (00:1b:21:3a:4c:5d) on sw3 Gi0/14 at that time");
  });

  test("is renewed by the switch on which it hangs, not by others, and not by what that said itself", async () => {
    await poll(core);
    await poll(access);
    const seen = () =>
      sql`SELECT seen_at, source FROM address_bindings WHERE address = '10.0.0.9' AND source = 'snmp'`;
    expect(await holdersOf("10.0.0.9")).toContainEqual(
      expect.objectContaining({
        source: "snmp",
        reporter: "sw3",
        switch_port: "Gi0/15",
        mac_address: macOf(VIRTUAL[0] ?? ""),
      }),
    );
    await sql`DELETE FROM address_bindings WHERE source <> 'snmp' AND address = '10.0.0.9'`;
    const before = await seen();
    await poll(access);
    expect(await seen()).toEqual(before);
  });

  test("is kept when somebody reads a device for the inventory", async () => {
    await sql`DELETE FROM address_bindings WHERE address = '10.0.0.10'`;
    expect((await call(`GET /api/v1/topology/devices/${core}/snmp/arp-enrichment`)).status).toBe(200);
    expect(await holdersOf("10.0.0.10")).toMatchObject([
      { source: "arp", reporter: "core", switch_name: "sw3", switch_port: "Gi0/15" },
    ]);
  });
});

test("a table that stays as it is costs no write", async () => {
  const rows = () =>
    sql`SELECT xmin::text, * FROM forwarding_entries ORDER BY device_id, filtering_id, mac_address`;
  const before = await rows();
  expect(await poll(access)).toMatchObject({ forwarding: null });
  expect(await rows()).toEqual(before);
});

test("a machine that moves has both ports in its history; one that leaves is gone, and forgotten after the days that are kept", async () => {
  const carl = "001b213a4c60";
  const tables = (port: number | null): BridgeTables => ({
    ports: [
      [1, 1, "Gi1/1"],
      [2, 2, "Gi1/2"],
    ],
    learned: [{ mac: "00005e0053c1", port: 2 }, ...(port === null ? [] : [{ mac: carl, port }])],
    arp: [{ address: "10.9.0.9", mac: carl }],
  });
  const agent = await startBridge(tables(1));
  const id = await givenAgentDevice(agent, { display_name: "sw9" });
  await poll(id);
  const [before] = await placesOf(carl);
  expect(before).toMatchObject({ port_name: "Gi1/1", reason: "only" });
  await agent.relearn(tables(2));
  await poll(id);
  const [after] = await placesOf(carl);
  expect(after).toMatchObject({ port_name: "Gi1/2", behind_port: 2 });
  expect(Date.parse(after?.since ?? "")).toBeGreaterThan(Date.parse(before?.since ?? ""));
  const { body } = await service.call("GET /api/v1/bindings?ip_address=10.9.0.9", { token: analyst });
  const history = z
    .array(z.looseObject({ source: z.string(), switch_port: z.string().nullable() }))
    .parse(body);
  const byArp = history.filter(({ source }) => source === "arp");
  expect(byArp.map((row) => row.switch_port)).toEqual(["Gi1/2", "Gi1/1"]);
  await agent.relearn(tables(null));
  await poll(id);
  expect(await placesOf(carl)).toMatchObject([
    { switch: { name: "sw9" }, port_name: "Gi1/2", is_present: false },
  ]);
  await sql`UPDATE forwarding_entries SET last_seen = now() - interval '91 days' WHERE mac_address = ${macOf(carl)}::macaddr`;
  await removeOldEntries(db, { now: new Date(), keptDays: 90, signal: new AbortController().signal });
  expect(await placesOf(carl)).toEqual([]);
  expect((await ports(id)).map(({ port_name: name }) => name)).toEqual(["Gi1/2"]);
});

test("of a switch that has a table for each VLAN all are read, each by its own community", async () => {
  const mac = "0.0.94.0.83";
  const VLAN_STATES = "1.3.6.1.4.1.9.9.46.1.3.1.1.2.1";
  const tables: Record<string, [name: string, value: string][]> = {
    public: [
      [`${VLAN_STATES}.10`, "1"],
      [`${VLAN_STATES}.20`, "1"],
      // Suspended, and one that Ethernet has not.
      [`${VLAN_STATES}.30`, "2"],
      [`${VLAN_STATES}.1002`, "1"],
    ],
    "public@10": [
      ["1.3.6.1.2.1.17.1.4.1.2.7", "107"],
      [`1.3.6.1.2.1.17.4.3.1.2.${mac}.81`, "7"],
      [`1.3.6.1.2.1.17.4.3.1.3.${mac}.81`, "3"],
    ],
    "public@20": [
      ["1.3.6.1.2.1.17.1.4.1.2.7", "108"],
      [`1.3.6.1.2.1.17.4.3.1.2.${mac}.82`, "7"],
      [`1.3.6.1.2.1.17.4.3.1.3.${mac}.82`, "3"],
    ],
  };
  const order = (name: string) =>
    name
      .split(".")
      .map((part) => part.padStart(10, "0"))
      .join(".");
  const agent = await startCrookedAgent((name, _, community) => {
    const behind = (tables[community] ?? [])
      .toSorted(([one], [other]) => order(one).localeCompare(order(other)))
      .find(([next]) => order(next) > order(name));
    const [next, value] = behind ?? ["2.1", "x"];
    return { name: next, value: Buffer.from(value) };
  });
  const id = await givenAgentDevice(agent, { display_name: `per VLAN ${agent.port}` });
  expect(await poll(id)).toMatchObject({ forwarding: null });
  expect((await machines(id)).map((one) => [one.mac_address, one.port_index, one.vlans])).toEqual([
    ["00:00:5e:00:53:51", 107, [10]],
    ["00:00:5e:00:53:52", 108, [20]],
  ]);
});

describe("an agent that is none", () => {
  const PORT_COLUMN = "1.3.6.1.2.1.17.7.1.2.2.1.2";

  /** Answers for the first column as it is told, and knows nothing else. */
  async function pollCrooked(follow: (name: string, count: number) => string) {
    const agent = await startCrookedAgent((name, count) =>
      name.startsWith(PORT_COLUMN)
        ? { name: follow(name, count), value: Buffer.from("7") }
        : { name: "1.3.9", value: Buffer.from("x") },
    );
    const id = await givenAgentDevice(agent, { display_name: `crooked ${agent.port}` });
    return { id, errors: await poll(id) };
  }

  test("whose table goes in circles is believed once around", async () => {
    const rows = [`${PORT_COLUMN}.1.0.0.94.0.83.1`, `${PORT_COLUMN}.1.0.0.94.0.83.2`];
    const { id, errors } = await pollCrooked((name) =>
      name === rows[1] ? (rows[0] ?? "") : (rows[1] ?? ""),
    );
    expect(errors["forwarding"]).toContain("not in order, or go in circles");
    expect(await machines(id)).toHaveLength(1);
  });

  test("whose addresses are too long, too short or no octets has none", async () => {
    const bad = ["1.0.0.94.0.83", "1.0.0.94.0.83.1.1", "1.0.0.94.0.83.256", "2", "3.9.9.9.9.9.4294967295"];
    const { id, errors } = await pollCrooked((name) => {
      const place = bad.findIndex((index) => name === `${PORT_COLUMN}.${index}`);
      const next = bad[place + 1];
      return next === undefined ? "1.3.9" : `${PORT_COLUMN}.${next}`;
    });
    expect(errors["forwarding"]).toBe(null);
    expect(await machines(id)).toEqual([]);
  });
});
