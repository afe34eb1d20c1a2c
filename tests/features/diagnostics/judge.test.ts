import { describe, expect, test } from "bun:test";
import { judge, type Findings } from "#features/diagnostics";

const MIB = 1024 ** 2;

const WELL: Findings = {
  ping: { method: "raw", description: "raw ICMP sockets", improvement: null, problem: null },
  listeners: [
    {
      feature: "Syslog UDP",
      setting: "SYSLOG_UDP_PORT",
      switch: "SYSLOG_UDP_ENABLED",
      port: 1514,
      error: null,
    },
  ],
  receiveBuffer: { wanted: 64 * MIB, granted: 64 * MIB },
  programs: { traceroute: true, nmap: true },
  dhcpClientPort: null,
  database: { description: "PostgreSQL 18, run by the service", problem: null, limitations: [] },
  data: { folder: "/data", problem: null, freeBytes: 9000 * MIB, minFreeBytes: 512 * MIB },
  openFiles: { limit: 20_000, wanted: 2024 },
  memory: { limitBytes: 4096 * MIB, wantedBytes: 400 * MIB },
  appUrl: "https://netatlas.example",
};

const [listener] = WELL.listeners;
if (listener === undefined) throw new Error("no listener");

const about = (feature: string, changes: Partial<Findings>) =>
  judge({ ...WELL, ...changes }).find((verdict) => verdict.feature === feature);

test("where everything is there, everything works and there is nothing to do", () => {
  const verdicts = judge(WELL);
  expect(verdicts.filter(({ verdict, remedy }) => verdict !== "works" || remedy !== null)).toEqual([]);
  expect(new Set(verdicts.map(({ feature }) => feature)).size).toBe(verdicts.length);
});

describe("what is limited comes with the line that mends it", () => {
  test("a ping by connections", () => {
    const ping = {
      method: "tcp",
      description: "TCP connections instead of ICMP echoes",
      improvement: "CAP_NET_RAW",
      problem: null,
    };
    expect(about("Ping", { ping })).toMatchObject({ verdict: "limited", remedy: "add CAP_NET_RAW" });
    expect(about("Traceroute", { ping })).toMatchObject({ verdict: "works" });
    const programs = { traceroute: false, nmap: true };
    expect(about("Traceroute", { ping, programs })).toMatchObject({ verdict: "broken" });
  });

  test("a receive buffer that the kernel did not grant", () => {
    expect(about("UDP buffer", { receiveBuffer: { wanted: 64 * MIB, granted: 4 * MIB } })).toEqual({
      feature: "UDP buffer",
      verdict: "limited",
      message: "4 MiB granted of 64 MiB: bursts may lose datagrams",
      remedy: `run sysctl -w net.core.rmem_max=${64 * MIB} on the host, or add CAP_NET_ADMIN, and start again`,
    });
    expect(about("UDP buffer", { receiveBuffer: undefined })).toBeUndefined();
  });

  test("open files, memory, the disk and links", () => {
    expect(about("Open files", { openFiles: { limit: 1024, wanted: 2024 } })?.remedy).toContain(
      "ulimit -n 2024",
    );
    const memory = { limitBytes: 512 * MIB, wantedBytes: 400 * MIB };
    expect(about("Memory", { memory })?.remedy).toContain("DUCKDB_MEMORY_MB");
    expect(about("Data folder", { data: { ...WELL.data, freeBytes: 1000 * MIB } })?.verdict).toBe("limited");
    expect(about("Links in mails", { appUrl: "" })?.remedy).toContain("APP_URL");
    expect(about("DHCP checks", { dhcpClientPort: "port 68 may not be opened" })?.verdict).toBe("limited");
  });
});

test("connections to the database that all processes together may need are held against those allowed", () => {
  const feature = "Connections to the database";
  expect(about(feature, {})).toBeUndefined();
  expect(about(feature, { connections: { allowed: 97, wanted: 96 } })).toMatchObject({ verdict: "works" });
  expect(about(feature, { connections: { allowed: 97, wanted: 108 } })).toMatchObject({
    verdict: "limited",
    message: "97 allowed, 108 may be needed by the processes that run",
    remedy: expect.stringContaining("by 11"),
  });
});

test("processes are judged by what is missing first, then by who cannot be read, then by who is silent", () => {
  const all = { live: 3, missingRoles: [], withOtherKey: [], silent: [] };
  expect(about("Processes", { processes: all })).toMatchObject({
    verdict: "works",
    message: "3 share the work",
  });
  const silent = { ...all, silent: ["http://collector-1:8080"] };
  expect(about("Processes", { processes: silent })).toMatchObject({
    verdict: "limited",
    message: expect.stringContaining("http://collector-1:8080"),
    remedy: expect.stringContaining("INSTANCE_URL"),
  });
  const strange = { ...silent, withOtherKey: ["http://api-2:8080"] };
  expect(about("Processes", { processes: strange })?.remedy).toContain("MASTER_KEY");
  const missing = { ...strange, missingRoles: ["worker"] };
  expect(about("Processes", { processes: missing })?.remedy).toContain("worker");
});

test("what does not work is broken, and what is switched off is off", () => {
  const listening = (changes: Partial<typeof listener>) =>
    about("Syslog UDP", { listeners: [{ ...listener, ...changes }] });
  expect(listening({ port: null })).toMatchObject({
    verdict: "off",
    message: "switched off (SYSLOG_UDP_ENABLED)",
  });
  expect(listening({ port: 514, error: "EACCES" })?.remedy).toContain("CAP_NET_BIND_SERVICE");
  expect(listening({ error: "EADDRINUSE" })).toMatchObject({ verdict: "broken" });
  expect(about("Data folder", { data: { ...WELL.data, freeBytes: 100 * MIB } })?.verdict).toBe("broken");
  expect(
    about("Database", { database: { ...WELL.database, problem: "it cannot be reached" } }),
  ).toMatchObject({
    verdict: "broken",
    message: "it cannot be reached",
  });
  expect(about("Scans by nmap", { programs: { traceroute: true, nmap: false } })?.verdict).toBe("off");
});
