import { expect } from "bun:test";
import { createApiClient, setUpAdmin, waitForDatabase } from "./api-client";
import { startHttpServer } from "./http-server";
import { startService } from "./service-process";
import { waitFor } from "./wait-for";

const ENVIRONMENT = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };
/** From the report of a job to its notice it takes two turns of a second. */
const LONGEST_MS = 2500;
/** What a socket was read of is on disk after 50 ms, on a machine that is not busy. */
const DURABLE_MS = 300;
/** Collectors read the patterns of rules every five seconds. */
const PATTERNS_READ_MS = 6000;

/**
 * As often as said: a job reports that it has failed, and a line comes in that a rule is about; the service is killed
 * at some moment between that and the notices. Each must come to the receiver under one id, however often it is sent.
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
    await givenLogRules(admin, { rounds, channel: `profile:${profile.id}` });
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
      await sendLine(service.syslogPort, logName(round, rounds));
      await Bun.sleep(DURABLE_MS + (round / rounds) * LONGEST_MS);
      await service.kill();
      service = await startService({ dataDirectory, environment: ENVIRONMENT });
      await waitForDatabase(service.url);
      for (const cause of [`\\"${name}\\"`, logName(round, rounds)])
        await waitFor(`the notice of ${cause}`, () => idsOf(receiver.received, cause).size > 0, 60_000);
    }
    const client = createApiClient(service.url, admin.credential);
    await waitFor("all to be marked as sent", async () => {
      const open = await client.get<unknown[]>("/api/v1/alerts/deliveries?status=waiting");
      return open.length === 0;
    });
    const counts = Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
      [`\\"job-${round}-of-${rounds}\\"`, logName(round, rounds)].map(
        (cause) => idsOf(receiver.received, cause).size,
      ),
    );
    expect(counts).toEqual(counts.map(() => 1));
  } finally {
    await service.remove();
  }
}

/**
 * A rule for the line of each round, as a rule pauses after it has told. They are looked for when the collector has
 * read them.
 */
async function givenLogRules(
  admin: Awaited<ReturnType<typeof setUpAdmin>>,
  { rounds, channel }: { rounds: number; channel: string },
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const name = logName(round, rounds);
    const rule = { name, event_type: "log_pattern", log_query: `"${name}"`, channels: [channel] };
    await admin.send("POST", "/api/v1/alerts/rules", rule);
  }
  await Bun.sleep(PATTERNS_READ_MS);
}

const logName = (round: number, rounds: number) => `line ${round} of ${rounds}.`;

async function sendLine(port: number, text: string): Promise<void> {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port } });
  socket.send(`<13>Nov 25 22:00:00 host-1 test: ${text}`);
  socket.close();
}

/** `cause`: as it stands in the body. */
function idsOf(received: ReturnType<typeof startHttpServer>["received"], cause: string): Set<string> {
  const own = received.filter(({ body }) => body.includes(cause));
  return new Set(own.map(({ headers }) => headers["x-netatlas-delivery"] ?? ""));
}
