import { createTestService } from "../support/app";
import { percentile, printFigure } from "./report";

const DEVICES = 5000;
const LINKS = 8000;
const CALLS = 30;

/** The graph of a large map, whole and unchanged, as a browser asks for it: by HTTP, one call at a time. */
export async function benchGraph(): Promise<void> {
  const service = await createTestService({ settings: { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" } });
  const { key } = await service.apiKeyOf(await service.givenAdmin());
  await seed(service.database.sql);
  const server = service.listen();
  try {
    const url = `http://127.0.0.1:${server.port}/api/v1/topology/graph`;
    const whole = await time(url, { "X-API-Key": key });
    printFigure({
      name: `GET /topology/graph, ${DEVICES} devices and ${LINKS} links, median`,
      value: percentile(whole.milliseconds, 0.5),
      unit: "ms",
      target: "<= 300",
      holds: percentile(whole.milliseconds, 0.5) <= 300,
    });
    printFigure({ name: "  p95", value: percentile(whole.milliseconds, 0.95), unit: "ms" });
    printFigure({ name: "  its size", value: whole.bytes / 1e6, unit: "MB" });
    const unchanged = await time(url, { "X-API-Key": key, "If-None-Match": whole.tag });
    printFigure({
      name: "  p95 of a poll that finds it unchanged (304)",
      value: percentile(unchanged.milliseconds, 0.95),
      unit: "ms",
    });
  } finally {
    await server.stop(true);
    await service.close();
  }
}

async function seed(sql: Awaited<ReturnType<typeof createTestService>>["database"]["sql"]): Promise<void> {
  await sql`
    INSERT INTO topology_groups (name) SELECT 'vlan' || number FROM generate_series(1, 50) number`;
  await sql`
    INSERT INTO devices (display_name, hostname, ip_address, mac_address, device_type, status, lifecycle,
      monitoring_paused, expected_status, icon, topology_group_id, tags)
    SELECT 'Device ' || number, 'sw' || number, host('10.0.0.0'::inet + number),
      lower(lpad(to_hex(number), 12, '0')::macaddr::text), 'switch', 'online', 'active', false, 'online', 'switch',
      (SELECT min(id) FROM topology_groups) + number % 50, ARRAY['core', 'rack' || number % 20]
    FROM generate_series(1, ${DEVICES}) number`;
  await sql`
    INSERT INTO relationships (source_device_id, target_device_id, source_interface, relationship_type,
      allow_outbound, allow_inbound, link_speed_mbps)
    SELECT first + number % ${DEVICES}, first + (number * 7 + 1 + number / ${DEVICES}) % ${DEVICES}, 'Gi0/' || number,
      'link', true, true, 1000
    FROM generate_series(1, ${LINKS * 2}) number, (SELECT min(id) AS first FROM devices) devices
    WHERE number % ${DEVICES} <> (number * 7 + 1 + number / ${DEVICES}) % ${DEVICES}
    LIMIT ${LINKS}`;
  await sql`ANALYZE`;
}

async function time(url: string, headers: Record<string, string>) {
  const milliseconds: number[] = [];
  let [bytes, tag] = [0, ""];
  for (let call = 0; call < CALLS; call++) {
    const started = performance.now();
    const response = await fetch(url, { headers });
    bytes = (await response.arrayBuffer()).byteLength;
    milliseconds.push(performance.now() - started);
    tag = response.headers.get("ETag") ?? "";
  }
  return { milliseconds, bytes, tag };
}
