import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ADMIN } from "../support/api-client";
import { startService, type ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

setDefaultTimeout(patient(60_000));

let service: ServiceProcess | undefined;

afterEach(async () => {
  await service?.remove();
  service = undefined;
});

const LINK = /^ +(http:\/\/\S+)\/first-run#setup-token=(\S+)$/m;

test("the start prints a link with the setup token, keeps it in DATA_DIR, and both end with the first administrator", async () => {
  const environment = { SETUP_WINDOW_MINUTES: "0" };
  service = await startService({ environment, fromNothing: true });
  const { dataDirectory } = service;
  const started = service;
  await waitFor("the link", () => Promise.resolve(LINK.test(started.output())));
  const [, base = "", token = ""] = LINK.exec(started.output()) ?? [];
  expect(base).toBe(started.url);
  const file = join(dataDirectory, "setup-token");
  expect(readFileSync(file, "utf8").trim()).toBe(token);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  /** A caller whom a proxy on this machine lets in. */
  const setUp = (headers: Record<string, string>) =>
    fetch(`${base}/api/v1/setup/admin`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": "192.168.1.50", ...headers },
      body: JSON.stringify(ADMIN),
    });
  expect((await setUp({})).status).toBe(403);
  expect((await setUp({ "X-Setup-Token": token })).status).toBe(201);
  expect(existsSync(file)).toBe(false);
  expect((await setUp({ "X-Setup-Token": token })).status).toBe(409);
  await service.stop();

  const again = await startService({ dataDirectory, environment });
  service = again;
  await waitFor("readiness", async () => (await fetch(`${again.url}/api/v1/health/ready`)).ok);
  expect(again.output()).not.toContain("setup-token");
  expect(existsSync(file)).toBe(false);
});
