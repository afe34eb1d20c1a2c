import { expect } from "bun:test";
import type { ApiClient } from "./api-client";
import { startHttpServer, type ReceivedRequest } from "./http-server";
import { waitFor } from "./wait-for";

const INTERVAL_SECONDS = 20;
/** A check takes this long at most here, from its request to what is written of it. */
const CHECK_MS = 5000;
/** The next check of one worker begins when this one has been answered and written; that of a second one does not wait. */
const ANSWERED_AFTER_MS = 400;
/** Of a worker that died, until another one takes its work. */
const LEASE_MS = 90_000;

type Span = { from: number; to: number };

export type ClusterWatch = {
  /** Reports a job of its own as failed; its notice must come once. */
  tellDown(): Promise<void>;
  /** The device's service answers, or does not. */
  setDown(isDown: boolean): void;
  checks(): number;
  notices(): number;
  /** Each cause has had one notice, and no check came twice but where a worker died in it. */
  expectOnce(kills: readonly Span[]): Promise<void>;
};

/** A device whose service is checked, jobs that report, and rules that tell a webhook of what fails. */
export async function watchWithRules(admin: ApiClient): Promise<ClusterWatch> {
  const receiver = startHttpServer();
  const asked: number[] = [];
  let isDown = false;
  const target = startHttpServer({
    async answer() {
      asked.push(performance.now());
      await Bun.sleep(ANSWERED_AFTER_MS);
      return new Response(null, { status: isDown ? 500 : 200 });
    },
  });
  const profile = await admin.send<{ id: number }>("POST", "/api/v1/admin/notification-profiles", {
    name: "Hook",
    provider: "webhook",
    config: { webhook_url: receiver.url },
  });
  for (const eventType of ["monitor_down", "service_down"])
    await admin.send("POST", "/api/v1/alerts/rules", {
      name: eventType,
      event_type: eventType,
      channels: [`profile:${profile.id}`],
    });
  const device = { name: "watched", ip_address: "127.0.0.1" };
  const { id } = await admin.send<{ id: number }>("POST", "/api/v1/topology/devices", device);
  await admin.send("POST", "/api/v1/monitoring/service-checks", {
    device_id: id,
    check_type: "http",
    port: target.port,
    label: "watched-service",
    interval_seconds: INTERVAL_SECONDS,
    failures_to_down: 1,
  });
  const causes: string[] = [];
  return {
    async tellDown() {
      const name = `job-${causes.length}-failed`;
      const job = { kind: "push", name, max_retries: 0 };
      const { id: monitor } = await admin.send<{ id: number }>("POST", "/api/v1/monitors", job);
      const { path } = await admin.get<{ path: string }>(`/api/v1/monitors/${monitor}/push-token`);
      expect((await admin.fetch(`${path}?status=down`)).status).toBe(200);
      causes.push(name);
    },
    setDown(value) {
      isDown = value;
      if (value) causes.push("watched-service");
    },
    checks: () => asked.length,
    notices: () => receiver.received.length,
    async expectOnce(kills) {
      for (const cause of causes)
        await waitFor(`a notice of ${cause}`, () => idsOf(receiver.received, cause).size > 0, LEASE_MS);
      await waitFor("all to be marked as sent", async () => {
        const open = await admin.get<unknown[]>("/api/v1/alerts/deliveries?status=waiting");
        return open.length === 0;
      });
      const often = causes.filter((cause) => idsOf(receiver.received, cause).size !== 1);
      expect(often).toEqual([]);
      expect(twiceIn(asked, kills)).toEqual([]);
    },
  };
}

/** A notice that is sent again, as the one who sent it died before it was marked, has the same id. */
function idsOf(received: readonly ReceivedRequest[], cause: string): Set<string> {
  const own = received.filter(({ body }) => body.includes(cause));
  return new Set(own.map(({ headers }) => headers["x-netatlas-delivery"] ?? ""));
}

/** From one check to a second beside it, in ms, where nobody died in the first of them. */
function twiceIn(asked: readonly number[], kills: readonly Span[]): number[] {
  return asked.slice(1).flatMap((at, index) => {
    const before = asked[index] ?? 0;
    const pauseMs = at - before;
    const isOrphan = kills.some(({ from, to }) => to >= before && from <= before + CHECK_MS && from <= at);
    return pauseMs >= ANSWERED_AFTER_MS || isOrphan ? [] : [Math.round(pauseMs)];
  });
}
