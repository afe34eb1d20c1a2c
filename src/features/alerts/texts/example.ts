import { eq } from "drizzle-orm";
import type { Db } from "#platform/database";
import { deviceNameOf, devices, sites } from "#tables/topology";
import { DEVICE_TYPES, ENDLESS_TYPES, type EventType } from "../event-types";
import type { News } from "./news";

export type ShownDevice = { name: string; address: string | null; site: string | null };

/** Of a rule that is about no device in particular. */
export const EXAMPLE: ShownDevice = { name: "Example Device", address: "192.0.2.1", site: "Example Site" };
const EXAMPLE_INCIDENT = 17;
const LASTED_MS = 5 * 60_000;

/** A device as notices have it; undefined where there is none. */
export async function findShownDevice(db: Db, id: number): Promise<ShownDevice | undefined> {
  const [device] = await db
    .select({ name: deviceNameOf(), address: devices.ipAddress, site: sites.name })
    .from(devices)
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .where(eq(devices.id, id));
  return device;
}

type Given = Pick<News, "severity" | "titleTemplate" | "textTemplate"> & {
  name: string;
  eventType: EventType;
  sentence: string;
};

/** What a rule would have to tell now, of trouble that began five minutes ago; what has no length happens now. */
export function exampleNews(
  { name, eventType, severity, titleTemplate, textTemplate, sentence }: Given,
  { device, now }: { device: ShownDevice; now: Date },
): News {
  const isEndless = ENDLESS_TYPES.has(eventType);
  const isOfDevice = DEVICE_TYPES.has(eventType);
  const startedAt = isEndless ? now : new Date(now.getTime() - LASTED_MS);
  return {
    ruleId: 0,
    ruleName: name,
    channels: [],
    titleTemplate,
    textTemplate,
    hasAcknowledgeLink: false,
    eventType,
    severity,
    status: isEndless ? "happened" : "firing",
    subject: "",
    deviceId: null,
    deviceName: isOfDevice ? device.name : null,
    deviceAddress: isOfDevice ? device.address : null,
    siteName: isOfDevice ? device.site : null,
    incidentId: isEndless ? null : EXAMPLE_INCIDENT,
    incidentOpenedAt: isEndless ? null : startedAt,
    startedAt,
    firedAt: now,
    toldAt: now,
    message: sentence,
    lines: null,
  };
}
