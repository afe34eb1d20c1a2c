import { z } from "zod";
import { addMissing, type DemoClient } from "./client";

type Seeded = { devices: ReadonlyMap<string, number>; siteId: number };

const HOUR_MS = 3_600_000;

/** What the demo is told of: nobody, as it knows no way out; incidents are opened all the same. */
function planRules({ siteId }: Seeded) {
  const scope = { site_ids: [siteId] };
  return [
    {
      name: "A device of the data centre is down",
      event_type: "device_offline",
      scope,
      severity: "critical",
    },
    { name: "A service of the data centre is down", event_type: "service_down", scope, for_minutes: 1 },
    { name: "A monitor is down", event_type: "monitor_down" },
    { name: "A sensor is in alarm", event_type: "sensor_alarm" },
    { name: "A device comes and goes", event_type: "device_flapping", scope },
    { name: "A monitor is slow", event_type: "monitor_slow", threshold_ms: 400, severity: "info" },
    { name: "A subnet is almost full", event_type: "ipam_utilisation", threshold_percent: 85 },
    { name: "Lines are lost", event_type: "collector_losing", severity: "critical" },
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
