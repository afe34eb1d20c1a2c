import { eq, sql } from "drizzle-orm";
import type { DeviceMover } from "#features/topology";
import { alertSignals } from "#platform/tables/alert-signals";
import { alertEvents, alertIncidents, alertRules, alertSilences, alertTroubles } from "./tables";

/**
 * Gives rules, silences and what was found to another device. What lasts by the device that goes is forgotten without a
 * word: if it is so of the device that stays, it is found there.
 */
export const alertDeviceMover: DeviceMover = {
  columns: [
    "alert_rules.device_id",
    "alert_signals.device_id",
    "alert_troubles.device_id",
    "alert_events.device_id",
    "alert_incidents.device_id",
  ],
  async move({ db, kept, gone, joinedChecks }) {
    const rules = await db
      .update(alertRules)
      .set({ deviceId: kept })
      .where(eq(alertRules.deviceId, gone))
      .returning({ name: alertRules.name });
    for (const [from, to] of joinedChecks)
      await db.update(alertRules).set({ serviceCheckId: to }).where(eq(alertRules.serviceCheckId, from));
    const silences = await db
      .update(alertSilences)
      .set({
        deviceIds: sql`array_append(array_remove(array_remove(device_ids, ${gone}), ${kept}), ${kept})`,
      })
      .where(sql`${gone} = ANY (${alertSilences.deviceIds})`)
      .returning({ name: alertSilences.reason });
    await db.update(alertSignals).set({ deviceId: kept }).where(eq(alertSignals.deviceId, gone));
    await db.delete(alertTroubles).where(eq(alertTroubles.deviceId, gone));
    await db.update(alertEvents).set({ deviceId: kept }).where(eq(alertEvents.deviceId, gone));
    await db.update(alertIncidents).set({ deviceId: kept }).where(eq(alertIncidents.deviceId, gone));
    return [
      { kind: "alert_rules", outcome: "moved", names: rules.map(({ name }) => name) },
      { kind: "alert_silences", outcome: "moved", names: silences.map(({ name }) => name) },
    ];
  },
};
