import { expect } from "bun:test";
import type { ApiClient } from "./api-client";
import { readStoredSequences } from "./stored-events";
import { readStatus, waitUntilStored, type Status } from "./syslog-status";
import { waitFor } from "./wait-for";

const PATIENCE_MS = 60_000;

export type Balance = {
  /** Numbers of all lines that must have been stored. */
  sent: ReadonlySet<number>;
  /** So many of them, the lowest, have expired since. */
  expired?: number;
};

/**
 * Waits until all that was received is stored, and sees that what is kept are the lines that were sent, each once, and
 * as many by the count of a search, by status and in the Parquet files, the only ones there. Gives the status.
 */
export async function expectBalance(
  { client, dataDirectory }: { client: ApiClient; dataDirectory: string },
  { sent, expired = 0 }: Balance,
): Promise<Status> {
  await waitFor(
    "what was sent to be stored",
    async () => (await readStatus(client)).stored_since_creation >= sent.size,
    PATIENCE_MS,
  );
  await waitUntilStored(client);
  const status = await readStatus(client);
  const total = await searchTotal(client);
  const files = await readStoredSequences(dataDirectory);
  const kept = [...sent].sort((left, right) => left - right).slice(expired);
  expect({
    search: total,
    status: status.total_events,
    everStored: status.stored_since_creation,
    lost: Object.values(status.losses).reduce((sum, count) => sum + count, 0),
    rows: files.rows,
    ids: files.ids,
  }).toEqual({
    search: kept.length,
    status: kept.length,
    everStored: sent.size,
    lost: 0,
    rows: kept.length,
    ids: kept.length,
  });
  expect(files.sequences).toEqual(kept);
  return status;
}

/** How many events of all times a search finds. */
export async function searchTotal(client: ApiClient): Promise<number> {
  const to = new Date(Date.now() + 60_000).toISOString();
  const window = `start_time=2000-01-01T00:00:00Z&end_time=${to}`;
  return (await client.get<{ total: number }>(`/api/v1/syslog/histogram?${window}`)).total;
}
