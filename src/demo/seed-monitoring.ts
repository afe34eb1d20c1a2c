import { z } from "zod";
import { addMissing, type DemoClient } from "./client";
import {
  GROUP_MONITORS,
  planMaintenance,
  planMonitors,
  planShopMonitors,
  REPORTED,
  RULES,
  SILENT,
  SNMP_PROFILE,
  STATUS_PAGE,
} from "./checks";
import { DEPENDENCIES } from "./data-centre";
import { COMMUNITY, PORTS } from "./stand-ins";

const CHECKS = "/api/v1/monitoring/service-checks";
const MONITORS = "/api/v1/monitors";

type Ids = ReadonlyMap<string, number>;
type Seeded = { url: string; devices: Ids; siteId: number; isPlayed: boolean };

/** The profile by which the data centre's devices are asked; gives its id. */
export async function addSnmpProfile(client: DemoClient): Promise<number | undefined> {
  const wanted = [{ name: SNMP_PROFILE, version: "v2c", community: COMMUNITY, port: PORTS.snmp }];
  const profiles = await addMissing(client, { path: "/api/v1/tools/snmp/profiles", wanted });
  return profiles.get(SNMP_PROFILE);
}

/**
 * Has the demo watched: what `isPlayed` says that somebody answers for the data centre, and the service itself. Gives
 * where to report for the job that the demo plays; undefined: for none.
 */
export async function seedMonitoring(client: DemoClient, seeded: Seeded): Promise<string | undefined> {
  const { url, devices, isPlayed } = seeded;
  const own = await addMissing(client, { path: MONITORS, wanted: planMonitors(url) });
  if (!isPlayed) {
    await addStatusPage(client, { devices, monitors: own });
    return undefined;
  }
  const checks = await addRules(client, seeded);
  await chooseDependencies(client, devices);
  const shop = await addMissing(client, {
    path: MONITORS,
    wanted: [...planShopMonitors(), REPORTED, SILENT],
  });
  const groups = GROUP_MONITORS.map(({ members, ...group }) => ({
    ...group,
    kind: "group",
    members: members.map((member) => {
      if ("device" in member) return { kind: "device", id: devices.get(member.device) };
      if ("monitor" in member) return { kind: "monitor", id: shop.get(member.monitor) };
      const { check, on } = member;
      const deviceId = on === undefined ? null : devices.get(on);
      return { kind: "service_check", id: checks.get(check), device_id: deviceId };
    }),
  }));
  const monitors = await addMissing(client, { path: MONITORS, wanted: groups });
  await addMaintenance(client, seeded);
  await addStatusPage(client, { devices, monitors });
  const { path } = await client.get(
    `${MONITORS}/${monitors.get(REPORTED.name)}/push-token`,
    z.object({ path: z.string() }),
  );
  return `${url}${path}`;
}

/** Ids of the rules by their labels. */
async function addRules(client: DemoClient, { siteId }: Seeded): Promise<Ids> {
  const Check = z.object({ id: z.int(), label: z.string(), scope: z.unknown() });
  const known = await client.get(CHECKS, z.array(Check));
  const ids = new Map(known.flatMap(({ id, label, scope }) => (scope === null ? [] : [[label, id]])));
  for (const { scope, check } of RULES) {
    if (ids.has(check.label)) continue;
    const made = await client.post(CHECKS, { ...check, scope: { ...scope, site_ids: [siteId] } }, Check);
    ids.set(made.label, made.id);
  }
  return ids;
}

async function chooseDependencies(client: DemoClient, devices: Ids): Promise<void> {
  for (const { device, parents } of DEPENDENCIES) {
    const path = `/api/v1/monitoring/devices/${devices.get(device)}/dependencies`;
    const { mode } = await client.get(path, z.object({ mode: z.string() }));
    if (mode !== "automatic") continue;
    await client.put(path, { mode: "chosen", parent_ids: parents.map((parent) => devices.get(parent)) });
  }
}

/** One that is over is planned anew, so that there is always something to see. */
async function addMaintenance(client: DemoClient, { devices, siteId }: Seeded): Promise<void> {
  const path = "/api/v1/maintenance";
  const known = await client.get(path, z.array(z.object({ title: z.string(), state: z.string() })));
  const planned = new Set(known.filter(({ state }) => state !== "over").map(({ title }) => title));
  for (const { devices: names, ...window } of planMaintenance(new Date())) {
    if (planned.has(window.title)) continue;
    const scope =
      names.length === 0 ? { site_ids: [siteId] } : { device_ids: names.map((name) => devices.get(name)) };
    await client.post(path, { ...window, scope }, z.unknown());
  }
}

async function addStatusPage(
  client: DemoClient,
  { devices, monitors }: { devices: Ids; monitors: Ids },
): Promise<void> {
  const path = "/api/v1/admin/status-pages";
  const { groups, ...page } = STATUS_PAGE;
  const known = await client.get(path, z.array(z.object({ slug: z.string() })));
  if (known.some(({ slug }) => slug === page.slug)) return;
  const shown = groups
    .map(({ name, components }) => ({
      name,
      components: components.flatMap((component) => {
        const kind = "device" in component ? "device" : "monitor";
        const id = "device" in component ? devices.get(component.device) : monitors.get(component.monitor);
        return id === undefined ? [] : [{ kind, id, name: component.name }];
      }),
    }))
    .filter(({ components }) => components.length > 0);
  await client.post(path, { ...page, published: true, groups: shown }, z.unknown());
}
