import type { ApiClient } from "../support/api-client";
import { isStored, readStatus } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";

const PATIENCE_MS = 300_000;
/** To ask more often costs as much as what is measured. */
const LOOK_MS = 200;
/** What was not even counted as lost by then has been lost on another way. */
const UNCOUNTED_MS = 15_000;

/**
 * Waits until every line is searchable, or counted as lost. `sent`: how many were sent to this service since its start. It
 * has to be said, as the service counts what it has received four times a second: all that it knew of was searchable
 * before the last lines were, and they seemed lost.
 */
export async function untilSearchable(client: ApiClient, sent: number): Promise<void> {
  const begunMs = performance.now();
  const isThere = async () => {
    const status = await readStatus(client);
    const counted = status.received_packets + (status.losses["kernel"] ?? 0);
    const isCounted = counted >= sent || performance.now() - begunMs > UNCOUNTED_MS;
    if (isCounted && isStored(status)) return true;
    await Bun.sleep(LOOK_MS);
    return false;
  };
  await waitFor("what was sent to be searchable", isThere, PATIENCE_MS);
}
