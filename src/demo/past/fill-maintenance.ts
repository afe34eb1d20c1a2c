import { inArray } from "drizzle-orm";
import { maintenanceScopes, maintenanceWindows } from "#tables/maintenance";
import { devices } from "#tables/topology";
import { PEOPLE } from "../people";
import type { FillContext } from "./past";

const DAY_MS = 86_400_000;

/** The maintenance that is over. */
export async function fillMaintenance({ db, past }: FillContext): Promise<void> {
  const { title, description, fromMs, toMs, devices: names } = past.maintenance;
  const known = await db.select({ title: maintenanceWindows.title }).from(maintenanceWindows);
  if (known.some((window) => window.title === title)) return;
  const covered = await db
    .select({ id: devices.id })
    .from(devices)
    .where(inArray(devices.hostname, [...names]));
  await db.transaction(async (tx) => {
    const [window] = await tx
      .insert(maintenanceWindows)
      .values({
        title,
        description,
        isEnabled: true,
        coversEverything: false,
        startsAt: new Date(fromMs),
        endsAt: new Date(toMs),
        createdBy: PEOPLE[0].username,
        createdAt: new Date(fromMs - 2 * DAY_MS),
        updatedAt: new Date(fromMs - 2 * DAY_MS),
      })
      .returning({ id: maintenanceWindows.id });
    if (window === undefined || covered.length === 0) return;
    await tx
      .insert(maintenanceScopes)
      .values(covered.map(({ id }) => ({ maintenanceId: window.id, deviceId: id })));
  });
}
