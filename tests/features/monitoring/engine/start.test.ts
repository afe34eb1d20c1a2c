import { createServer } from "node:net";
import { afterAll, expect, test } from "bun:test";
import pino from "pino";
import { MaintenanceWatch } from "#features/maintenance";
import { startMonitoring } from "#features/monitoring";
import { openReachability } from "#platform/echo/reachability";
import { createEncryption } from "#platform/encryption";
import { systemSettings } from "../../../../src/features/settings/tables";
import { MASTER_KEY } from "../../../support/app";
import { createTestDatabase } from "../../../support/database";
import { monitored } from "../../../support/monitoring";
import { waitFor } from "../../../support/wait-for";

const database = await createTestDatabase();
const log = pino({ level: "silent" });
const reachability = await openReachability({ log });
const { givenDevice, givenServiceCheck, targetOf, serviceTargetOf } = monitored(database);
const tcp = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
const web = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("well", { status: 503 }) });
const observer = { onCheck: () => undefined, onLag: () => undefined, onDropped: () => undefined };
const engine = startMonitoring({
  database,
  reachability,
  encryption: createEncryption(MASTER_KEY),
  observer,
  log,
  maintenance: new MaintenanceWatch({ db: database.db }),
  rootAddresses: [],
});

afterAll(async () => {
  await engine.stop();
  await reachability.close();
  tcp.close();
  await web.stop(true);
  await database.drop();
});

test("a device and the services on it are asked for real, by the settings of the system", async () => {
  const address = tcp.address();
  const openPort = typeof address === "object" ? (address?.port ?? 0) : 0;
  const listening = await givenDevice("127.0.0.1");
  await givenServiceCheck(openPort, { deviceId: listening });
  const serving = await givenDevice("127.0.0.1");
  await givenServiceCheck(web.port ?? 0, { deviceId: serving, checkType: "http" });
  const closed = await givenDevice("127.0.0.1");
  await givenServiceCheck(9, { deviceId: closed, retryIntervalSeconds: 1 });
  const named = await givenDevice("", { ipAddress: null, hostname: "localhost" });
  await givenServiceCheck(openPort, { deviceId: named });
  const refused = await givenDevice("169.254.169.254");
  await database.db.insert(systemSettings).values({ name: "monitor_interval_seconds", value: 30 });
  engine.wake();
  for (const id of [listening, serving, closed, named])
    await waitFor("the devices to be up", async () => (await targetOf(id))?.state === "up", 20_000);
  // The engine may have been at its targets with the settings of before when it was woken.
  await waitFor("its interval", async () => (await targetOf(listening))?.intervalSeconds === 30);
  await waitFor("the service", async () => (await serviceTargetOf(listening))?.state === "up", 20_000);
  const failing = await waitFor(
    "the closed port",
    async () => {
      const target = await serviceTargetOf(closed);
      return target?.state === "down" && target;
    },
    20_000,
  );
  await waitFor("the named one's", async () => (await serviceTargetOf(named))?.state === "up", 20_000);
  expect((await targetOf(named))?.result).toMatchObject({ address: expect.any(String) });
  expect(failing.result?.["error"]).toBeString();
  const page = await waitFor("the page", async () => {
    const target = await serviceTargetOf(serving);
    return target?.rawStatus === "down" && target;
  });
  expect(page.result).toMatchObject({ statusCode: 503, assertionDetail: expect.any(String) });
  const metadata = await waitFor("what may not be asked", async () => {
    const target = await targetOf(refused);
    return target?.rawStatus === "unknown" && target;
  });
  expect(metadata.result?.["error"]).toBe("Link-local, metadata and multicast addresses cannot be targets");
}, 90_000);
