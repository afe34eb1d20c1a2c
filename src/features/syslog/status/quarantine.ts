import { codeOf } from "#platform/error-code";
import { listQuarantine } from "../journal/attempts";

/** Files of the journal that were set aside; `error`: why they cannot be listed, null where they can. */
export type Quarantine = { names: string[]; error: string | null };

/** A folder that cannot be listed tells of a dead disk before any message comes. */
export async function readQuarantine(journalFolder: string): Promise<Quarantine> {
  try {
    return { names: await listQuarantine(journalFolder), error: null };
  } catch (error) {
    return { names: [], error: `the journal's folder cannot be read: ${codeOf(error) ?? String(error)}` };
  }
}
