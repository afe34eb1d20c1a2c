import { randomUUID } from "node:crypto";
import { deliver, type Notifications } from "#features/notifications";
import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import type { Encryption } from "#platform/encryption";
import { badRequest } from "#platform/errors";
import type { Outside } from "#platform/http/dry-run";
import { eventTypeOf, type EventType } from "../event-types";
import { EXAMPLE, exampleNews, findShownDevice } from "../texts/example";
import { linkOf, textOf, titleOf } from "../texts/notice-texts";
import { deviceLabel } from "../words";
import { severityOf, type AlertTestResult } from "./models";
import { findRule } from "./service";

export type RuleContext = {
  db: Db;
  encryption: Encryption;
  senders: Notifications["senders"];
  readAppName: () => Promise<string>;
  /** Where users see the service; empty: notices have no link. */
  appUrl: string;
};

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
  relay_silent: "relay branch-lyon (3f9c01d2ab47) has not been heard for 5 min",
  log_pattern: "12 log lines matched within 5 min",
  log_rate: "1,200 log lines within 5 min match: 1,000 or more",
  sender_silent: "{device} has sent no log line for 30 min",
  backup_failed: "the scheduled backup failed: no space left on device",
};

/** What they would say at the end, where that is more than that it is over. */
const ENDS: Partial<Record<EventType, string>> = {
  device_offline: "{device} is back ONLINE after 5 min",
  device_unexpected_state: "{device} is OFFLINE again, as expected",
  service_down: "Web server on {device} is UP again after 5 min",
  monitor_down: 'Monitor "Example" (https://example.com) is UP again after 5 min',
};

type Named = Parameters<typeof deviceLabel>[0];

/** What a rule of the type would say of the device. */
export function sentenceOf(eventType: EventType, device: Named): string {
  return SENTENCES[eventType].replace("{device}", () => deviceLabel(device));
}

/** What it would say at the end. */
export function endSentenceOf(eventType: EventType, device: Named): string {
  const sentence = ENDS[eventType]?.replace("{device}", () => deviceLabel(device));
  return sentence ?? `Over: ${sentenceOf(eventType, device)}`;
}

/** Sends what the rule would tell to its channels, at once. Throws 404, and 400 for a rule without channels. */
export async function testRule(
  deps: RuleContext & { outside: Outside },
  id: number,
): Promise<AlertTestResult> {
  const rule = await findRule(deps.db, id);
  if (rule.channels.length === 0) throw badRequest("Rule has no notification channels configured");
  const device =
    (rule.deviceId === null ? undefined : await findShownDevice(deps.db, rule.deviceId)) ?? EXAMPLE;
  const eventType = eventTypeOf(rule.eventType);
  const news = exampleNews(
    { ...rule, eventType, severity: severityOf(rule.severity), sentence: sentenceOf(eventType, device) },
    { device, now: await databaseNow(deps.db) },
  );
  const place = { appName: await deps.readAppName(), link: linkOf(deps.appUrl, null) };
  const title = `[TEST] ${titleOf(news, place)}`;
  const message = { id: randomUUID(), title, text: `[TEST] ${textOf(news, place)}` };
  return deps.outside(`send "${title}" to ${rule.channels.join(", ")}`, async () => {
    const results = await Promise.all(
      rule.channels.map(async (target) => {
        const { status, detail } = await deliver(deps, { target, message });
        return [target, detail === null ? status : `${status}: ${detail}`] as const;
      }),
    );
    return Object.fromEntries(results);
  });
}
