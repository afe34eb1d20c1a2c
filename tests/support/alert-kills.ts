import { expect } from "bun:test";
import { createApiClient, setUpAdmin, waitForDatabase } from "./api-client";
import { startHttpServer } from "./http-server";
import { startService } from "./service-process";
import { waitFor } from "./wait-for";

const ENVIRONMENT = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };
/** From the report of a job to its notice it takes two turns of a second. */
const LONGEST_MS = 2500;

/**
 * As often as said: a job reports that it has failed, and the service is killed at some moment between that and its notice. Each failure must come to the
 * receiver under one id, however often it is sent.
 */
export async function expectNoticesAfterKills(rounds: number): Promise<void> {
  const receiver = startHttpServer();
  let service = await startService({ environment: ENVIRONMENT });
  const { dataDirectory } = service;
  try {
    const admin = await setUpAdmin(service.url);
    const profile = await admin.send<{ id: number }>("POST", "/api/v1/admin/notification-profiles", {
      name: "Hook",
      provider: "webhook",
      config: { webhook_url: receiver.url },
    });
    await admin.send("POST", "/api/v1/alerts/rules", {
      name: "Jobs",
      event_type: "monitor_down",
      channels: [`profile:${profile.id}`],
    });
    for (let round = 0; round < rounds; round++) {
      const client = createApiClient(service.url, admin.credential);
      const name = `job-${round}-of-${rounds}`;
      const { id } = await client.send<{ id: number }>("POST", "/api/v1/monitors", {
        kind: "push",
        name,
        max_retries: 0,
      });
      const { path } = await client.get<{ path: string }>(`/api/v1/monitors/${id}/push-token`);
      const told = await fetch(`${service.url}${path}?status=down`);
      expect(told.status).toBe(200);
      await Bun.sleep((round / rounds) * LONGEST_MS);
      await service.kill();
      service = await startService({ dataDirectory, environment: ENVIRONMENT });
      await waitForDatabase(service.url);
      await waitFor(`the notice of ${name}`, () => idsOf(receiver.received, name).size > 0, 60_000);
    }
    const client = createApiClient(service.url, admin.credential);
    await waitFor("all to be marked as sent", async () => {
      const open = await client.get<unknown[]>("/api/v1/alerts/deliveries?status=waiting");
      return open.length === 0;
    });
    const counts = Array.from(
      { length: rounds },
      (_, round) => idsOf(receiver.received, `job-${round}-of-${rounds}`).size,
    );
    expect(counts).toEqual(counts.map(() => 1));
  } finally {
    await service.remove();
  }
}

function idsOf(received: ReturnType<typeof startHttpServer>["received"], name: string): Set<string> {
  const own = received.filter(({ body }) => body.includes(`\\"${name}\\"`));
  return new Set(own.map(({ headers }) => headers["x-netatlas-delivery"] ?? ""));
}
