import { expect, setDefaultTimeout, test } from "bun:test";
import { createApiClient, setUpAdmin, waitForDatabase } from "../support/api-client";
import { expectBalance } from "../support/numbered-balance";
import { numbersFrom, sendBurst } from "../support/numbered-burst";
import { numberedLine } from "../support/numbered-lines";
import { startService } from "../support/service-process";
import { temporaryPath } from "../support/temporary-path";

const KILLED = 137;
const LINES = 2000;
const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };

setDefaultTimeout(120_000);

const FAULT_POINTS = [
  "chunk-read",
  "segment-written",
  "segment-renamed",
  "segment-catalogued",
  "journal-release",
];

test.each(FAULT_POINTS)(
  "fault 5: a service that dies at the step «%s» has all that it had read, of UDP and TCP, once after its restart",
  async (step) => {
    const dataDirectory = temporaryPath("kill-point");
    const first = await startService({ dataDirectory, environment: UNLIMITED });
    const { credential } = await setUpAdmin(first.url);
    await first.stop();
    const doomed = await startService({ dataDirectory, environment: { ...UNLIMITED, FAULT_POINT: step } });
    // The first step comes 200 ms after the first line, when the journal is synced: by then the burst is written.
    await sendBurst(doomed.syslogPort, { first: 0, total: LINES });
    expect(await doomed.exited).toBe(KILLED);
    const service = await startService({ dataDirectory, environment: UNLIMITED });
    await using cleanUp = new AsyncDisposableStack();
    cleanUp.defer(async () => void (await service.stop()));
    await waitForDatabase(service.url);
    await sendBurst(service.syslogPort, { first: LINES, total: LINES });
    const client = createApiClient(service.url, credential);
    const { replayed_events: replayed } = await expectBalance(
      { client, dataDirectory },
      { sent: numbersFrom(0, 2 * LINES) },
    );
    expect(replayed).toBeLessThanOrEqual(LINES);
    const bindings = await client.fetch("/api/v1/bindings?limit=1");
    expect(bindings.headers.get("X-Total-Count")).toBe(String(holdersIn(2 * LINES).size));
  },
);

/** What dhcpd says in the lines: whose each address is. */
function holdersIn(lines: number): Set<string> {
  const found = Array.from({ length: lines }, (_, sequence) =>
    /DHCPACK on (\S+ to \S+)/.exec(numberedLine(sequence, new Date())),
  );
  return new Set(found.flatMap((match) => match?.[1] ?? []));
}
