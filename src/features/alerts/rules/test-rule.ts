import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { deliver, type Notifications } from "#features/notifications";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { badRequest } from "#platform/errors";
import { deviceNameOf, devices } from "#tables/topology";
import { eventTypeOf, type EventType } from "../event-types";
import { textOf } from "../watch/notices";
import { deviceLabel } from "../words";
import { severityOf, type AlertTestResult, type RuleRow } from "./models";
import { findRule } from "./service";

export type RuleContext = {
  db: Db;
  encryption: Encryption;
  senders: Notifications["senders"];
  readAppName: () => Promise<string>;
};

/** Of a rule that is about no device in particular. */
const EXAMPLE = "Example Device (192.0.2.1)";

/** What rules of each type would say. */
const SENTENCES: Record<EventType, string> = {
  device_offline: "{device} is now OFFLINE",
  device_online: "{device} is back ONLINE",
  device_warning: "{device} has a WARNING status",
  any_status_change: "{device} status changed to OFFLINE",
  device_unexpected_state: "{device} is ONLINE, which is not expected",
  device_expected_state_restored: "{device} is as expected again",
  rtt_above: "{device} RTT 250 ms is above the threshold",
  ping_loss_above: "{device} ping loss 40 % is above the threshold",
  device_flapping: "{device} is flapping — 6 status changes in the last hour",
  service_down: "Web server on {device} is DOWN",
  service_slow: "Web server on {device} response time 900 ms is above the threshold",
  monitor_down: 'Monitor "Example" (https://example.com) is DOWN',
  monitor_slow: 'Monitor "Example" response time 900 ms is above the threshold',
  monitor_certificate_expiry: 'Monitor "Example" certificate expires in 7 day(s)',
  certificate_expiry: "{device} certificate expires in 7 day(s)",
  sensor_alarm: "{device} temperature 82 °C is above the bound",
  new_device: "{device} was seen for the first time",
  address_moved: "{device} has moved to another address",
  ip_conflict: "192.0.2.1 is used twice",
  ipam_utilisation: "Example subnet 192.0.2.0/24 is 95 % full",
  reservation_expiring: "reservation of 192.0.2.10 expires in 3 day(s)",
  disk_low: "the disk of events is 92 % full",
  collector_losing: "the collector is losing lines",
  backup_failed: "the scheduled backup failed: no space left on device",
};

/** Sends what the rule would tell to its channels, at once. Throws 404, and 400 for a rule without channels. */
export async function testRule(deps: RuleContext, id: number): Promise<AlertTestResult> {
  const rule = await findRule(deps.db, id);
  if (rule.channels.length === 0) throw badRequest("Rule has no notification channels configured");
  const appName = await deps.readAppName();
  const sentence = await sentenceOf(deps.db, rule);
  const severity = severityOf(rule.severity);
  const text = `[TEST] ${textOf(appName, { status: "firing", severity, message: sentence })}`;
  const message = { id: randomUUID(), title: `[TEST] ${appName} Alert: ${rule.name}`, text };
  const results = await Promise.all(
    rule.channels.map(async (target) => {
      const { status, detail } = await deliver(deps, { target, message });
      return [target, detail === null ? status : `${status}: ${detail}`] as const;
    }),
  );
  return Object.fromEntries(results);
}

async function sentenceOf(db: Db, { eventType, deviceId }: RuleRow): Promise<string> {
  const [device] =
    deviceId === null
      ? []
      : await db
          .select({ name: deviceNameOf(), address: devices.ipAddress })
          .from(devices)
          .where(eq(devices.id, deviceId));
  return SENTENCES[eventTypeOf(eventType)].replace("{device}", () =>
    device === undefined ? EXAMPLE : deviceLabel(device),
  );
}
