import { setUpAdmin, type ApiClient } from "../support/api-client";
import { runInNetwork } from "../support/network-namespace";
import { startService, type ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";
import { routedNetwork, segmentOf } from "./discovery-network";
import { runHttpLoad } from "./http-load";
import { printFigure } from "./report";

type Scene = {
  name: string;
  target: string;
  hosts: number;
  /** For how long the API is measured while the scan runs: it must take longer. */
  seconds: number;
};

const SEGMENT_HOSTS = 400;
const SCENES: readonly { setup: () => string[]; scene: Scene }[] = [
  {
    setup: () => segmentOf(SEGMENT_HOSTS),
    scene: { name: "/22 on the segment", target: "10.30.0.0/22", hosts: SEGMENT_HOSTS + 1, seconds: 4 },
  },
  {
    setup: routedNetwork,
    scene: { name: "routed /16", target: "10.66.0.0/16", hosts: 4096, seconds: 60 },
  },
];

const DEVICES = 2000;
/** Calls a second of each kind, on a timetable. */
const CALLS = 40;
const IDLE_SECONDS = 10;
const LIMIT_MS = 50;
const SETTLE_MS = 10_000;
const SCAN_LIMIT_MS = 600_000;
const PATHS = ["/api/v1/auth/me", "/api/v1/topology/devices?limit=50"];

/**
 * What the API's callers notice of a sweep: the whole service in a network of its own, asked on a timetable while it
 * scans.
 */
export async function benchDiscoveryApi(): Promise<void> {
  for (const { setup, scene } of SCENES) {
    const command = [process.execPath, import.meta.path, JSON.stringify(scene)];
    process.stdout.write(await runInNetwork(setup(), { command }));
  }
}

async function playScene({ name, target, hosts, seconds }: Scene): Promise<void> {
  process.stdout.write(`API while the service scans: ${name}\n`);
  const service = await startService({
    environment: {
      API_KEY_RATE_LIMIT_MAX_CALLS: "1000000000",
      DISCOVERY_MAX_HOSTS: "65536",
      DISCOVERY_RATE_LIMIT_SECONDS: "0",
      LOG_LEVEL: "warning",
    },
  });
  try {
    const admin = await setUpAdmin(service.url);
    await addDevices(admin);
    await Bun.sleep(SETTLE_MS);
    await measureApi(service, { admin, when: "without a scan", seconds: IDLE_SECONDS });
    const begunAt = performance.now();
    await beginScan(service, { admin, target });
    await measureApi(service, { admin, when: "while it scans", seconds, limitMs: LIMIT_MS });
    const isLongEnough = (await stateOfScan(admin)).status === "running";
    if (!isLongEnough) process.stdout.write("  the scan had ended before it was measured to the end\n");
    await waitFor(
      "the scan's end",
      async () => (await stateOfScan(admin)).status !== "running",
      SCAN_LIMIT_MS,
    );
    const { status, result_count: found } = await stateOfScan(admin);
    printFigure({ name: "  the scan took", value: (performance.now() - begunAt) / 1000, unit: "s" });
    printFigure({
      name: `  found, ${status}`,
      value: found,
      unit: "",
      target: `${hosts}`,
      holds: found === hosts,
    });
  } finally {
    await service.remove();
  }
}

async function addDevices(admin: ApiClient): Promise<void> {
  const devices = Array.from({ length: DEVICES }, (_, index) => ({
    display_name: `host-${index}`,
    ip_address: `10.140.${Math.floor(index / 250)}.${1 + (index % 250)}`,
    monitoring_paused: true,
  }));
  await admin.send("POST", "/api/v1/topology/devices/import", { devices });
}

async function beginScan(
  service: ServiceProcess,
  { admin, target }: { admin: { key: string }; target: string },
): Promise<void> {
  const answer = await fetch(`${service.url}/api/v1/discovery/scans`, {
    method: "POST",
    headers: { "X-API-Key": admin.key, "Content-Type": "application/json", Prefer: "respond-async" },
    body: JSON.stringify({ target, scan_type: "ping", confirm_large_scan: true }),
  });
  if (answer.status !== 202)
    throw new Error(`the scan was answered ${answer.status}: ${await answer.text()}`);
}

type ScanState = { status: string; result_count: number };

async function stateOfScan(admin: ApiClient): Promise<ScanState> {
  const [scan] = await admin.get<ScanState[]>("/api/v1/discovery/scans?include_results=false");
  if (scan === undefined) throw new Error("there is no scan");
  return scan;
}

type Measured = { admin: { key: string }; when: string; seconds: number; limitMs?: number };

async function measureApi(
  service: ServiceProcess,
  { admin, when, seconds, limitMs }: Measured,
): Promise<void> {
  const results = await Promise.all(
    PATHS.map(async (path) => {
      const order = { host: "127.0.0.1", port: service.httpPort, connections: 4, seconds, rate: CALLS };
      return { path, ...(await runHttpLoad({ ...order, path, headers: { "X-API-Key": admin.key } })) };
    }),
  );
  for (const { path, p50, p99, max, failures } of results) {
    const shown = path.replace("/api/v1", "");
    printFigure({ name: `  ${when}, p50 of ${shown}`, value: p50, unit: "ms" });
    printFigure({
      name: `  ${when}, p99 of ${shown}`,
      value: p99,
      unit: "ms",
      ...(limitMs !== undefined && { target: `<= ${limitMs}`, holds: p99 <= limitMs && failures === 0 }),
    });
    if (max > 2 * p99) printFigure({ name: "    slowest", value: max, unit: "ms" });
  }
}

const given = process.argv[2];
if (import.meta.main && given !== undefined) {
  await playScene(JSON.parse(given));
  process.exit(0);
}
