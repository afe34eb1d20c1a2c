import { z } from "zod";
import { addMissing, type DemoClient } from "./client";

type Seeded = { devices: ReadonlyMap<string, number>; siteId: number };

const HOUR_MS = 3_600_000;

/** Those of the rules that the past has alerts of. */
export const RULE_NAMES = {
  device: "A device of the data centre is down",
  firewall: "A firewall is down",
  service: "A service of the data centre is down",
  monitor: "A monitor is down",
} as const;

/** What the demo is told of: nobody, as it knows no way out; incidents are opened all the same. */
function planRules({ siteId }: Seeded) {
  const scope = { site_ids: [siteId] };
  return [
    {
      name: RULE_NAMES.device,
      event_type: "device_offline",
      scope,
      severity: "critical",
    },
    {
      name: RULE_NAMES.firewall,
      event_type: "device_offline",
      scope: { types: ["firewall"] },
      severity: "critical",
    },
    { name: RULE_NAMES.service, event_type: "service_down", scope, for_minutes: 1 },
    { name: RULE_NAMES.monitor, event_type: "monitor_down" },
    { name: "A sensor is in alarm", event_type: "sensor_alarm" },
    { name: "A device comes and goes", event_type: "device_flapping", scope },
    { name: "A monitor is slow", event_type: "monitor_slow", threshold_ms: 400, severity: "info" },
    {
      name: "A subnet is almost full",
      event_type: "ipam_utilisation",
      threshold_percent: 95,
      severity: "info",
    },
    { name: "A certificate expires soon", event_type: "monitor_certificate_expiry" },
    { name: "Lines are lost", event_type: "collector_losing", severity: "critical" },
    { name: "A branch's relay is silent", event_type: "relay_silent", severity: "critical" },
  ];
}

const SILENCED = "fra-ups-1";
const REASON = "The battery is changed today";

/** Alert rules, and a silence: what there is already stays as it is. */
export async function seedAlerts(client: DemoClient, seeded: Seeded): Promise<void> {
  await addMissing(client, { path: "/api/v1/alerts/rules", wanted: planRules(seeded) });
  const path = "/api/v1/alerts/silences";
  const device = seeded.devices.get(SILENCED);
  const active = await client.get(`${path}?is_active=true`, z.array(z.object({ reason: z.string() })));
  if (device === undefined || active.some(({ reason }) => reason === REASON)) return;
  const end = new Date(Date.now() + 8 * HOUR_MS).toISOString();
  await client.post(path, { reason: REASON, ends_at: end, device_ids: [device] }, z.unknown());
}
