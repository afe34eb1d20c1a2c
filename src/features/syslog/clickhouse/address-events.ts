import { toInstant } from "../event/instant";
import type { Predicate } from "../query/predicate";
import { LISTED_EVENT, toFirewallEvent } from "../store/event-row";
import { type AddressEvents, type AddressesWanted, NO_ADDRESS_EVENTS } from "../store/event-store";
import { type ClickHouseReader, readRows, withinLimits } from "./reader";
import { selectColumns } from "./select-columns";

const LISTED = selectColumns(LISTED_EVENT.columns);

/** As `EventStore` says. */
export async function findAddressEvents(
  reader: ClickHouseReader,
  { addresses, startMicros, limit }: AddressesWanted,
  signal: AbortSignal,
): Promise<AddressEvents> {
  if (addresses.length === 0) return NO_ADDRESS_EVENTS;
  const predicate: Predicate = {
    conditions: [{ kind: "any of", columns: ["src_ip", "dst_ip"], values: addresses, isNegated: false }],
    startMicros,
  };
  return withinLimits(reader, signal, async (until) => {
    const [[counted], rows] = await Promise.all([
      readRows(
        reader,
        {
          predicate,
          statement: ({ events, where }) => `SELECT count() AS total,
            countIf(action IN ('block', 'deny', 'drop')) AS blocked,
            countIf(action IN ('pass', 'allow', 'accept')) AS passed,
            toUnixTimestamp64Micro(max(received_at)) AS last FROM ${events} WHERE ${where}`,
        },
        until,
      ),
      readRows(
        reader,
        {
          predicate,
          statement: ({ events, where }) => `SELECT ${LISTED.sql} FROM ${events} WHERE ${where}
            ORDER BY received_at DESC, id DESC, collector DESC LIMIT ${limit}`,
        },
        until,
      ),
    ]);
    const total = Number(counted?.["total"] ?? 0);
    return {
      total,
      blocked: Number(counted?.["blocked"] ?? 0),
      passed: Number(counted?.["passed"] ?? 0),
      lastSeen: total === 0 ? null : toInstant(Number(counted?.["last"])),
      events: rows.map((row) => toFirewallEvent(LISTED.toRow(row))),
    };
  });
}
