import { connectDatabase, type Database } from "#platform/database";
import pino from "pino";
import { createApiClient, setUpAdmin, type ApiClient } from "../support/api-client";
import { startForeignPostgres } from "../support/foreign-postgres";
import { startService } from "../support/service-process";
import { percentile, printFigure } from "./report";

const TAKEN = 100_000;
const SAMPLES = 15;

/** Next-available in dense and in sparse subnets, the usage of 2,000 subnets, allocations by fifty clients. */
export async function benchIpam(): Promise<void> {
  const postgres = await startForeignPostgres();
  const service = await startService({
    environment: {
      DATABASE_URL: postgres.url,
      API_KEY_RATE_LIMIT_MAX_CALLS: "1000000000",
      LOG_LEVEL: "warning",
      SYSLOG_ENABLED: "false",
    },
  });
  const database = connectDatabase({ url: postgres.url }, { log: pino({ level: "silent" }) });
  try {
    const client = await setUpAdmin(service.url);
    await benchNextAvailable(client, database);
    await benchUsage(client, database);
    await benchAllocation(client, service.url);
  } finally {
    await database.close();
    await service.remove();
    await postgres.stop();
  }
}

async function givenSubnet(client: ApiClient, cidr: string): Promise<number> {
  const subnet = await client.send<{ id: number }>("POST", "/api/v1/ipam/subnets", { name: cidr, cidr });
  return subnet.id;
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const started = performance.now();
    await work();
    samples.push(performance.now() - started);
  }
  return percentile(samples, 0.5);
}

async function benchNextAvailable(client: ApiClient, { sql }: Database): Promise<void> {
  const nextOf = (id: number) => client.get<{ ip: string }>(`/api/v1/ipam/subnets/${id}/next-available`);
  const dense = await givenSubnet(client, "10.0.0.0/8");
  await sql`INSERT INTO ip_reservations (address, label)
    SELECT '10.0.0.1'::inet + step, 'taken' FROM generate_series(0, ${TAKEN - 1}::int) AS step`;
  const { ip } = await nextOf(dense);
  const denseMs = await medianOf(() => nextOf(dense));
  printFigure({
    name: `next-available, /8, first 100,000 taken (${ip})`,
    value: denseMs,
    unit: "ms",
    target: "<= 60",
    holds: denseMs <= 60 && ip === "10.1.134.161",
  });
  const byDevices = await givenSubnet(client, "12.0.0.0/8");
  await sql`INSERT INTO devices (hostname, ip_address, status, lifecycle, monitoring_paused, expected_status, icon)
    SELECT 'device-' || step, host('12.0.0.1'::inet + step), 'unknown', 'active', false, 'online', 'device'
    FROM generate_series(0, ${TAKEN - 1}::int) AS step`;
  const devicesMs = await medianOf(() => nextOf(byDevices));
  printFigure({ name: "  the same, taken by devices", value: devicesMs, unit: "ms" });
  const sparse = await givenSubnet(client, "11.0.0.0/8");
  await sql`INSERT INTO ip_reservations (address, label)
    SELECT '11.0.0.1'::inet + step * 167, 'taken' FROM generate_series(0, ${TAKEN - 1}::int) AS step`;
  const sparseMs = await medianOf(() => nextOf(sparse));
  printFigure({
    name: "next-available, /8, 100,000 scattered",
    value: sparseMs,
    unit: "ms",
    target: "<= 10",
    holds: sparseMs <= 10,
  });
}

async function benchUsage(client: ApiClient, { sql }: Database): Promise<void> {
  await sql`DELETE FROM devices`;
  await sql`DELETE FROM ip_reservations`;
  await sql`DELETE FROM subnets`;
  await sql`INSERT INTO subnets (name, network)
    SELECT 'net ' || step, set_masklen(('10.0.0.0'::inet + step::bigint * 256)::cidr, 24) FROM generate_series(0, 1991) AS step`;
  await sql`INSERT INTO subnets (name, network)
    SELECT 'block ' || step, set_masklen(('10.0.0.0'::inet + step::bigint * 65536)::cidr, 16) FROM generate_series(0, 7) AS step`;
  await sql`INSERT INTO ip_reservations (address, label)
    SELECT '10.0.0.1'::inet + step::bigint * 10, 'taken' FROM generate_series(0, 49999) AS step`;
  await sql`ANALYZE`;
  const listMs = await medianOf(() => client.get("/api/v1/ipam/subnets"));
  printFigure({
    name: "usage of 2,000 nested subnets, 50,000 addresses",
    value: listMs,
    unit: "ms",
    target: "<= 200",
    holds: listMs <= 200,
  });
  const summaryMs = await medianOf(() => client.get("/api/v1/ipam/summary"));
  printFigure({
    name: "  GET /ipam/summary of them",
    value: summaryMs,
    unit: "ms",
    target: "<= 200",
    holds: summaryMs <= 200,
  });
}

async function benchAllocation(client: ApiClient & { key: string }, url: string): Promise<void> {
  const id = await givenSubnet(client, "172.16.0.0/16");
  const wanted = 1000;
  let next = 0;
  const allocate = async () => {
    const own = createApiClient(url, { "X-API-Key": client.key });
    while (next++ < wanted) await own.send("POST", `/api/v1/ipam/subnets/${id}/allocate`, { label: "bench" });
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: 50 }, allocate));
  const seconds = (performance.now() - started) / 1000;
  printFigure({ name: "allocations of one subnet, 50 clients", value: wanted / seconds, unit: "/s" });
}
