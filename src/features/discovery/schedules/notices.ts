import { and, count, eq } from "drizzle-orm";
import { putAlert } from "#features/notifications";
import type { Db } from "#platform/database";
import type { Outbox } from "#platform/outbox/outbox";
import { ObservationType } from "../observations/models";
import type { NewlyNoticed } from "../observations/store";
import { discoveryObservations } from "../tables";
import type { ScheduleRow } from "./models";

const NAMES: Record<ObservationType, [one: string, several: string]> = {
  new_device: ["new device", "new devices"],
  ip_change: ["device with another address", "devices with another address"],
  field_change: ["device with other details", "devices with other details"],
  disappeared: ["device that has disappeared", "devices that have disappeared"],
  conflict: ["address conflict", "address conflicts"],
};

/**
 * Tells the ways out of a schedule how many observations of each type are open, where a scan has noticed something new,
 * and programs which devices are new or have moved. In its transaction: each is told once.
 */
export async function tellNoticed(
  { outbox, db }: { outbox: Outbox; db: Db },
  schedule: Pick<ScheduleRow, "id" | "name" | "target" | "notificationTargets">,
  { counts, events }: NewlyNoticed,
): Promise<void> {
  if (counts.size === 0 || schedule.notificationTargets.length === 0) return;
  const rows = await db
    .select({ type: discoveryObservations.observationType, count: count() })
    .from(discoveryObservations)
    .where(and(eq(discoveryObservations.scheduleId, schedule.id), eq(discoveryObservations.status, "open")))
    .groupBy(discoveryObservations.observationType)
    .orderBy(discoveryObservations.observationType);
  const lines = rows.map((row) => {
    const type = ObservationType.parse(row.type);
    const fresh = counts.get(type) ?? 0;
    const [one, several] = NAMES[type];
    return `${row.count} ${row.count === 1 ? one : several}${fresh === 0 ? "" : ` (${fresh} since the last scan)`}`;
  });
  const title = `Discovery: ${schedule.name}`;
  const text = [`Open observations of ${schedule.target}:`, ...lines].join("\n");
  for (const target of schedule.notificationTargets)
    await putAlert(outbox, db, { target, title, text, events, ruleName: schedule.name });
}
