import type { Db } from "#platform/database";
import { findDuplicateAddresses, findDuplicateMacAddresses } from "./duplicates";
import type { ConflictEntry } from "./models";
import { findAddressesInDhcpRanges, findAddressesOutside, findReservedInUse } from "./misplaced";
import { findOverlaps } from "./overlaps";

/** All that contradicts itself in the address plan, errors first. Computed when it is asked for. */
export async function listConflicts({ db }: { db: Db }): Promise<ConflictEntry[]> {
  const found = await Promise.all([
    findDuplicateAddresses(db),
    findDuplicateMacAddresses(db),
    findReservedInUse(db),
    findOverlaps(db),
    findAddressesOutside(db),
    findAddressesInDhcpRanges(db),
  ]);
  const entries = found.flat();
  const ofSeverity = (severity: ConflictEntry["severity"]) =>
    entries.filter((entry) => entry.severity === severity);
  return [...ofSeverity("error"), ...ofSeverity("warning")];
}
