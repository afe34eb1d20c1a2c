import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { IncidentRead } from "../../../../src/features/monitoring/course/models";
import { incidents } from "../../../../src/features/monitoring/tables";
import { HOUR, MINUTE } from "../history/given";
import { createMonitoringService } from "../monitoring-service";

const service = await createMonitoringService();
const { send, givenDevice, givenTarget, givenCheck, givenMonitor } = service;
const { db } = service.database;
afterAll(service.close);

const PATH = "/api/v1/monitoring/incidents";
const now = Date.now();
const ago = (ms: number) => new Date(now - ms);

async function listed(query: string) {
  const answer = await send(`GET ${PATH}?${query}`);
  if (answer.status !== 200) throw new Error(`no incidents: ${answer.text}`);
  return { rows: z.array(IncidentRead).parse(answer.body), headers: answer.headers };
}

const device = await givenDevice({ displayName: "core-1", ipAddress: "10.4.1.1" });
const check = await givenCheck({ device_id: device, label: "web" });
const monitor = await givenMonitor({ name: "shop" });
const onDevice = await givenTarget({ kind: "device", deviceId: device, state: "down" });
const onCheck = await givenTarget({ kind: "service", deviceId: device, serviceCheckId: check.id });
const onMonitor = await givenTarget({ kind: "monitor", monitorId: monitor.id });
await db.insert(incidents).values([
  { targetId: onDevice, startedAt: ago(50 * HOUR), endedAt: ago(49 * HOUR), error: "No reply" },
  { targetId: onDevice, startedAt: ago(40 * HOUR), endedAt: null, error: "No route" },
  { targetId: onCheck, startedAt: ago(2 * HOUR), endedAt: ago(HOUR), error: "Refused" },
  { targetId: onMonitor, startedAt: ago(30 * MINUTE), endedAt: ago(10 * MINUTE), error: "HTTP 503" },
]);

test("those that last come first, then the newest, each with how long it lasted and what it was about", async () => {
  const { rows, headers } = await listed("");
  expect(rows.map(({ error }) => error)).toEqual(["No route", "HTTP 503", "Refused", "No reply"]);
  expect(headers.get("X-Total-Count")).toBe("4");
  const [running, ofMonitor, ofCheck, old] = rows;
  expect(running).toMatchObject({ kind: "device", name: "core-1", device_id: device, ended_at: null });
  expect(Math.abs((running?.duration_seconds ?? 0) - 40 * 3600)).toBeLessThan(120);
  expect(ofMonitor).toMatchObject({ kind: "monitor", name: "shop", monitor_id: monitor.id });
  expect(ofMonitor?.duration_seconds).toBe(20 * 60);
  expect(ofCheck).toMatchObject({ kind: "service", name: "web on core-1", service_check_id: check.id });
  expect(old?.duration_seconds).toBe(3600);
});

test("they are of a device and the checks on it, of a check, of a monitor, and of the last hours", async () => {
  const errors = async (query: string) => (await listed(query)).rows.map(({ error }) => error);
  expect(await errors(`device_id=${device}`)).toEqual(["No route", "Refused", "No reply"]);
  expect(await errors(`service_check_id=${check.id}`)).toEqual(["Refused"]);
  expect(await errors(`monitor_id=${monitor.id}`)).toEqual(["HTTP 503"]);
  // One that lasts is of any time.
  expect(await errors("hours=1")).toEqual(["No route", "HTTP 503"]);
  expect(await errors(`device_id=${device}&hours=24`)).toEqual(["No route", "Refused"]);
  expect(await errors("device_id=999999999")).toEqual([]);
});

test("pages hold each of them once, in the same order", async () => {
  const first = await listed("limit=2");
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1];
  const second = await send(`GET ${next}`);
  const rest = z.array(IncidentRead).parse(second.body);
  expect([...first.rows, ...rest].map(({ error }) => error)).toEqual([
    "No route",
    "HTTP 503",
    "Refused",
    "No reply",
  ]);
  expect((await send(`GET ${PATH}?limit=2&cursor=nonsense`)).status).toBe(422);
});
