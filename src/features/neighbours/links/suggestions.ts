import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "@hono/zod-openapi";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import {
  compareExactly,
  cutPage,
  type MemoryOrdering,
  type Page,
  type PageQuery,
} from "#platform/http/paging";
import { MATCH_REASONS, type LldpSuggestion } from "../models";
import { PROTOCOLS } from "../read/heard";
import { cableOf, isSeen } from "../rows";
import { lldpNeighbours, lldpSources } from "../tables";
import { readPresentLinks } from "./present";
import { mayBeSameLink, pairOf, type Cable } from "./same-link";

const Protocol = z.enum(PROTOCOLS);
const Reason = z.enum(MATCH_REASONS);

const BY_ID: MemoryOrdering<LldpSuggestion> = {
  name: "LLDP suggestions",
  keysOfRow: ({ neighbour_id: id }) => [id],
  schema: z.tuple([z.int()]),
  compare: compareExactly,
};

/**
 * Links that devices have heard and that the map does not have, by id: each cable once, whichever end or protocol has
 * told it. One that was dismissed at either end is none. All of them or a page; throws 422 for a bad cursor.
 */
export async function listSuggestions({ db }: { db: Db }, query: PageQuery): Promise<Page<LldpSuggestion>> {
  return cutPage(await readSuggestions(db), query, BY_ID);
}

async function readSuggestions(db: Db): Promise<LldpSuggestion[]> {
  const { id, matchedDeviceId, sourceDeviceId } = lldpNeighbours;
  const rows = await db
    .select({ neighbour: lldpNeighbours, isSeen })
    .from(lldpNeighbours)
    .leftJoin(lldpSources, eq(lldpSources.id, sourceDeviceId))
    .where(and(isNotNull(matchedDeviceId), sql`${matchedDeviceId} <> ${sourceDeviceId}`))
    .orderBy(asc(id));
  const findLink = await readPresentLinks(db, sql`true`);
  const cables = rows.flatMap(({ neighbour, ...row }) => {
    const cable = cableOf(neighbour);
    return cable === undefined ? [] : [{ ...row, neighbour, cable }];
  });
  const known = Map.groupBy(
    cables.filter(({ neighbour }) => neighbour.dismissed).map(({ cable }) => cable),
    pairOf,
  );
  const suggestions: LldpSuggestion[] = [];
  for (const { neighbour, cable, ...row } of cables) {
    const others = known.get(pairOf(cable)) ?? [];
    const isKnown = others.some((other) => mayBeSameLink(other, cable));
    if (neighbour.dismissed || !row.isSeen || isKnown || findLink(cable) !== null) continue;
    known.set(pairOf(cable), [...others, cable]);
    suggestions.push(toSuggestion(neighbour, cable));
  }
  return suggestions;
}

function toSuggestion(neighbour: typeof lldpNeighbours.$inferSelect, cable: Cable): LldpSuggestion {
  return {
    neighbour_id: neighbour.id,
    source_device_id: cable.one,
    target_device_id: cable.other,
    source_interface: cable.onePort,
    target_interface: cable.otherPort,
    protocol: Protocol.parse(neighbour.protocol),
    match_reason: Reason.parse(neighbour.matchReason),
    last_seen: toTimestamp(neighbour.lastSeen),
  };
}
