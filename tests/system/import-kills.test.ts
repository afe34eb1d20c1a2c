import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { z } from "zod";
import { Operation } from "../../src/features/operations/models";
import { createApiClient, setUpAdmin, waitForDatabase, type ApiClient } from "../support/api-client";
import { patient } from "../support/patience";
import { startService } from "../support/service-process";
import { waitFor } from "../support/wait-for";

setDefaultTimeout(patient(120_000));

const ROWS = 1500;
const environment = { API_KEY_RATE_LIMIT_MAX_CALLS: "100000", LOG_LEVEL: "error" };
let service = await startService({ environment });
const { key } = await setUpAdmin(service.url);
const { dataDirectory } = service;
afterAll(() => service.remove());

const clientOf = (): ApiClient => createApiClient(service.url, { "X-API-Key": key });

const countDevices = async () => {
  const answer = await clientOf().fetch("/api/v1/topology/devices?limit=1");
  return Number(answer.headers.get("X-Total-Count"));
};

/** Kills the service as soon as an operation is in the middle of its work, and starts it again. */
async function killInTheMiddle(id: string, work: Promise<unknown>): Promise<void> {
  // Its connection is cut with the service.
  void work.catch(() => undefined);
  await waitFor(
    "the operation to be half done",
    async () => {
      const answer = await clientOf().fetch(`/api/v1/operations/${id}`);
      if (!answer.ok) return false;
      const { phase, done, total } = Operation.parse(await answer.json());
      return phase === "writing" && (done ?? 0) > 0 && (done ?? 0) < (total ?? 0);
    },
    patient(30_000),
  );
  await service.kill();
  service = await startService({ dataDirectory, environment });
  await waitForDatabase(service.url);
}

function importRows(id: string): Promise<Response> {
  const devices = Array.from({ length: ROWS }, (_, at) => ({
    hostname: `host-${at}`,
    sysName: `host-${at}`,
    os: "ios",
  }));
  const form = new FormData();
  form.append("file", new File([JSON.stringify({ devices })], "devices.json"));
  return fetch(`${service.url}/api/v1/imports?source=librenms&import_id=${id}`, {
    method: "POST",
    headers: { "X-API-Key": key },
    body: form,
  });
}

test("an import in the middle of which the service is killed has left nothing behind", async () => {
  const id = crypto.randomUUID();
  await killInTheMiddle(id, importRows(id));
  expect(await countDevices()).toBe(0);
});

test("an undo of an import in the middle of which the service is killed has taken nothing back, and can be done again", async () => {
  const id = crypto.randomUUID();
  const taken = await importRows(id);
  expect([taken.status, await countDevices()]).toEqual([200, ROWS]);
  const undoId = crypto.randomUUID();
  const undo = (given: string) =>
    clientOf().fetch(`/api/v1/imports/${id}/undo?undo_id=${given}`, { method: "POST" });
  await killInTheMiddle(undoId, undo(undoId));
  expect(await countDevices()).toBe(ROWS);
  const done = await undo(crypto.randomUUID());
  const { counts } = z.looseObject({ counts: z.record(z.string(), z.int()) }).parse(await done.json());
  expect([counts["removed"], await countDevices()]).toEqual([ROWS, 0]);
});
