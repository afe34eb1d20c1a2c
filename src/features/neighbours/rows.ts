import { and, eq, getTableColumns, inArray, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { compareExactly, cutPage, type MemoryOrdering, type Page } from "#platform/http/paging";
import { deviceNameOf, devices } from "#tables/topology";
import { z } from "@hono/zod-openapi";
import { readPresentLinks, type FindLink } from "./links/present";
import type { Cable } from "./links/same-link";
import {
  MATCH_REASONS,
  type LldpNeighbourQuery,
  type LldpNeighbourRead,
  type NEIGHBOUR_STATES,
} from "./models";
import { PROTOCOLS } from "./read/heard";
import { lldpNeighbours, lldpSources } from "./tables";

const source = alias(devices, "source");
const matched = alias(devices, "matched");

const Protocol = z.enum(PROTOCOLS);
const Reason = z.enum(MATCH_REASONS).nullable();

const LAST_SEEN_FIRST: MemoryOrdering<LldpNeighbourRead> = {
  name: "LLDP neighbours",
  keysOfRow: ({ last_seen: lastSeen, id }) => [-Date.parse(lastSeen), -id],
  schema: z.tuple([z.int(), z.int()]),
  compare: compareExactly,
};

/** The neighbours, last seen first: all of them or a page. Throws 422 for a bad cursor. */
export async function listNeighbours(
  { db }: { db: Db },
  query: LldpNeighbourQuery,
): Promise<Page<LldpNeighbourRead>> {
  const { source_device_id: sourceId, dismissed, device_id: deviceId } = query;
  const { sourceDeviceId, matchedDeviceId } = lldpNeighbours;
  const filter = and(
    sourceId === undefined ? undefined : eq(sourceDeviceId, sourceId),
    dismissed === undefined ? undefined : eq(lldpNeighbours.dismissed, dismissed),
    deviceId === undefined ? undefined : or(eq(sourceDeviceId, deviceId), eq(matchedDeviceId, deviceId)),
  );
  const neighbours = await readNeighbours(db, filter ?? sql`true`);
  return cutPage(
    neighbours.filter((neighbour) => isWanted(neighbour, query)),
    query,
    LAST_SEEN_FIRST,
  );
}

function isWanted(
  neighbour: LldpNeighbourRead,
  { state, is_seen: isWantedSeen, q = "" }: LldpNeighbourQuery,
): boolean {
  if (state !== undefined && state !== stateOf(neighbour)) return false;
  if (isWantedSeen !== undefined && isWantedSeen !== neighbour.is_seen) return false;
  const text = q.toLowerCase();
  return text === "" || textsOf(neighbour).some((own) => own?.toLowerCase().includes(text) === true);
}

function stateOf(neighbour: LldpNeighbourRead): (typeof NEIGHBOUR_STATES)[number] {
  if (neighbour.dismissed) return "dismissed";
  if (neighbour.matched_device_id === null) return "unmatched";
  return neighbour.relationship_id === null ? "suggested" : "linked";
}

function textsOf(neighbour: LldpNeighbourRead): (string | null)[] {
  return [
    neighbour.source_device_name,
    neighbour.matched_device_name,
    neighbour.local_port_name,
    neighbour.remote_port_name,
    neighbour.remote_sys_name,
    neighbour.remote_mgmt_addr,
    neighbour.remote_chassis_id,
  ];
}

/** Throws 404. */
export async function getNeighbour(db: Db, id: number): Promise<LldpNeighbourRead> {
  const [neighbour] = await readNeighbours(db, eq(lldpNeighbours.id, id));
  if (neighbour === undefined) throw notFound("Neighbour not found.");
  return neighbour;
}

/** Those of the ids, by port. */
export async function readNeighboursOf(db: Db, ids: readonly number[]): Promise<LldpNeighbourRead[]> {
  return ids.length === 0 ? [] : readNeighbours(db, inArray(lldpNeighbours.id, [...ids]));
}

/** Of the newest complete scan of their device, or of one since. */
export const isSeen = sql<boolean>`${lldpNeighbours.lastSeen} >= coalesce(${lldpSources.completeAt}, '-infinity')`;

function selectNeighbours(db: Db, filter: SQL) {
  return db
    .select({
      ...getTableColumns(lldpNeighbours),
      sourceName: deviceNameOf(sql`${sql.identifier("source")}`),
      matchedName: sql<string | null>`CASE WHEN ${matched.id} IS NULL THEN NULL ELSE ${deviceNameOf(
        sql`${sql.identifier("matched")}`,
      )} END`,
      isSeen,
    })
    .from(lldpNeighbours)
    .innerJoin(source, eq(source.id, lldpNeighbours.sourceDeviceId))
    .leftJoin(matched, eq(matched.id, lldpNeighbours.matchedDeviceId))
    .leftJoin(lldpSources, eq(lldpSources.id, lldpNeighbours.sourceDeviceId))
    .where(filter)
    .orderBy(lldpNeighbours.localPortIndex, lldpNeighbours.id);
}

type Row = Awaited<ReturnType<typeof selectNeighbours>>[number];

async function readNeighbours(db: Db, filter: SQL): Promise<LldpNeighbourRead[]> {
  const rows = await selectNeighbours(db, filter);
  const findLink = await readPresentLinks(db, filter);
  return rows.map((row) => toRead(row, findLink));
}

function toRead(row: Row, findLink: FindLink): LldpNeighbourRead {
  const cable = cableOf(row);
  return {
    id: row.id,
    source_device_id: row.sourceDeviceId,
    source_device_name: row.sourceName,
    protocol: Protocol.parse(row.protocol),
    local_port_index: row.localPortIndex,
    local_port_id: row.localPortId,
    local_port_desc: row.localPortDescription,
    local_port_name: row.localPortName,
    remote_chassis_id: row.remoteChassisId,
    remote_port_id: row.remotePortId,
    remote_port_desc: row.remotePortDescription,
    remote_port_name: row.remotePortName,
    remote_sys_name: row.remoteSystemName,
    remote_sys_desc: row.remoteSystemDescription,
    remote_mgmt_addr: row.managementAddress,
    matched_device_id: row.matchedDeviceId,
    matched_device_name: row.matchedName,
    match_reason: cable === undefined ? null : Reason.parse(row.matchReason),
    dismissed: row.dismissed,
    is_seen: row.isSeen,
    relationship_id: cable === undefined ? null : findLink(cable),
    last_seen: toTimestamp(row.lastSeen),
    created_at: toTimestamp(row.createdAt),
  };
}

type Ends = Pick<Row, "sourceDeviceId" | "matchedDeviceId" | "localPortName" | "remotePortName">;

/** What a neighbour says of a cable; undefined: it is matched to no device. */
export function cableOf(row: Ends): Cable | undefined {
  const { sourceDeviceId: one, matchedDeviceId: other, localPortName, remotePortName } = row;
  if (other === null) return undefined;
  return { one, other, onePort: localPortName, otherPort: remotePortName };
}
