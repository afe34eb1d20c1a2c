import { ADMIN, createApiClient, setUpAdmin } from "../support/api-client";
import { startService } from "../support/service-process";
import { runHttpLoad } from "./http-load";
import { percentile, printFigure } from "./report";

const PARALLEL_LOGINS = 40;

/** API-key calls at full speed and on a timetable; other requests while 40 people sign in at once. */
export async function benchAccess(): Promise<void> {
  const service = await startService({
    environment: { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000000", LOG_LEVEL: "warning" },
  });
  try {
    const { key } = await setUpAdmin(service.url);
    await benchApiKey(service.httpPort, key);
    await benchLogins(service.url, key);
  } finally {
    await service.remove();
  }
}

async function benchApiKey(port: number, key: string): Promise<void> {
  const order = {
    host: "127.0.0.1",
    port,
    path: "/api/v1/auth/me",
    headers: { "X-API-Key": key },
    connections: 64,
  };
  await runHttpLoad({ ...order, seconds: 2, rate: 0 });
  const fastest = await runHttpLoad({ ...order, seconds: 6, rate: 0 });
  printFigure({
    name: "GET /auth/me with an API key, 64 connections",
    value: Math.round(fastest.perSecond),
    unit: "req/s",
    target: ">= 8,000",
    holds: fastest.perSecond >= 8000 && fastest.failures === 0,
  });
  printFigure({
    name: "  p99 at that rate",
    value: fastest.p99,
    unit: "ms",
    target: "<= 30",
    holds: fastest.p99 <= 30,
  });
  const steady = await runHttpLoad({ ...order, seconds: 6, rate: 6000 });
  printFigure({ name: "  p99 at a constant 6,000 req/s, from when due", value: steady.p99, unit: "ms" });
}

async function benchLogins(url: string, key: string): Promise<void> {
  const others: number[] = [];
  const isDone = { value: false };
  const client = createApiClient(url, { "X-API-Key": key });
  const observe = async () => {
    while (!isDone.value) {
      const started = performance.now();
      await client.get("/api/v1/topology/devices");
      others.push(performance.now() - started);
      await Bun.sleep(2);
    }
  };
  const observers = [observe(), observe()];
  const started = performance.now();
  const anonymous = createApiClient(url);
  for (let round = 0; round < 5; round++) {
    const logins = Array.from({ length: PARALLEL_LOGINS }, () =>
      anonymous.send("POST", "/api/v1/auth/login", ADMIN),
    );
    await Promise.all(logins);
  }
  const seconds = (performance.now() - started) / 1000;
  isDone.value = true;
  await Promise.all(observers);
  const p99 = percentile(others, 0.99);
  printFigure({
    name: "p99 of other requests during 40 parallel logins",
    value: p99,
    unit: "ms",
    target: "<= 100",
    holds: p99 <= 100,
  });
  printFigure({ name: "  logins", value: (5 * PARALLEL_LOGINS) / seconds, unit: "/s" });
}
