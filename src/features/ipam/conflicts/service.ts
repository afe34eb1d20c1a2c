import { z } from "zod";
import type { Db } from "#platform/database";
import {
  compareExactly,
  cutPage,
  isOfWholeList,
  keyText,
  type MemoryOrdering,
  type Page,
  type PageQuery,
} from "#platform/http/paging";
import { findDuplicateAddresses, findDuplicateMacAddresses } from "./duplicates";
import type { Conflict, ConflictEntry } from "./models";
import { findAddressesInDhcpRanges, findAddressesOutside, findReservedInUse } from "./misplaced";
import { findOverlaps } from "./overlaps";

const IN_ORDER: MemoryOrdering<ConflictEntry> = {
  name: "conflicts",
  keysOfRow: ({ severity, type, description, device_id: device }) => [
    severity,
    type,
    description,
    device ?? 0,
  ],
  schema: z.tuple([keyText, keyText, keyText, z.int()]),
  compare: compareExactly,
};

/** The same list or, sorted by its texts, a page of it. Throws 422 for a bad cursor. */
export async function pageConflicts(ctx: { db: Db }, query: PageQuery): Promise<Page<ConflictEntry>> {
  const found = await listConflicts(ctx);
  const entries = found.map(({ key: _key, ...entry }) => entry);
  if (isOfWholeList(query)) return { rows: entries, total: entries.length, next: undefined };
  return cutPage(entries, query, IN_ORDER);
}

/** All that contradicts itself in the address plan, errors first. Computed when it is asked for. */
export async function listConflicts({ db }: { db: Db }): Promise<Conflict[]> {
  const found = await Promise.all([
    findDuplicateAddresses(db),
    findDuplicateMacAddresses(db),
    findReservedInUse(db),
    findOverlaps(db),
    findAddressesOutside(db),
    findAddressesInDhcpRanges(db),
  ]);
  const entries = found.flat();
  const ofSeverity = (severity: Conflict["severity"]) =>
    entries.filter((entry) => entry.severity === severity);
  return [...ofSeverity("error"), ...ofSeverity("warning")];
}

/**
 * Addresses that two hold: of several devices (IP or MAC), or reserved for one and held by another. What merely looks
 * out of place in the plan is not among them. At most `limit`.
 */
export async function findAddressConflicts(db: Db, limit: number): Promise<Conflict[]> {
  const found = await Promise.all([
    findDuplicateAddresses(db),
    findDuplicateMacAddresses(db),
    findReservedInUse(db),
  ]);
  return found.flat().slice(0, limit);
}
