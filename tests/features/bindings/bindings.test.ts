import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import pino from "pino";
import { z } from "zod";
import { BindingRecorder, observe } from "#features/bindings";
import { connectDatabase } from "#platform/database";
import { AddressBinding, AddressHolders, BindingStatus } from "../../../src/features/bindings/models";
import { removeOldBindings } from "../../../src/features/bindings/retention";
import { LookupResult } from "../../../src/features/lookup/models";
import { createTestService } from "../../support/app";
import { createTestDatabase } from "../../support/database";
import { waitFor } from "../../support/wait-for";
import { settableClock } from "../../support/deletion-clock";

const service = await createTestService({
  settings: {
    SYSLOG_ENABLED: "true",
    SYSLOG_HOST: "127.0.0.1",
    SYSLOG_UDP_PORT: "0",
    SYSLOG_TCP_ENABLED: "false",
    SYSLOG_RECEIVE_BUFFER_BYTES: "65536",
  },
});
const admin = await service.tokenOf(await service.givenAdmin());
const analyst = await service.tokenOf(await service.givenUser({ role: "SecurityAnalyst" }));
const viewer = await service.tokenOf(await service.givenUser());
const { db } = service.database;
afterAll(service.close);

const log = pino({ level: "silent" });
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ANNA = "00:1b:21:3a:4c:5d";
const BERT = "00:1b:21:3a:4c:5e";
/** Of single tests alone, and of those of the recorder. */
const CARL = "00:1b:21:3a:4c:5f";
const DORA = "00:1b:21:3a:4c:60";
const EVE = "00:1b:21:3a:4c:61";
const START = Math.floor(Date.now() / SECOND) * SECOND - 5 * HOUR;
const at = (offset: number) => new Date(START + offset).toISOString();

const dhcpd = (offset: number, text: string) => `<30>1 ${at(offset)} dhcp1 dhcpd 812 - - ${text}`;
const kea = (offset: number, { address, mac, seconds }: { address: string; mac: string; seconds: number }) =>
  `<30>1 ${at(offset)} dhcp1 kea-dhcp4 1 - - DHCP4_LEASE_ALLOC [hwtype=1 ${mac}], cid=[], tid=0x1: lease ${address} has been allocated for ${seconds} seconds`;

async function lookUp(term: string, moment: string, token = analyst) {
  const path = `/api/v1/lookup/${encodeURIComponent(term)}?at=${encodeURIComponent(moment)}`;
  const answer = await service.call(`GET ${path}`, { token });
  expect(answer.status).toBe(200);
  return LookupResult.parse(answer.body);
}

async function holdersAt(address: string, moment: string) {
  const query = new URLSearchParams({ address, at: moment }).toString();
  const answer = await service.call(`GET /api/v1/bindings/at?${query}`, { token: analyst });
  expect(answer.status).toBe(200);
  return z.array(AddressHolders).parse(answer.body);
}

async function history(query: Record<string, string>) {
  const path = `/api/v1/bindings?${new URLSearchParams(query).toString()}`;
  const answer = await service.call(`GET ${path}`, { token: analyst });
  expect(answer.status).toBe(200);
  return z.array(AddressBinding).parse(answer.body);
}

const shown = (bindings: readonly AddressBinding[]) =>
  bindings.map(({ mac_address: mac, from, to }) => [mac, Date.parse(from) - START, Date.parse(to) - START]);

beforeAll(async () => {
  const { body } = await service.call("GET /api/v1/syslog/status", { token: admin });
  const { udp_port: port } = z.looseObject({ udp_port: z.int() }).parse(body);
  const socket = await Bun.udpSocket({});
  const lines = [
    dhcpd(0, `DHCPACK on 10.0.0.7 to ${ANNA} (anna-laptop) via eth1`),
    dhcpd(10 * MINUTE, `DHCPACK on 10.0.0.7 to ${ANNA} (anna-laptop) via eth1`),
    dhcpd(HOUR, `DHCPRELEASE of 10.0.0.7 from ${ANNA} (anna-laptop) via eth1 (found)`),
    dhcpd(2 * HOUR, `DHCPACK on 10.0.0.7 to ${BERT} (bert) via eth1`),
    kea(0, { address: "10.0.0.8", mac: ANNA, seconds: 3600 }),
    kea(30 * MINUTE, { address: "10.0.0.8", mac: ANNA, seconds: 3600 }),
    kea(3 * HOUR, { address: "10.0.0.8", mac: ANNA, seconds: 3600 }),
    dhcpd(
      0,
      "Reply NA: address 2001:db8::7 to client with duid 00:03:00:01:00:1b:21:3a:4c:5d iaid = 1 valid for 7200 seconds",
    ),
    dhcpd(0, `DHCPACK on 10.0.0.9 to ${CARL} (carl-phone) via eth1`),
    dhcpd(10 * MINUTE, `DHCPACK on 10.0.0.9 to ${CARL} (carl-phone) via eth1`),
    kea(0, { address: "10.0.0.11", mac: DORA, seconds: 3600 }),
    kea(0, { address: "10.0.0.12", mac: DORA, seconds: 3600 }),
    dhcpd(0, "no lease at all"),
  ];
  for (const line of lines) socket.send(line, port, "127.0.0.1");
  await waitFor("the lines to be stored", async () => {
    const answer = await service.call("GET /api/v1/syslog/status", { token: admin });
    return z.looseObject({ total_events: z.int() }).parse(answer.body).total_events === lines.length;
  });
  socket.close();
}, 60_000);

describe("lines of DHCP servers by UDP", () => {
  test("tell who had the address then, and nothing of the events of now", async () => {
    const result = await lookUp("10.0.0.7", at(5 * MINUTE));
    expect(result.holders).toMatchObject([
      {
        ip_address: "10.0.0.7",
        at: at(5 * MINUTE),
        holders: [
          {
            mac_address: ANNA,
            hostname: "anna-laptop",
            source: "dhcp",
            reporter: "127.0.0.1",
            from: at(0),
            seen_at: at(10 * MINUTE),
            to: at(HOUR),
            is_ended: true,
            certainty: "seen",
            device: null,
          },
        ],
      },
    ]);
    expect(result).toMatchObject({ events: null, events_left_out: "past" });
  });

  test.each([
    ["between its last sign and its end it is assumed", 30 * MINUTE, ANNA, "assumed"],
    ["after a release it is the last before", 90 * MINUTE, ANNA, "before"],
    ["then another has it", 2 * HOUR, BERT, "seen"],
  ])("%s", async (_, offset, mac, certainty) => {
    const [found] = await holdersAt("10.0.0.7", at(offset));
    expect(found?.holders).toMatchObject([{ mac_address: mac, certainty }]);
  });

  test("before the first nobody is known", async () => {
    expect(await holdersAt("10.0.0.7", at(-1))).toMatchObject([{ holders: [] }]);
  });

  test("a renewal makes the row longer, a gap begins another", async () => {
    expect(shown(await history({ ip_address: "10.0.0.8" }))).toEqual([
      [ANNA, 3 * HOUR, 4 * HOUR],
      [ANNA, 0, 90 * MINUTE],
    ]);
  });

  test("of IPv6 the client is its DUID, and the MAC address in it", async () => {
    const [found] = await holdersAt("2001:db8:0::7", at(MINUTE));
    expect(found).toMatchObject({
      ip_address: "2001:db8::7",
      holders: [{ client_id: "00:03:00:01:00:1b:21:3a:4c:5d", mac_address: ANNA, certainty: "assumed" }],
    });
  });

  test("a MAC address leads to the addresses that it had", async () => {
    const { holders } = await lookUp(ANNA, at(20 * MINUTE));
    expect(holders?.map(({ ip_address: address }) => address).toSorted()).toEqual([
      "10.0.0.7",
      "10.0.0.8",
      "2001:db8::7",
    ]);
  });

  test("those who may not read events are told nothing of it", async () => {
    expect((await lookUp("10.0.0.7", at(0), viewer)).holders).toBeNull();
    for (const path of ["bindings", "bindings/at?address=10.0.0.7", "bindings/status", "exports/bindings"])
      expect((await service.call(`GET /api/v1/${path}`, { token: viewer })).status).toBe(403);
  });

  test("a file has the history, what a spreadsheet would take for a formula as text", async () => {
    await observe({ db }, [
      { address: "10.0.0.20", host: "=cmd|' /C calc'!A0", source: "scan", moment: new Date(START) },
    ]);
    const { text } = await service.call("GET /api/v1/exports/bindings?ip_address=10.0.0.20", {
      token: analyst,
    });
    const [head = "", row = ""] = text.split("\r\n");
    expect(head).toStartWith("ip_address,from,to,seen_at,is_ended,mac_address");
    expect(row).toContain(`10.0.0.20,${at(0)},${at(DAY)},${at(0)},false,,,'=cmd`);
    const missing = await service.call("GET /api/v1/exports/bindings?device_id=999999", { token: analyst });
    expect(missing.status).toBe(404);
  });
});

describe("who observes", () => {
  test("a switch says where the machine hung that a server knows by name", async () => {
    const moment = new Date(START + 4 * MINUTE);
    const switchPort = { switchName: "sw3", port: "Gi0/14" };
    const observation = { address: "10.0.0.9", macAddress: "001b.213a.4c5f", switchPort, moment };
    await observe({ db }, [{ ...observation, source: "snmp", reporter: "sw3" }]);
    const [found] = await holdersAt("10.0.0.9", at(5 * MINUTE));
    expect(found?.holders.map((one) => [one.source, one.hostname, one.switch_name, one.switch_port])).toEqual(
      [
        ["dhcp", "carl-phone", "sw3", "Gi0/14"],
        ["snmp", null, "sw3", "Gi0/14"],
      ],
    );
  });

  test("the device with the MAC address is named, and its page has the history", async () => {
    const body = { display_name: "Dora's laptop", ip_address: "10.99.0.1", mac_address: "00-1B-21-3A-4C-60" };
    const made = await service.call("POST /api/v1/topology/devices", { token: admin, body });
    const { id } = z.looseObject({ id: z.int() }).parse(made.body);
    const [found] = await holdersAt("10.0.0.11", at(MINUTE));
    expect(found?.holders).toMatchObject([{ device: { id, name: "Dora's laptop" } }]);
    const addresses = (await history({ device_id: String(id) })).map(({ ip_address: address }) => address);
    expect(new Set(addresses)).toEqual(new Set(["10.0.0.11", "10.0.0.12"]));
  });

  test("imported leases that are active count from their import to their end", async () => {
    const expires = new Date(Date.now() + HOUR);
    const content = `${Math.floor(expires.getTime() / 1000)} ${BERT} 10.0.0.30 printer *\n1000 ${ANNA} 10.0.0.31 old *`;
    const body = { content };
    const path = "POST /api/v1/ipam/dhcp-leases/import?source=dhcp1";
    await service.call(`${path}&dry_run=true`, { token: admin, body });
    expect(await history({ ip_address: "10.0.0.30" })).toEqual([]);
    expect((await service.call(path, { token: admin, body })).status).toBe(200);
    expect(await history({ ip_address: "10.0.0.30" })).toMatchObject([
      { mac_address: BERT, hostname: "printer", source: "lease_import", reporter: "dhcp1" },
    ]);
    expect(await history({ ip_address: "10.0.0.31" })).toEqual([]);
  });

  test("an address that is none, and text that no database holds, harm nobody", async () => {
    const moment = new Date(START);
    await observe({ db }, [
      { address: "999.0.0.1", macAddress: ANNA, source: "scan", moment },
      { address: "10.0.0.40", macAddress: "zz", host: "a\u0000b\ud800", source: "scan", moment },
    ]);
    expect(await history({ ip_address: "10.0.0.40" })).toMatchObject([
      { hostname: "a\\u0000b\ufffd", mac_address: null },
    ]);
  });
});

const lease = (
  address: string,
  { mac = EVE, from = 0, isHeld = true, seconds = 3600, sender = "192.0.2.1" } = {},
) => ({
  sender,
  address,
  isHeld,
  macAddress: mac,
  clientId: null,
  host: null,
  firstAt: START + from,
  lastAt: START + from,
  endsAt: START + from + (isHeld ? seconds * SECOND : 0),
});

const recorder = (mostNewPerHour = 1_000_000) => new BindingRecorder({ db, log, mostNewPerHour });

describe("keeping what was read", () => {
  test("two collectors that see the same lines, and a line told twice, make one row", async () => {
    const seen = [0, 10, 20].map((minutes) => lease("10.1.0.1", { from: minutes * MINUTE }));
    await Promise.all([recorder().record(seen), recorder().record(seen), recorder().record(seen.slice(1))]);
    expect(shown(await history({ ip_address: "10.1.0.1" }))).toEqual([[EVE, 0, 80 * MINUTE]]);
  });

  test("what each sender says stands by itself: a forged line does not end what another said", async () => {
    await recorder().record([
      lease("10.1.0.2"),
      lease("10.1.0.2", { mac: BERT, from: MINUTE, sender: "192.0.2.66" }),
    ]);
    const [found] = await holdersAt("10.1.0.2", at(2 * MINUTE));
    expect(found?.holders.map(({ reporter, mac_address: mac }) => [reporter, mac])).toEqual([
      ["192.0.2.66", BERT],
      ["192.0.2.1", EVE],
    ]);
  });

  test("a sign from before the first makes the row begin earlier", async () => {
    await recorder().record([lease("10.1.0.3", { from: HOUR })]);
    await recorder().record([lease("10.1.0.3", { from: 30 * MINUTE })]);
    expect(shown(await history({ ip_address: "10.1.0.3" }))).toEqual([[EVE, 30 * MINUTE, 2 * HOUR]]);
  });

  test("made-up lines add no more rows than an hour may bring, renewals go on, and the counts say so", async () => {
    const flooded = recorder(400);
    await flooded.record([lease("10.2.0.1")]);
    const made = Array.from({ length: 1000 }, (_, index) => lease(`10.3.${index >> 8}.${index & 255}`));
    await flooded.record(made);
    await flooded.record([
      lease("10.2.0.1", { from: 30 * MINUTE }),
      lease("10.4.0.1", { sender: "192.0.2.9" }),
    ]);
    expect(flooded.counts).toMatchObject({ added: 101, refused: 901, failed: 0 });
    expect(shown(await history({ ip_address: "10.2.0.1" }))).toEqual([[EVE, 0, 90 * MINUTE]]);
    expect(await history({ ip_address: "10.4.0.1" })).toHaveLength(1);
  });

  test("an address that changes hands all the time stops being written down", async () => {
    const macOf = (index: number) =>
      `02:00:00:00:${(index >> 8).toString(16).padStart(2, "0")}:${(index & 255).toString(16).padStart(2, "0")}`;
    const changes = Array.from({ length: 1200 }, (_, index) =>
      lease("10.5.0.1", { mac: macOf(index), from: index * SECOND }),
    );
    const played = recorder();
    await played.record(changes);
    await played.record(
      changes.map((one) => ({
        ...one,
        macAddress: "02:00:00:00:ff:ff",
        firstAt: one.firstAt + 500,
        lastAt: one.lastAt + 500,
      })),
    );
    expect(played.counts.refused).toBe(1200);
    expect(await history({ ip_address: "10.5.0.1", limit: "1000" })).toHaveLength(1000);
  });

  test("a database that is away is told to those who try again; no other failure is", async () => {
    const away = connectDatabase(
      { host: "/nonexistent", port: 1, username: "a", password: "b", database: "c" },
      { log },
    );
    const failing = new BindingRecorder({ db: away.db, log, mostNewPerHour: 100 });
    const failure = await failing.record([lease("10.1.0.9")]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    await away.close();
    const broken = recorder();
    await broken.record([{ ...lease("10.1.0.9"), macAddress: "no address" }]);
    expect(broken.counts).toMatchObject({ added: 0, failed: 1 });
  });
});

describe("status and retention", () => {
  test("rows, octets, age and counts are told", async () => {
    const answer = await service.call("GET /api/v1/bindings/status", { token: analyst });
    const status = BindingStatus.parse(answer.body);
    expect(status).toMatchObject({ retention_days: 400, failed: 0, refused: 0, added: 8 });
    expect(status.rows).toBeGreaterThan(5);
    expect(status.size_bytes).toBeGreaterThan(8192);
    expect(status.oldest_from).toBe(at(0));
  });

  test("what ended longer ago than it is kept goes; a clock that was set deletes nothing for an hour", async () => {
    const own = await createTestDatabase();
    const held = (count: number, daysAgo: number, net: string) =>
      Array.from({ length: count }, (_, index) => ({
        address: `${net}.${index >> 8}.${index & 255}`,
        macAddress: EVE,
        source: "scan" as const,
        moment: new Date(START - daysAgo * DAY),
      }));
    await observe({ db: own.db }, [...held(10, 500, "10.6"), ...held(30, 1, "10.7")]);
    const clock = settableClock(START);
    const { signal } = new AbortController();
    const run = () => clock.ifBelieved((now) => removeOldBindings(own.db, { now, keptDays: 400, signal }));
    const rows = async () =>
      Number((await own.sql`SELECT count(*) AS rows FROM address_bindings`)[0]?.["rows"]);
    await run();
    expect(await rows()).toBe(40);
    clock.pass(HOUR);
    await run();
    expect(await rows()).toBe(30);
    clock.set(600 * DAY);
    await run();
    expect(await rows()).toBe(30);
    clock.pass(HOUR);
    await run();
    expect(await rows()).toBe(0);
    await own.close();
  });
});
