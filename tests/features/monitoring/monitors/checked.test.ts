import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import pino from "pino";
import { z } from "zod";
import { MaintenanceWatch } from "#features/maintenance";
import { startMonitoring, type CheckEngine } from "#features/monitoring";
import { openReachability, type Reachability } from "#platform/echo/reachability";
import { createEncryption } from "#platform/encryption";
import { PortTargetOut } from "../../../../src/features/monitoring/checks/models";
import { MonitorCheckHistoryRead, MonitorRead } from "../../../../src/features/monitoring/monitors/models";
import { monitors } from "../../../../src/features/monitoring/tables";
import { MASTER_KEY } from "../../../support/app";
import { waitFor } from "../../../support/wait-for";
import { CHECKS, createMonitoringService, MONITORS } from "../monitoring-service";

/** From a request that makes a check to what the engine found, by real probes of a server of this test. */
let engine: CheckEngine | undefined;
let reachability: Reachability | undefined;
const service = await createMonitoringService({ onChange: () => engine?.wake() });
const { send, givenMonitor, givenDevice } = service;

let isOutOfOrder = false;
const peer = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const isKnown = request.headers.get("authorization") === "Bearer let me in";
    return isOutOfOrder || !isKnown ? new Response("no", { status: 500 }) : Response.json({ status: "ok" });
  },
});

beforeAll(async () => {
  const log = pino({ level: "silent" });
  reachability = await openReachability({ log });
  engine = startMonitoring({
    database: service.database,
    reachability,
    encryption: createEncryption(MASTER_KEY),
    log,
    maintenance: new MaintenanceWatch({ db: service.database.db }),
    rootAddresses: [],
    observer: { onCheck: () => undefined, onLag: () => undefined, onDropped: () => undefined },
  });
});

afterAll(async () => {
  await engine?.stop();
  await reachability?.close();
  await peer.stop(true);
  await service.close();
});

const url = `http://127.0.0.1:${peer.port}/health`;

async function untilMonitor(id: number, isReached: (monitor: MonitorRead) => boolean): Promise<MonitorRead> {
  return waitFor(
    "the monitor's result",
    async () => {
      const monitor = MonitorRead.parse((await send(`GET ${MONITORS}/${id}`)).body);
      return isReached(monitor) && monitor;
    },
    30_000,
  );
}

test("a monitor is asked with its secrets, and shows what was found", async () => {
  const { id } = await givenMonitor({
    url,
    auth_type: "bearer",
    bearer_token: "let me in",
    json_path: "$.status",
    expected_value: "ok",
  });
  const monitor = await untilMonitor(id, ({ last_status: status }) => status !== null);
  expect(monitor).toMatchObject({
    last_status: "online",
    uptime_24h: 100,
    consecutive_failures: 0,
    heartbeat: ["online"],
    last_result: { state: "up", status: "up", status_code: 200, error: null },
  });
  const history = z.array(MonitorCheckHistoryRead).parse((await send(`GET ${MONITORS}/${id}/history`)).body);
  expect(history).toMatchObject([
    {
      status: "online",
      status_code: 200,
      assertion_detail: "Response assertions passed",
      response_size_bytes: 15,
    },
  ]);
  isOutOfOrder = true;
  await send(`PATCH ${MONITORS}/${id}`, { description: "asked again at once" });
  const failed = await untilMonitor(id, ({ last_status: status }) => status === "offline");
  isOutOfOrder = false;
  expect(failed).toMatchObject({ consecutive_failures: 1, heartbeat: ["online", "offline"], uptime_24h: 50 });
});

test("upside down, a failure is what is wanted", async () => {
  const { id } = await givenMonitor({ url, upside_down: true });
  const monitor = await untilMonitor(id, ({ last_status: status }) => status !== null);
  expect(monitor).toMatchObject({ last_status: "online", last_result: { status: "up", status_code: 500 } });
});

test("one whose secrets cannot be read is not asked, and says so", async () => {
  const { id } = await givenMonitor({ url, bearer_token: "x", enabled: false });
  await service.database.db.update(monitors).set({ bearerToken: "gAAAA" }).where(eq(monitors.id, id));
  await send(`PATCH ${MONITORS}/${id}`, { enabled: true });
  const monitor = await untilMonitor(
    id,
    ({ last_result: result }) => result?.error !== undefined && result?.error !== null,
  );
  expect(monitor).toMatchObject({ last_status: null, last_result: { status: "unknown" } });
  expect(monitor.last_result?.error).toContain("MASTER_KEY");
});

test("a service check on a device shows what was found there", async () => {
  const device = await givenDevice({ ipAddress: "127.0.0.1" });
  const { id } = await service.givenCheck({
    device_id: device,
    check_type: "http",
    port: peer.port,
    expected_status_min: 500,
    expected_status_max: 500,
  });
  const check = await waitFor(
    "the check's result",
    async () => {
      const found = PortTargetOut.parse((await send(`GET ${CHECKS}/${id}`)).body);
      return (found.last_result?.checked_at ?? null) !== null && found.targets.unknown === 0 && found;
    },
    30_000,
  );
  expect(check).toMatchObject({
    targets: { up: 1 },
    last_result: { state: "up", status_code: 500, error: null },
  });
});
