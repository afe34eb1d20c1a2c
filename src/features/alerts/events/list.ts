import { and, eq, getTableColumns } from "drizzle-orm";
import type { Db } from "#platform/database";
import { may, type Caller } from "#platform/http/guard";
import { mapPage, readPage, type Ordering, type Page } from "#platform/http/paging";
import { devices } from "#tables/topology";
import { presentDeviceName } from "../device-name";
import { alertEvents } from "../tables";
import { toEventRead, type AlertEventRead, type AlertEventsQuery, type EventRow } from "./models";

const NEWEST_FIRST: Ordering<EventRow> = {
  name: "alert events",
  keys: [{ column: alertEvents.id, type: "bigint", of: ({ id }) => id }],
  isDescending: true,
};

/**
 * A page of what rules have found, the newest first; with log lines for who may read them. Throws 422 for a bad cursor.
 */
export async function listEvents(
  { db, caller }: { db: Db; caller: Caller },
  query: AlertEventsQuery,
): Promise<Page<AlertEventRead>> {
  const { device_id: deviceId, rule_id: ruleId, incident_id: incidentId, severity } = query;
  const filter = and(
    deviceId === undefined ? undefined : eq(alertEvents.deviceId, deviceId),
    ruleId === undefined ? undefined : eq(alertEvents.alertRuleId, ruleId),
    incidentId === undefined ? undefined : eq(alertEvents.incidentId, incidentId),
    severity === undefined ? undefined : eq(alertEvents.severity, severity),
  );
  const withLines = may(caller, "security_view");
  const page = await readPage(query, {
    order: NEWEST_FIRST,
    rows: ({ after, orderBy, limit }) =>
      db
        .select({ ...getTableColumns(alertEvents), deviceName: presentDeviceName })
        .from(alertEvents)
        .leftJoin(devices, eq(devices.id, alertEvents.deviceId))
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(alertEvents, filter),
  });
  return mapPage(page, (row) => toEventRead(row, { withLines }));
}
