import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pino from "pino";
import { z } from "zod";
import { openCommandDatabase } from "#platform/command-database";
import { signInToDemo, type DemoClient } from "../../src/demo/client";
import { GROUP_MONITORS, REPORTED, RULES, SILENT } from "../../src/demo/checks";
import {
  DATA_CENTRE_DEVICES,
  DATA_CENTRE_LINKS,
  DEPENDENCIES,
  positionInDataCentre,
} from "../../src/demo/data-centre";
import { planPast } from "../../src/demo/past/course";
import { fillAlerts } from "../../src/demo/past/fill-alerts";
import { fillChecks } from "../../src/demo/past/fill-checks";
import { fillDiscovery } from "../../src/demo/past/fill-discovery";
import { fillMaintenance } from "../../src/demo/past/fill-maintenance";
import { branchKeyFile, passwordFile } from "../../src/demo/kept-files";
import { PEOPLE } from "../../src/demo/people";
import { DEVICES, positionOf } from "../../src/demo/plan";
import { batteryCharge, isOff, WEB_2_REFUSES } from "../../src/demo/rhythm";
import { seedDemo } from "../../src/demo/seed";
import { startStandIns } from "../../src/demo/stand-ins";
import { patient } from "../support/patience";
import { startService, type ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";

const PATIENCE_MS = 90_000;
/** A test that is ended by its time takes the service with it, and all that come after: what it waits for ends first. */
const TEST_MS = patient(4 * PATIENCE_MS);
const PASSWORD = "a-password-of-the-demo-123";
const AWAY = DEVICES.filter(({ status }) => status === "offline").length;
const Monitor = z.object({ id: z.int(), name: z.string(), last_status: z.string().nullable() });
const Check = z.object({ label: z.string(), targets: z.record(z.string(), z.int()) });
const Host = z.object({ id: z.int(), hostname: z.string().nullable() });
const Summary = z.object({ total: z.int(), online: z.int(), paused: z.int() });

let service: ServiceProcess;
let client: DemoClient;
let endStandIns: () => Promise<void>;
let reportTo: string | undefined;
/** Nothing has happened before. */
const beganMs = Date.now();

beforeAll(async () => {
  service = await startService();
  await waitFor(
    "a service that is ready",
    async () => (await fetch(`${service.url}/api/v1/health/ready`)).ok,
    PATIENCE_MS,
  );
  // Where a demo runs on this machine already, that one answers.
  endStandIns = await startStandIns(() => undefined);
  client = await signInToDemo(service.url, { username: "admin", password: PASSWORD });
  reportTo = await seedDemo(client, { url: service.url, isPlayed: true });
}, TEST_MS);

afterAll(async () => {
  await endStandIns();
  await service.remove();
});

/** Asks a device by SNMP; false: it is being asked at this moment. */
async function wasAsked(id: number): Promise<boolean> {
  try {
    await client.post(`/api/v1/topology/devices/${id}/poll`, {}, z.unknown());
    return true;
  } catch (error) {
    if (String(error).includes("answered 409")) return false;
    throw error;
  }
}

const monitors = () => client.get("/api/v1/monitors", z.array(Monitor));
const summary = () => client.get("/api/v1/monitoring/summary", Summary);

test("the core switches have heard what hangs on them, and one cable that the map does not have", async () => {
  const Suggestion = z.object({ source_interface: z.string(), target_interface: z.string() });
  expect(await client.get("/api/v1/lldp/suggestions", z.array(Suggestion))).toEqual([
    { source_interface: "Ethernet48", target_interface: "eth1" },
  ]);
  const Source = z.object({ neighbours: z.int(), error: z.null() });
  const sources = await client.get("/api/v1/lldp/sources", z.array(Source));
  expect(sources.map(({ neighbours }) => neighbours)).toEqual([8, 7]);
});

test(
  "the switches say what hangs on them: a hypervisor's guests are behind one port of a leaf",
  async () => {
    const Place = z.object({
      attachments: z.array(z.object({ port_name: z.string(), behind_port: z.int() })),
    });
    const placeOf = () => client.get("/api/v1/lookup/fra-hv-1", Place);
    const devices = await client.get("/api/v1/topology/devices", z.array(Host));
    // Asked now: the turn of their tables comes within minutes. Until its own leaf has been read, others tell of it.
    for (const { id } of devices.filter(({ hostname }) => hostname?.startsWith("fra-leaf-") === true))
      await waitFor("a leaf to be asked", () => wasAsked(id), PATIENCE_MS);
    await waitFor(
      "the guests' own leaf to be read",
      async () => (await placeOf()).attachments[0]?.behind_port === 10,
      PATIENCE_MS,
    );
    const { attachments } = await placeOf();
    expect(attachments).toEqual([{ port_name: expect.stringMatching(/^Ethernet\d+$/), behind_port: 10 }]);
  },
  TEST_MS,
);

test(
  "what the core switches and the UPS measure is found",
  async () => {
    const Sensor = z.object({ name: z.string(), unit: z.string() });
    const devices = await client.get("/api/v1/topology/devices", z.array(Host));
    const sensorsOf = (hostname: string) => {
      const id = devices.find((device) => device.hostname === hostname)?.id;
      return client.get(`/api/v1/topology/devices/${id}/sensors`, z.array(Sensor));
    };
    await waitFor(
      "sensors of both",
      async () => (await sensorsOf("fra-core-1")).length > 0 && (await sensorsOf("fra-ups-1")).length > 0,
      PATIENCE_MS,
    );
    expect((await sensorsOf("fra-core-1")).map(({ name, unit }) => `${name} ${unit}`)).toEqual([
      "Inlet °C",
      "Switch ASIC °C",
      "Fan 1 rpm",
      "Fan 2 rpm",
      "Supply 1 W",
    ]);
    expect((await sensorsOf("fra-ups-1")).map(({ name }) => name)).toContain("Charge");
  },
  TEST_MS,
);

test(
  "what this machine answers for is found to be up, and what is switched off is not asked",
  async () => {
    await waitFor("devices that answer", async () => (await summary()).online >= 324 - AWAY - 1, PATIENCE_MS);
    expect(await summary()).toMatchObject({ total: 324, paused: AWAY });
    await waitFor(
      "checks that are up",
      async () => {
        const checks = await client.get("/api/v1/monitoring/service-checks", z.array(Check));
        return checks.length === RULES.length && checks.every(({ targets }) => (targets["up"] ?? 0) > 0);
      },
      PATIENCE_MS,
    );
    expect(reportTo).toBeDefined();
    await fetch(`${reportTo}?msg=412+articles&ping=900`);
    const wanted = [
      "Netatlas: health",
      "Shop: front page",
      "Old intranet stays off",
      REPORTED.name,
      "Web shop",
    ];
    await waitFor(
      "monitors that are up",
      async () => {
        const up = new Set(
          (await monitors()).filter((one) => one.last_status === "online").map(({ name }) => name),
        );
        return wanted.every((name) => up.has(name));
      },
      PATIENCE_MS,
    );
    const silent = (await monitors()).find(({ name }) => name === SILENT.name);
    expect(silent?.last_status).not.toBe("online");
  },
  TEST_MS,
);

test(
  "one window runs, one comes again, and the public sees the page",
  async () => {
    const windows = await client.get(
      "/api/v1/maintenance",
      z.array(z.object({ state: z.string(), schedule: z.object({ kind: z.string() }) })),
    );
    const states = windows.map(({ state }) => state).filter((state) => state !== "over");
    expect(states.toSorted()).toEqual(["running", "scheduled", "scheduled"]);
    expect(windows.map(({ schedule }) => schedule.kind)).toContain("recurring");
    const page = await (await fetch(`${service.url}/status/demo`)).text();
    for (const words of ["Online shop", "Remote desktops", "sessions may be cut off"])
      expect(page).toContain(words);
  },
  TEST_MS,
);

test(
  "seeding again changes nothing",
  async () => {
    const count = async () => [
      (await monitors()).length,
      (await client.get("/api/v1/monitoring/service-checks", z.array(z.unknown()))).length,
      (await client.get("/api/v1/maintenance", z.array(z.unknown()))).length,
      (await client.get("/api/v1/alerts/rules", z.array(z.unknown()))).length,
      (await client.get("/api/v1/alerts/silences", z.array(z.unknown()))).length,
      (await summary()).total,
    ];
    const before = await count();
    expect(await seedDemo(client, { url: service.url, isPlayed: true })).toBe(reportTo);
    expect(await count()).toEqual(before);
  },
  TEST_MS,
);

test(
  "what went wrong before is told once, and what still is wrong lasts",
  async () => {
    const opened = await openCommandDatabase({
      url: undefined,
      dataDirectory: resolve(service.dataDirectory),
      binaryDirectory: undefined,
      templateCluster: undefined,
      log: pino({ level: "silent" }),
    });
    const ctx = {
      db: opened.database.db,
      dataDirectory: service.dataDirectory,
      past: planPast(beganMs),
      elsewhere: undefined,
    };
    const told = async () => [
      (await client.get("/api/v1/alerts/incidents?limit=500", z.array(z.unknown()))).length,
      (await client.get("/api/v1/monitoring/incidents?hours=720", z.array(z.unknown()))).length,
      (await client.get("/api/v1/maintenance", z.array(z.unknown()))).length,
    ];
    try {
      for (const fill of [fillMaintenance, fillChecks, fillAlerts, fillDiscovery]) await fill(ctx);
      const before = await told();
      for (const fill of [fillMaintenance, fillChecks, fillAlerts, fillDiscovery]) await fill(ctx);
      expect(await told()).toEqual(before);
    } finally {
      await opened.close();
    }
    const Incident = z.object({ title: z.string(), note: z.string().nullable() });
    const open = await client.get("/api/v1/alerts/incidents", z.array(Incident));
    const lasting = open.filter(({ title }) => title.includes("fra-hv-3") || title.includes(SILENT.name));
    expect(lasting).toHaveLength(2);
    expect(lasting.filter(({ note }) => note !== null)).toHaveLength(1);
  },
  TEST_MS,
);

test("names of the data centre are of things that are there, and no two devices lie on one spot", () => {
  const names = new Set([...DEVICES, ...DATA_CENTRE_DEVICES].map(({ hostname }) => hostname));
  expect(names.size).toBe(DEVICES.length + DATA_CENTRE_DEVICES.length);
  for (const { from, to } of DATA_CENTRE_LINKS)
    expect([names.has(from), names.has(to)]).toEqual([true, true]);
  for (const { device, parents } of DEPENDENCIES)
    expect([device, ...parents].filter((name) => !names.has(name))).toEqual([]);
  const labels = new Set(RULES.map(({ check }) => check.label));
  for (const member of GROUP_MONITORS.flatMap(({ members }) => members))
    if ("check" in member) expect([member.check, labels.has(member.check)]).toEqual([member.check, true]);
  const spots = [...DEVICES.map(positionOf), ...DATA_CENTRE_DEVICES.map(positionInDataCentre)];
  expect(new Set(spots.map((spot) => JSON.stringify(spot))).size).toBe(names.size);
});

test("what goes wrong goes wrong for a while and comes back", () => {
  const atSeconds = [0, 899, 900, 1049, 1050, 4500].map((second) => isOff(WEB_2_REFUSES, second * 1000));
  expect(atSeconds).toEqual([false, false, true, true, false, true]);
  const charges = Array.from({ length: 1500 }, (_, second) => batteryCharge(second * 1000));
  expect([Math.min(...charges) < 40, Math.max(...charges), charges[0]]).toEqual([true, 100, 100]);
});

/** What fills the network in, with that password beside it; what it tells its parent. */
function fillIn(password: string) {
  const folder = mkdtempSync(join(tmpdir(), "netatlas-demo-network-"));
  writeFileSync(passwordFile(folder), `${password}\n`);
  const heard: unknown[] = [];
  const filling = Bun.spawn(["bun", "src/demo/network-main.ts", service.url, folder, "played"], {
    cwd: resolve(import.meta.dir, "../.."),
    ipc: (message: unknown) => heard.push(message),
    stdio: ["ignore", "inherit", "pipe"],
  });
  return {
    folder,
    heard,
    filling,
    [Symbol.dispose]() {
      filling.kill();
      rmSync(folder, { recursive: true });
    },
  };
}

test(
  "the process that fills the network in tells where to report, leaves the branch's key and adds the people",
  async () => {
    using run = fillIn(PASSWORD);
    expect(await run.filling.exited).toBe(0);
    expect(run.heard).toEqual([{ reportTo }]);
    expect(existsSync(branchKeyFile(run.folder))).toBe(true);
    const users = await client.get("/api/v1/auth/users", z.array(z.object({ username: z.string() })));
    expect(users.map(({ username }) => username)).toEqual(
      expect.arrayContaining(PEOPLE.map(({ username }) => username)),
    );
  },
  TEST_MS,
);

test(
  "the process that may not sign in says so, and tells of no network",
  async () => {
    using run = fillIn("another-password-123");
    expect(await run.filling.exited).toBe(1);
    expect(await new Response(run.filling.stderr).text()).toContain("cannot fill the network in");
    expect(run.heard).toEqual([]);
  },
  TEST_MS,
);
