import type { ApiClient } from "./api-client";
import { waitFor } from "./wait-for";

export type Status = {
  total_events: number;
  received_packets: number;
  stored_events: number;
  /** Since the collector began. */
  stored_since_creation: number;
  replayed_events: number;
  segments: number;
  segment_bytes: number;
  merged_segments: number;
  losses: Record<string, number>;
  journal: { bytes: number; messages: number; lag_seconds: number };
  quarantine: string[];
  damaged_segments: unknown[];
  /** Why what is received does not become searchable. */
  store_error: string | null;
};

export function readStatus(client: ApiClient): Promise<Status> {
  return client.get<Status>("/api/v1/syslog/status");
}

/**
 * Waits until every line that reached the journal is in the event store. `received`: how many have to have come by
 * then, as counts are some hundred milliseconds old.
 */
export async function waitUntilStored(client: ApiClient, timeoutMs = 30_000, received = 0): Promise<void> {
  const isThere = async () => {
    const status = await readStatus(client);
    return status.received_packets >= received && isStored(status);
  };
  await waitFor("the journal to be stored", isThere, timeoutMs);
}

/**
 * Whether every line that was received is in the event store, or counted as lost. What was received is in the journal
 * only once it is synced, so an empty journal alone says little.
 */
export function isStored({
  journal,
  losses,
  received_packets: received,
  stored_events: stored,
}: Status): boolean {
  const lost = Object.entries(losses).reduce(
    (sum, [reason, count]) => sum + (reason === "kernel" ? 0 : count),
    0,
  );
  return journal.messages === 0 && stored + lost >= received;
}
