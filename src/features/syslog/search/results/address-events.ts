import type { FirewallEventRead } from "../../event/models";
import { listSegments, couldMatch } from "../../segments/catalog/catalog";
import { toInstant } from "../../event/instant";
import { compareText } from "../../store/event-key";
import { toFirewallEvent } from "../../store/event-row";
import { type AddressEvents, type AddressesWanted, NO_ADDRESS_EVENTS } from "../../store/event-store";
import { LIST_COLUMNS } from "../scan/select-columns";
import type { Predicate } from "../../query/predicate";
import type { SearchContext } from "../scan/limits";
import { groupSegments } from "../scan/segment-groups";
import { MissingSegmentError, querySegments } from "../scan/segment-reader";

const GROUP_SIZES = { rows: 500_000, files: 256, maxRows: 4_000_000, maxFiles: 1024 };

/**
 * Events since `startMicros` (µs since the epoch) that one of the addresses (canonical) has sent or was sent, and the
 * newest of them. Throws where a segment cannot be read, or when the time limit or the signal ends it.
 */
export async function findAddressEvents(
  ctx: SearchContext,
  wanted: AddressesWanted,
  signal: AbortSignal,
): Promise<AddressEvents> {
  if (wanted.addresses.length === 0) return NO_ADDRESS_EVENTS;
  const until = AbortSignal.any([signal, AbortSignal.timeout(ctx.timeoutSeconds * 1000)]);
  try {
    return await readAll(ctx, wanted, until);
  } catch (error) {
    // Compaction has replaced a file meanwhile: the catalog knows the new one.
    if (error instanceof MissingSegmentError) return readAll(ctx, wanted, until);
    throw error;
  }
}

async function readAll(
  ctx: SearchContext,
  wanted: AddressesWanted,
  signal: AbortSignal,
): Promise<AddressEvents> {
  const predicate: Predicate = {
    conditions: [
      { kind: "any of", columns: ["src_ip", "dst_ip"], values: wanted.addresses, isNegated: false },
    ],
    startMicros: wanted.startMicros,
  };
  const found = { ...NO_ADDRESS_EVENTS, lastMicros: 0 };
  const listed = await listSegments(ctx.db, predicate, predicate);
  for (const segments of groupSegments(listed.filter(couldMatch), GROUP_SIZES)) {
    const query = { segments, predicate };
    const [counted] = await querySegments(ctx, { ...query, select: COUNTS }, signal);
    const total = Number(counted?.["total"] ?? 0);
    if (total === 0) continue;
    found.total += total;
    found.blocked += Number(counted?.["blocked"] ?? 0);
    found.passed += Number(counted?.["passed"] ?? 0);
    found.lastMicros = Math.max(found.lastMicros, Number(counted?.["last_micros"] ?? 0));
    const tail = `ORDER BY received_at DESC, id DESC, collector DESC LIMIT ${wanted.limit}`;
    const rows = await querySegments(ctx, { ...query, select: LIST_COLUMNS, tail }, signal);
    found.events = newest([...found.events, ...rows.map(toFirewallEvent)], wanted.limit);
  }
  const { lastMicros, ...rest } = found;
  return { ...rest, lastSeen: lastMicros === 0 ? null : toInstant(lastMicros) };
}

const COUNTS = `count(*)::DOUBLE AS total,
  count(*) FILTER (action IN ('block', 'deny', 'drop'))::DOUBLE AS blocked,
  count(*) FILTER (action IN ('pass', 'allow', 'accept'))::DOUBLE AS passed,
  epoch_us(max(received_at))::DOUBLE AS last_micros`;

function newest(events: FirewallEventRead[], limit: number): FirewallEventRead[] {
  return events
    .sort(
      (left, right) =>
        compareText(right.received_at, left.received_at) ||
        right.id - left.id ||
        compareText(right.collector, left.collector),
    )
    .slice(0, limit);
}
