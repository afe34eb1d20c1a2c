import type { ApiClient } from "../support/api-client";
import { isAllStored } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";

const PATIENCE_MS = 300_000;
/** To ask more often costs as much as what is measured. */
const LOOK_MS = 200;

/** Waits until every line that was received is searchable, or counted as lost. */
export async function untilSearchable(client: ApiClient): Promise<void> {
  const isThere = async () => {
    if (await isAllStored(client)) return true;
    await Bun.sleep(LOOK_MS);
    return false;
  };
  await waitFor("what was received to be searchable", isThere, PATIENCE_MS);
}
