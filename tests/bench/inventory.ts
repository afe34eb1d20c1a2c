import { setUpAdmin } from "../support/api-client";
import { startService } from "../support/service-process";
import { runHttpLoad } from "./http-load";
import { percentile, printFigure } from "./report";

const DEVICES = 10_000;
const LIST_CALLS = 15;
/** Calls a second beside the import, on a timetable. */
const RATE = 100;

/** A big import by a real service, other calls meanwhile, and the whole list after it. */
export async function benchInventory(): Promise<void> {
  const service = await startService({
    environment: { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000000", LOG_LEVEL: "warning" },
  });
  try {
    const { key } = await setUpAdmin(service.url);
    const target = { url: service.url, port: service.httpPort, key };
    const devices = Array.from({ length: DEVICES }, (_, index) => deviceOf(index));
    await benchImport(target, { name: "JSON", body: JSON.stringify({ devices }), type: "application/json" });
    await benchImport(target, {
      name: "CSV, all known and unchanged",
      body: toCsv(devices),
      type: "text/csv",
    });
    await benchList(target);
  } finally {
    await service.remove();
  }
}

type Target = { url: string; port: number; key: string };

function deviceOf(index: number) {
  return {
    hostname: `sw${index}.example`,
    display_name: `Switch ${index}`,
    ip_address: `10.${index >> 16}.${(index >> 8) & 0xff}.${index & 0xff}`,
    mac_address: `00:00:0c:${[16, 8, 0].map((shift) => ((index >> shift) & 0xff).toString(16).padStart(2, "0")).join(":")}`,
    device_type: "switch",
    topology_group: `Group ${index % 50}`,
    tags: ["core", `rack${index % 20}`],
    notes: "Imported by the bench",
  };
}

function toCsv(devices: readonly ReturnType<typeof deviceOf>[]): string {
  const names = [
    "hostname",
    "display_name",
    "ip_address",
    "mac_address",
    "device_type",
    "topology_group",
    "notes",
  ] as const;
  return [names.join(","), ...devices.map((device) => names.map((name) => device[name]).join(","))].join(
    "\r\n",
  );
}

async function benchImport(
  { url, port, key }: Target,
  { name, body, type }: { name: string; body: string; type: string },
): Promise<void> {
  const load = runHttpLoad({
    host: "127.0.0.1",
    port,
    path: "/api/v1/auth/me",
    headers: { "X-API-Key": key },
    connections: 16,
    seconds: 4,
    rate: RATE,
  });
  await Bun.sleep(1000);
  const started = performance.now();
  const response = await fetch(`${url}/api/v1/topology/devices/import?mode=upsert`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": type },
    body,
  });
  const text = await response.text();
  const seconds = (performance.now() - started) / 1000;
  if (!response.ok) throw new Error(text.slice(0, 1000));
  printFigure({
    name: `import of ${DEVICES.toLocaleString("en")} devices, ${name}`,
    value: seconds,
    unit: "s",
    target: "<= 2",
    holds: seconds <= 2,
  });
  const { p99, max, failures } = await load;
  printFigure({
    name: `  p99 of ${RATE} other calls/s meanwhile`,
    value: p99,
    unit: "ms",
    target: "<= 100",
    holds: p99 <= 100 && failures === 0,
  });
  printFigure({ name: "  slowest", value: max, unit: "ms" });
}

async function benchList({ url, key }: Target): Promise<void> {
  const times: number[] = [];
  for (let call = 0; call < LIST_CALLS; call++) {
    const started = performance.now();
    const response = await fetch(`${url}/api/v1/topology/devices`, { headers: { "X-API-Key": key } });
    await response.arrayBuffer();
    times.push(performance.now() - started);
  }
  const median = percentile(times, 0.5);
  printFigure({
    name: `list of ${DEVICES.toLocaleString("en")} devices, median`,
    value: median,
    unit: "ms",
    target: "<= 250",
    holds: median <= 250,
  });
}
