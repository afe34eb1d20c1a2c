import { setUpAdmin } from "../support/api-client";
import { startService } from "../support/service-process";
import { treeMemory } from "./process-memory";
import { percentile, printFigure } from "./report";

const STARTS = 5;
const SETTLE_MS = 5000;

/** From a second `start` to the first authenticated answer, and the memory of all processes when idle. */
export async function benchStart(): Promise<void> {
  const first = await startService({ environment: { LOG_LEVEL: "warning" } });
  const { dataDirectory } = first;
  const { key } = await setUpAdmin(first.url);
  await first.stop();
  const seconds: number[] = [];
  for (let start = 0; start < STARTS; start++)
    seconds.push(await timeStart(first.httpPort, { dataDirectory, key }));
  const median = percentile(seconds, 0.5);
  printFigure({
    name: "second start to the first 200 of /auth/me, median of 5",
    value: median,
    unit: "s",
    target: "<= 1.0",
    holds: median <= 1,
  });
  const idle = await startService({ dataDirectory, environment: { LOG_LEVEL: "warning" } });
  await Bun.sleep(SETTLE_MS);
  const memory = treeMemory(idle.pid);
  printFigure({
    name: "idle memory of all processes (PSS)",
    value: memory,
    unit: "MiB",
    target: "<= 260",
    holds: memory <= 260,
  });
  await idle.remove();
}

async function timeStart(
  port: number,
  { dataDirectory, key }: { dataDirectory: string; key: string },
): Promise<number> {
  const started = performance.now();
  const child = Bun.spawn(["bun", "start"], {
    cwd: `${import.meta.dir}/../..`,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      DATA_DIR: dataDirectory,
      APP_PORT: String(port),
      SYSLOG_UDP_PORT: "0",
      SYSLOG_TCP_PORT: "0",
      LOG_LEVEL: "warning",
    },
    stdout: "ignore",
    stderr: "inherit",
  });
  try {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/auth/me`, {
        headers: { "X-API-Key": key },
      }).catch(() => undefined);
      if (response?.status === 200) return (performance.now() - started) / 1000;
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
      await Bun.sleep(5);
    }
  } finally {
    child.kill("SIGTERM");
    await child.exited;
  }
}
