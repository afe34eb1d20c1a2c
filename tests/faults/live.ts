import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { treeMemory } from "../bench/process-memory";
import { runUdpLoad } from "../bench/udp-load";
import { ADMIN, createApiClient, setUpAdmin } from "../support/api-client";
import { openSubscribed } from "../support/live-client";
import { startSender } from "../support/numbered-sender";
import { startService, type ServiceProcess } from "../support/service-process";
import { openStalledViewer } from "../support/stalled-client";
import { waitUntilStored } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";

const ENVIRONMENT = {
  API_KEY_RATE_LIMIT_MAX_CALLS: "1000000",
  SYSLOG_WS_MAX_CONNECTIONS: "2000",
  SYSLOG_WS_MAX_CONNECTIONS_PER_USER: "2000",
};
const READERS = 1_000;
/** Of the whole service, with its database, while nobody reads. */
const MAX_MEMORY_MIB = 900;

setDefaultTimeout(300_000);

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

async function start() {
  service = await startService({ environment: ENVIRONMENT });
  const client = await setUpAdmin(service.url);
  const login = await createApiClient(service.url).send<{ access_token: string }>(
    "POST",
    "/api/v1/auth/login",
    ADMIN,
  );
  return { ...service, client, token: login.access_token };
}

test("fault 39: 1,000 viewers that read nothing take bounded memory, and a lively one gets or is told of everything", async () => {
  const { url, pid, syslogPort: port, client, token } = await start();
  const stalled = [];
  for (let index = 0; index < READERS; index++) stalled.push(await openStalledViewer(url, token));
  const lively = await openSubscribed(url, token, { filter: { q: "seq=" } });
  const total = 150_000;
  // What the kernel takes for each of them has to be sent first, so the lively one may be behind for a while.
  const load = runUdpLoad({ port, total, rate: 5_000 });
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, treeMemory(pid));
  }, 2_000);
  const skipped = () => lively.controls.reduce((sum, { count }) => sum + Number(count ?? 0), 0);
  await waitFor("all events", () => lively.events.length + skipped() >= total, 120_000);
  clearInterval(sampling);
  await load;
  expect(lively.events.length + skipped()).toBe(total);
  process.stdout.write(`most memory: ${most.toFixed(0)} MiB\n`);
  expect(most).toBeWithin(1, MAX_MEMORY_MIB);
  for (const socket of stalled) socket.destroy();
  lively.close();
  await waitUntilStored(client);
});

test("a viewer that is cut off 50 times at 5,000 lines a second has every line once", async () => {
  const { url, syslogPort: port, token } = await start();
  const total = 100_000;
  const filter = { q: "seq=" };
  const seen: number[] = [];
  let position: Record<string, number> = {};
  let viewer = await openSubscribed(url, token, { filter });
  const take = () => {
    for (const frame of viewer.controls) Object.assign(position, Object(frame["position"]));
    for (const { raw_log, collector, id } of viewer.events) {
      seen.push(Number(/seq=(\d+)$/.exec(String(raw_log))?.[1]));
      position = { ...position, [String(collector)]: Number(id) };
    }
  };
  const sender = await startSender({ transport: "tcp", port, first: 0, total, rate: 5_000 });
  await waitFor("the first event", () => viewer.events.length > 0);
  for (let cut = 1; cut <= 50; cut++) {
    const due = (cut * total) / 52;
    await waitFor("the next cut", () => sender.sent.length >= due, 60_000);
    viewer.close();
    await viewer.closed;
    take();
    viewer = await openSubscribed(url, token, { filter, resume: position });
  }
  await sender.done;
  await waitFor("the rest", () => seen.length + viewer.events.length >= total, 60_000);
  viewer.close();
  await viewer.closed;
  take();
  expect(seen).toEqual(Array.from({ length: total }, (_, index) => index));
});
