import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { Operation } from "../../src/features/operations/models";
import { createApiClient, setUpAdmin, waitForDatabase, type ApiClient } from "../support/api-client";
import { holdImports, openDatabaseOf } from "../support/held-imports";
import { readMetrics } from "../support/metrics";
import { startService } from "../support/service-process";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

setDefaultTimeout(patient(90_000));

const TOKEN = "a-token-for-the-metrics-of-tests";
const environment = { METRICS_TOKEN: TOKEN, API_KEY_RATE_LIMIT_MAX_CALLS: "100000" };
let service = await startService({ environment });
const { key } = await setUpAdmin(service.url);
const { dataDirectory } = service;
afterAll(() => service.remove());

const clientOf = (url: string): ApiClient => createApiClient(url, { "X-API-Key": key });
const read = async (url: string, id: string) =>
  Operation.parse(await clientOf(url).get(`/api/v1/operations/${id}`));

/** An import that does not come to its end; gives its id. */
async function givenHeldImport(): Promise<string> {
  const { url } = service;
  await holdImports(dataDirectory);
  const id = crypto.randomUUID();
  const path = `/api/v1/topology/devices/import?mode=upsert&import_id=${id}`;
  const body = JSON.stringify({ devices: [{ hostname: "held" }] });
  // Its connection is cut with the service.
  void clientOf(url)
    .fetch(path, { method: "POST", body })
    .catch(() => undefined);
  await waitFor("the import to be checked", async () => {
    const answer = await clientOf(url).fetch(`/api/v1/operations/${id}`);
    return answer.ok && Operation.parse(await answer.json()).phase === "checking";
  });
  expect(await readMetrics(url, TOKEN)).toContain('netatlas_operations_running{kind="device_import"} 1');
  return id;
}

async function startAgain(): Promise<void> {
  service = await startService({ dataDirectory, environment });
  await waitForDatabase(service.url);
}

test("an import in the middle of which the service is killed, or stopped, has failed at the next start, and is not there", async () => {
  const killed = await givenHeldImport();
  await service.kill();
  await startAgain();
  const opened = await openDatabaseOf(dataDirectory);
  await opened.database
    .sql`UPDATE operations SET leased_until = now() - interval '1 second' WHERE id = ${killed}`;
  await opened.close();
  await waitFor("its end", async () => (await read(service.url, killed)).state !== "running", 20_000);
  expect(await read(service.url, killed)).toMatchObject({ state: "failed", error: "The service ended" });

  const stopped = await givenHeldImport();
  expect(await service.stop()).toBe(0);
  await startAgain();
  expect(await read(service.url, stopped)).toMatchObject({ state: "failed", error: "The service ended" });
  expect(await clientOf(service.url).get("/api/v1/topology/devices?search=held")).toEqual([]);
});
