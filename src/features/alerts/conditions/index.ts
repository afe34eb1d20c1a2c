import type { HistoryReader } from "#features/monitoring";
import type { EventType } from "../event-types";
import { ipamUtilisation, ipConflict, reservationExpiring } from "./addresses";
import { certificateExpiry, monitorCertificateExpiry } from "./certificates";
import { createDiskCondition, createLosingCondition, type ReadCollectors } from "./collectors";
import type { Condition } from "./condition";
import { deviceFlapping } from "./flapping";
import { monitorSlow, rttAbove, serviceSlow } from "./latency";
import { createLogRateCondition } from "./log-rate";
import { createLossCondition } from "./loss";
import { relaySilent } from "./relays";
import { seldom } from "./seldom";
import { sensorAlarm } from "./sensors";
import { senderSilent } from "./silent-senders";

export type ConditionDeps = {
  readCollectors: ReadCollectors;
  /** Told of stored results that cannot be read. */
  onDamage: HistoryReader["onDamage"];
};

/** What is about minutes or days, and reads more. */
const SELDOM_MS = 60_000;

/** By event type: what is looked at again and again. */
export function createConditions({
  readCollectors,
  onDamage,
}: ConditionDeps): ReadonlyMap<EventType, Condition> {
  return new Map<EventType, Condition>([
    ["rtt_above", rttAbove],
    ["service_slow", serviceSlow],
    ["monitor_slow", monitorSlow],
    ["ping_loss_above", seldom(createLossCondition(onDamage), SELDOM_MS)],
    ["device_flapping", deviceFlapping],
    ["monitor_certificate_expiry", seldom(monitorCertificateExpiry, SELDOM_MS)],
    ["certificate_expiry", seldom(certificateExpiry, SELDOM_MS)],
    ["sensor_alarm", sensorAlarm],
    ["ip_conflict", seldom(ipConflict, SELDOM_MS)],
    ["ipam_utilisation", seldom(ipamUtilisation, SELDOM_MS)],
    ["reservation_expiring", seldom(reservationExpiring, SELDOM_MS)],
    ["disk_low", createDiskCondition(readCollectors)],
    ["collector_losing", createLosingCondition(readCollectors)],
    ["relay_silent", relaySilent],
    ["log_rate", createLogRateCondition()],
    ["sender_silent", senderSilent],
  ]);
}
