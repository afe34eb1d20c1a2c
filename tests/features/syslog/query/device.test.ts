import { beforeAll, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "#platform/database";
import { compileDevice } from "../../../../src/features/syslog/query/device";
import { type ColumnValue, compileMatcher } from "../../../../src/features/syslog/query/matcher";
import { monitored } from "../../../support/monitoring";
import type { GivenEvent } from "../../../support/event-store";
import { createTestStore, testOfSegments, type TestStore } from "../../../support/test-store";

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const NEVER = new AbortController().signal;
const RELAY = "198.51.100.1";

let now = NOON;
let store: TestStore;
let db: Db;

beforeAll(async () => {
  store = await createTestStore();
  ({ db } = store);
}, 30_000);

const givenDevice = (ipAddress: string, names: { hostname?: string; displayName?: string }) =>
  monitored(store).givenDevice(ipAddress, names);

const file = (events: readonly GivenEvent[]) => store.store(events);

/** Lines of a relay, a host each, in a file of their own. */
async function givenHosts(...hosts: string[]): Promise<string> {
  return file(
    hosts.map((sourceHost) => ({
      receivedAtMicros: now++,
      rawLog: `<38>Jun  1 12:00:00 ${sourceHost} sshd[7]: session opened`,
      sourceHost,
      sender: RELAY,
    })),
  );
}

async function hostsOf(deviceId: number): Promise<(string | null)[]> {
  const predicate = { conditions: [await compileDevice(db, deviceId)] };
  const page = { sortBy: "received_at", sortDirection: "asc", limit: 100, offset: 0 } as const;
  const { events, total } = await store.events.searchEvents({ predicate, ...page }, NEVER);
  expect(total).toBe(events.length);
  return events.map(({ source_host: host }) => host);
}

test("behind a relay a device's lines are known by its name, with any domain and in any case, or by its address as the host", async () => {
  const id = await givenDevice("192.0.2.41", { hostname: "sw-kiel-1" });
  await givenHosts("SW-Kiel-1", "sw-kiel-1.example.net", "192.0.2.41", "sw-kiel-10", "x.sw-kiel-1");
  expect(await hostsOf(id)).toEqual(["SW-Kiel-1", "sw-kiel-1.example.net", "192.0.2.41"]);
});

test("a name with a domain is that name, or its first part alone", async () => {
  const id = await givenDevice("192.0.2.101", {
    hostname: "FW-Bonn.example.net",
    displayName: "Bonn, cellar",
  });
  await givenHosts("fw-bonn", "fw-bonn.EXAMPLE.net", "fw-bonn.example.org");
  expect(await hostsOf(id)).toEqual(["fw-bonn", "fw-bonn.EXAMPLE.net"]);
});

test("a name that may be another device's is nobody's, but with its domain", async () => {
  const short = await givenDevice("192.0.2.102", { displayName: "ap-trier" });
  const long = await givenDevice("192.0.2.103", { hostname: "ap-trier.example.net" });
  await givenHosts("ap-trier", "ap-trier.example.net", "ap-trier.example.org");
  expect(await hostsOf(short)).toEqual([]);
  expect(await hostsOf(long)).toEqual(["ap-trier.example.net"]);
});

testOfSegments("files without a device's name and addresses are not opened", async () => {
  const id = await givenDevice("192.0.2.77", { hostname: "nas-worms" });
  const without = await givenHosts("sw-mainz-9");
  await givenHosts("NAS-Worms.lan");
  await file([
    { receivedAtMicros: now++, rawLog: "to 192.0.2.77", dstIp: "192.0.2.77", sourceHost: "192.0.2.77" },
  ]);
  await rm(join(store.folders.events, without));
  try {
    expect(await hostsOf(id)).toEqual(["NAS-Worms.lan", "192.0.2.77"]);
  } finally {
    await db.execute(`DELETE FROM event_segments WHERE path = '${without}'`);
  }
});

test("a live stream takes the same lines as a search, and a big file is read alike", async () => {
  const id = await givenDevice("192.0.2.93", { hostname: "sw-ulm-3", displayName: "ulm.three" });
  const hosts = ["SW-ulm-3", "sw-ulm-3.lan", "sw-ulm-30", "ulm", "ulm.three", "ulm.three.lan", "192.0.2.93"];
  const path = await givenHosts(...hosts);
  const predicate = { conditions: [await compileDevice(db, id)] };
  const matches = compileMatcher<[string]>(predicate, (column) => (host): ColumnValue => {
    return column === "source_host" ? host : column === "sender" ? RELAY : null;
  });
  const found = hosts.filter((host) => matches(host));
  expect(found).toEqual(["SW-ulm-3", "sw-ulm-3.lan", "ulm", "ulm.three", "192.0.2.93"]);
  expect(await hostsOf(id)).toEqual(found);
  await db.execute(`UPDATE event_segments SET row_count = 240000 WHERE path = '${path}'`);
  expect((await hostsOf(id)).slice(0, found.length)).toEqual(found);
});
