import { eq } from "drizzle-orm";
import { findIds, type Keyed } from "#platform/http/upsert";
import { topologyGroups } from "../tables";
import type { TopologyGroupCreate, TopologyGroupRead, TopologyGroupUpdate } from "./models";
import { createGroup, getGroup, updateGroup, type SyncContext } from "./service";

/** A group under its name. */
export function groupByKey(
  ctx: Omit<SyncContext, "db">,
  group: TopologyGroupCreate,
): Keyed<TopologyGroupRead, TopologyGroupUpdate> {
  return {
    key: `group named ${group.name}`,
    find: (db) => findIds(db, { table: topologyGroups, where: eq(topologyGroups.name, group.name) }),
    read: (db, id) => getGroup({ db }, id),
    create: (db) => createGroup({ ...ctx, db }, group),
    update: (db, { id, ...change }) => updateGroup({ ...ctx, db }, { groupId: id, ...change }),
  };
}
