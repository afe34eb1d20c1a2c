import { eq } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { findIds, type Keyed } from "#platform/http/upsert";
import { discoverySchedules } from "../tables";
import type { DiscoveryScheduleCreate, DiscoveryScheduleRead, DiscoveryScheduleUpdate } from "./models";
import { createSchedule, getSchedule, updateSchedule, type Rules } from "./service";

/** A schedule of scans under its name. */
export function scheduleByKey(
  { actor, ownerUserId, ...rules }: Rules & { actor: Actor; ownerUserId: number },
  schedule: DiscoveryScheduleCreate,
): Keyed<DiscoveryScheduleRead, DiscoveryScheduleUpdate> {
  const where = eq(discoverySchedules.name, schedule.name);
  return {
    key: `schedule named ${schedule.name}`,
    find: (db) => findIds(db, { table: discoverySchedules, where }),
    read: (db, id) => getSchedule({ db }, id),
    create: (db) => createSchedule({ db, actor }, { ...rules, ownerUserId, schedule }),
    update: (db, change) => updateSchedule({ db, actor }, { ...rules, ...change }),
  };
}
