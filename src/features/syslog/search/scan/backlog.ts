import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Db } from "#platform/database";
import { toFirewallEvent } from "../../store/event-row";
import type { BacklogPage, BacklogWanted } from "../../store/event-store";
import { eventSegments } from "../../tables";
import type { SearchContext } from "./limits";
import { LIST_COLUMNS } from "./select-columns";
import { querySegments, UnreadableSegmentsError } from "./segment-reader";

const PAGE_EVENTS = 1000;
/** Read by one query; a filter that takes little comes forward by so much a page. */
const GROUP_ROWS = 1_000_000;
const GROUP_FILES = 64;
const MAX_ATTEMPTS = 6;

/**
 * The collector's stored events behind `afterId` that match. Segments of a collector do not overlap in id, so they are
 * read one behind the other.
 * @throws UnreadableSegmentsError where a segment cannot be read and is not found to be damaged either.
 */
export async function readBacklog(
  ctx: SearchContext,
  wanted: BacklogWanted,
  signal: AbortSignal,
): Promise<BacklogPage> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readPage(ctx, wanted, signal);
    } catch (error) {
      if (!(error instanceof UnreadableSegmentsError) || attempt === MAX_ATTEMPTS) throw error;
      // A merged file has only moved; a damaged one is set aside.
      await ctx.examine(error.paths);
    }
  }
}

async function readPage(
  ctx: SearchContext,
  { collector, afterId, predicate }: BacklogWanted,
  signal: AbortSignal,
): Promise<BacklogPage> {
  const listed = await listSegmentsBehind(ctx.db, { collector, afterId });
  const [first] = listed;
  if (first === undefined) return { events: [], throughId: afterId, lost: 0, isLast: true };
  if (first.damagedAt !== null) {
    const isLast = listed.length === 1;
    return { events: [], throughId: first.maxEventId, lost: first.rowCount, isLast };
  }
  const segments = takeGroup(listed);
  const rows = await querySegments(
    ctx,
    {
      segments,
      predicate: { conditions: predicate.conditions },
      select: LIST_COLUMNS,
      and: (parameters) => `id > ${parameters.add(afterId)}::BIGINT`,
      tail: `ORDER BY id LIMIT ${PAGE_EVENTS}`,
    },
    signal,
  );
  const events = rows.map((row) => {
    const event = toFirewallEvent(row);
    return { id: event.id, text: JSON.stringify(event) };
  });
  const isWhole = events.length < PAGE_EVENTS;
  return {
    events,
    throughId: (isWhole ? segments.at(-1)?.maxEventId : events.at(-1)?.id) ?? afterId,
    lost: 0,
    isLast: isWhole && segments.length === listed.length,
  };
}

type BehindSegment = Awaited<ReturnType<typeof listSegmentsBehind>>[number];

function listSegmentsBehind(db: Db, { collector, afterId }: { collector: string; afterId: number }) {
  return db
    .select({
      collector: eventSegments.collector,
      path: eventSegments.path,
      rowCount: eventSegments.rowCount,
      maxEventId: eventSegments.maxEventId,
      columns: eventSegments.columns,
      damagedAt: eventSegments.damagedAt,
    })
    .from(eventSegments)
    .where(
      and(
        eq(eventSegments.collector, collector),
        gt(eventSegments.maxEventId, afterId),
        isNull(eventSegments.deletedAt),
      ),
    )
    .orderBy(asc(eventSegments.rangeStart))
    .limit(GROUP_FILES + 1);
}

/** Whole segments from the first on, up to a damaged one. */
function takeGroup(listed: readonly BehindSegment[]): BehindSegment[] {
  const group: BehindSegment[] = [];
  let rows = 0;
  for (const segment of listed.slice(0, GROUP_FILES)) {
    if (segment.damagedAt !== null || (group.length > 0 && rows + segment.rowCount > GROUP_ROWS)) break;
    group.push(segment);
    rows += segment.rowCount;
  }
  return group;
}

/** The collectors that have events behind the position's oldest id. */
export async function listCollectorsBehind(db: Db, afterId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ collector: eventSegments.collector })
    .from(eventSegments)
    .where(and(gt(eventSegments.maxEventId, afterId), isNull(eventSegments.deletedAt)));
  return rows.map(({ collector }) => collector);
}
