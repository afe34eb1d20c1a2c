import { afterAll, expect, test } from "bun:test";
import { openSubscribed } from "../../../support/live-client";
import { createLiveService } from "../../../support/live-service";
import { openStalled, openStalledSocket } from "../../../support/stalled-client";
import { waitFor } from "../../../support/wait-for";
import { patient } from "../../../support/patience";

/** Readers that take nothing, over real sockets. */
const service = await createLiveService({ SYSLOG_WS_MAX_CONNECTIONS: "2" });
afterAll(() => service.close());

const FILLER = "x".repeat(7_500);

/** Sends numbered lines, no faster than a reader that keeps up gets them, until `sent` are. */
function createSource(total: number, received: () => number) {
  let sent = 0;
  return {
    sendSome(): boolean {
      for (let burst = 0; burst < 500 && sent < total && sent - received() < 2_000; burst++) {
        service.receive(`<14>a: ${FILLER} n=${sent}`);
        sent++;
      }
      return sent === total;
    },
  };
}

const numberOf = (line: unknown) => Number(/n=(\d+)$/.exec(String(line))?.[1]);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const TOTAL = 14_000;

test(
  "fault 39: a plain reader that takes nothing is closed, and another one gets everything meanwhile",
  async () => {
    const swift = await openSubscribed(service.url, service.token, { filter: { q: "n=" } });
    const stalled = await openStalledSocket(service.url, [service.token]);
    const source = createSource(TOTAL, () => swift.events.length);
    // Both slots are taken until the stalled one's is free.
    const isFreed = async () => {
      const probe = await openSubscribed(service.url, service.token).catch(() => undefined);
      probe?.close();
      return probe !== undefined;
    };
    await waitFor("the stalled reader's slot", async () => source.sendSome() && (await isFreed()), 60_000);
    await waitFor("all events", () => swift.events.length === TOTAL, 30_000);
    expect(swift.events.map(({ raw_log }) => numberOf(raw_log))).toEqual(upTo(TOTAL));
    expect(swift.controls.map(({ type }) => type)).not.toContain("skipped");
    swift.close();
    stalled.destroy();
  },
  patient(90_000),
);

test(
  "fault 39: an event stream that is not read costs no more than its buffers, and then says what it skipped",
  async () => {
    const swift = await openSubscribed(service.url, service.token, { filter: { q: "n=" } });
    const { key } = await service.apiKeyOf(service.viewer);
    const stalled = await openStalled(service.url, "/api/v1/syslog/events/stream?q=n%3D", [
      `X-API-Key: ${key}`,
    ]);
    const source = createSource(TOTAL, () => swift.events.length);
    await waitFor("all lines to be sent", () => source.sendSome(), 60_000);
    await waitFor("all events at the other one", () => swift.events.length === TOTAL, 30_000);
    let text = "";
    stalled.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    stalled.resume();
    await waitFor("the last event", () => text.includes(`n=${TOTAL - 1}`), 30_000);
    const skipped = [...text.matchAll(/^data: \{"count":(\d+)\}$/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
    const numbers = [...text.matchAll(/^data: .* n=(\d+)"/gm)].map(([, number]) => Number(number));
    expect(skipped).toBeGreaterThan(TOTAL / 10);
    expect(numbers.length + skipped).toBe(TOTAL);
    swift.close();
    stalled.destroy();
  },
  patient(90_000),
);
