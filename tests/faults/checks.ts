import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { processTree, treeMemory } from "../bench/process-memory";
import { setUpAdmin, type ApiClient } from "../support/api-client";
import { startHttpServer } from "../support/http-server";
import { readMetrics } from "../support/metrics";
import { takeCensus } from "../support/process-census";
import { startService, type ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(900_000);

const METRICS_TOKEN = "faults";
const ENVIRONMENT = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000", METRICS_TOKEN };
const SECOND = 1000;
const FAILING = ["never", "drips", "circle", "metadata"] as const;
/** A page without end is read in part, and its status counts. */
const ENDLESS = "endless";

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

/** The sum of a metric over all its labels that have this text. */
function sumOf(metrics: string, name: string, label = ""): number {
  return metrics
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}

const metricsOf = ({ url }: ServiceProcess) => readMetrics(url, METRICS_TOKEN);

async function waitUntilUp(running: ServiceProcess, count: number): Promise<void> {
  await waitFor(
    `${count} targets to be up`,
    async () => sumOf(await metricsOf(running), "netatlas_check_targets", 'state="up"') >= count,
    180_000,
  );
}

function givenMonitor(client: ApiClient, fields: { name: string; url: string }): Promise<{ id: number }> {
  return client.send("POST", "/api/v1/monitors", {
    check_interval_seconds: 20,
    timeout_seconds: 5,
    ...fields,
  });
}

test("fault 13: stopped and let go on, alone and with its database: nothing is down for it, and what is overdue is asked little by little", async () => {
  const devices = 1500;
  const monitors = 60;
  const running = await startService({ environment: ENVIRONMENT });
  service = running;
  const client = await setUpAdmin(running.url);
  // Some are always under way, and would time out while nobody hears them.
  const slow = startHttpServer({ answer: async () => Bun.sleep(1500).then(() => new Response()) });
  await client.send("PUT", "/api/v1/admin/settings", { monitor_interval_seconds: 30 });
  await client.send("POST", "/api/v1/topology/devices/import", {
    devices: Array.from({ length: devices }, (_, index) => ({
      display_name: `host-${index}`,
      ip_address: `127.1.${index >> 8}.${index & 255}`,
    })),
  });
  for (let index = 0; index < monitors; index++)
    await givenMonitor(client, { name: `slow-${index}`, url: `${slow.url}/${index}` });
  await waitUntilUp(running, devices + monitors);

  const perSecond: number[] = [];
  for (const whom of ["service", "service", "everything"]) {
    const pids = whom === "service" ? [running.pid] : processTree(running.pid);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    await Bun.sleep(12 * SECOND);
    for (const pid of pids) process.kill(pid, "SIGCONT");
    let before = sumOf(await metricsOf(running), "netatlas_checks_total");
    for (let second = 0; second < 8; second++) {
      await Bun.sleep(SECOND);
      const after = sumOf(await metricsOf(running), "netatlas_checks_total");
      perSecond.push(after - before);
      before = after;
    }
    await Bun.sleep(20 * SECOND);
  }

  const metrics = await metricsOf(running);
  expect(sumOf(metrics, "netatlas_checks_total", 'result="down"')).toBe(0);
  expect(sumOf(metrics, "netatlas_check_targets", 'state="up"')).toBe(devices + monitors);
  const list = await client.get<{ status: string; uptime_24h: number | null }[]>(
    "/api/v1/monitors?limit=100",
  );
  expect(list.filter(({ status }) => status !== "online")).toEqual([]);
  // In 12 s 640 checks fell due: asked at once, they would all be of the first second.
  expect(Math.max(...perSecond)).toBeLessThan(350);
});

test("fault 47: monitors whose servers hang, drip, never end or lead in circles hold up no other, and leave nothing behind", async () => {
  const each = 100;
  const well = 40;
  const running = await startService({ environment: ENVIRONMENT });
  service = running;
  const client = await setUpAdmin(running.url);
  const hostile = startHttpServer({ answer: answerHostile });
  const good = startHttpServer();
  await Bun.sleep(5 * SECOND);
  const idle = { ...takeCensus(running.pid), megabytes: treeMemory(running.pid) };
  const ids: number[] = [];
  for (let index = 0; index < well; index++)
    ids.push((await givenMonitor(client, { name: `well-${index}`, url: `${good.url}/${index}` })).id);
  for (const kind of [...FAILING, ENDLESS])
    for (let index = 0; index < each; index++)
      ids.push((await givenMonitor(client, { name: `${kind}-${index}`, url: `${hostile.url}/${kind}` })).id);
  await waitFor(
    "all that fail to be down",
    async () =>
      sumOf(await metricsOf(running), "netatlas_check_targets", 'state="down"') >= FAILING.length * each,
    180_000,
  );
  await Bun.sleep(20 * SECOND);
  const middle = { ...takeCensus(running.pid), megabytes: treeMemory(running.pid) };
  const [begun, asked] = [performance.now(), good.received.length];
  await Bun.sleep(80 * SECOND);
  const rounds = (performance.now() - begun) / (20 * SECOND);
  // Each of those that answer has been asked in its turn.
  expect(good.received.length - asked).toBeGreaterThanOrEqual(well * (rounds - 1));
  const end = { ...takeCensus(running.pid), megabytes: treeMemory(running.pid) };
  expect(end.descriptors).toBeLessThan(middle.descriptors + 60);
  expect(end.threads).toBeLessThan(middle.threads + 8);
  expect(end.megabytes).toBeLessThan(middle.megabytes * 1.2 + 48);
  const list = await client.get<{ name: string; status: string; error?: string | null }[]>(
    "/api/v1/monitors?limit=1000",
  );
  const isWell = (name: string) => FAILING.every((kind) => !name.startsWith(kind));
  expect(list.filter(({ name, status }) => (status === "online") !== isWell(name))).toEqual([]);
  for (const id of ids) await client.send("DELETE", `/api/v1/monitors/${id}`);
  await waitFor(
    "descriptors to be given back",
    () => takeCensus(running.pid).descriptors <= idle.descriptors + 16,
    60_000,
  );
});

function answerHostile(request: Request): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/circle") return Response.redirect("/circle", 302);
  if (pathname === "/metadata") return Response.redirect("http://169.254.169.254/latest/meta-data/", 302);
  if (pathname === "/drips") return new Response(writeForEver("x", 100));
  if (pathname === "/endless") return new Response(writeForEver("x".repeat(65_536), 0));
  return new Promise(() => undefined);
}

function writeForEver(text: string, everyMs: number): ReadableStream<Uint8Array> {
  const chunk = new TextEncoder().encode(text);
  return new ReadableStream({
    async pull(controller) {
      await Bun.sleep(everyMs);
      controller.enqueue(chunk);
    },
  });
}
