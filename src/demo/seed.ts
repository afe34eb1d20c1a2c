import { z } from "zod";
import { CHECKS, planMonitors, STATUS_PAGE } from "./checks";
import { DEVICES, GROUPS, LEASES, LINKS, positionOf, RESERVATIONS, SITES, SUBNETS } from "./plan";
import type { DemoClient } from "./client";

const DAY_MS = 86_400_000;

const Named = z.object({ id: z.int(), name: z.string() });
const Link = z.object({ source_device_id: z.int(), target_device_id: z.int() });

/** Puts the demo network into the service at `url`, by its API as anybody would. What is there already stays as it is. */
export async function seedDemo(client: DemoClient, url: string): Promise<void> {
  const path = "/api/v1/topology/devices?limit=1";
  const isNew = (await client.get(path, z.array(z.unknown()))).length === 0;
  // The addresses are made up: somebody else may be there.
  if (isNew) await client.put("/api/v1/admin/settings", { live_ping_enabled: false });
  const sites = await addMissing(client, {
    path: "/api/v1/topology/sites",
    wanted: SITES.map(({ name, label }) => ({ name, display_name: label })),
  });
  const groups = await addMissing(client, { path: "/api/v1/topology/groups", wanted: GROUPS });
  const devices = DEVICES.map(({ site, group, ...device }) => ({
    ...device,
    site_id: sites.get(site),
    topology_group_id: groups.get(group),
  }));
  await client.post("/api/v1/topology/devices/import?mode=skip", { devices }, z.unknown());
  const known = await client.get(
    "/api/v1/topology/devices",
    z.array(z.object({ id: z.int(), hostname: z.string().nullable() })),
  );
  const ids = new Map(known.map(({ id, hostname }) => [hostname ?? "", id]));
  await addLinks(client, ids);
  await addLayout(client, ids);
  await addSubnets(client, sites);
  await addReservations(client);
  await addLeases(client);
  // A device on which the same is checked already gets no second check.
  for (const check of CHECKS) await client.post("/api/v1/monitoring/service-checks/bulk", check, z.unknown());
  const monitors = await addMissing(client, { path: "/api/v1/monitors", wanted: planMonitors(url) });
  await addStatusPage(client, monitors);
}

async function addStatusPage(client: DemoClient, monitors: ReadonlyMap<string, number>): Promise<void> {
  const path = "/api/v1/admin/status-pages";
  const { group, components, ...page } = STATUS_PAGE;
  const known = await client.get(path, z.array(z.object({ slug: z.string() })));
  if (known.some(({ slug }) => slug === page.slug)) return;
  const shown = components.map(({ monitor, name }) => ({ kind: "monitor", id: monitors.get(monitor), name }));
  const groups = [{ name: group, components: shown }];
  await client.post(path, { ...page, published: true, groups }, z.unknown());
}

/** Ids by name of what is wanted, made where it is not there yet. */
async function addMissing(
  client: DemoClient,
  { path, wanted }: { path: string; wanted: readonly { name: string }[] },
): Promise<Map<string, number>> {
  const ids = new Map((await client.get(path, z.array(Named))).map(({ id, name }) => [name, id]));
  for (const one of wanted) {
    if (!ids.has(one.name)) ids.set(one.name, (await client.post(path, one, Named)).id);
  }
  return ids;
}

async function addLinks(client: DemoClient, ids: ReadonlyMap<string, number>): Promise<void> {
  const path = "/api/v1/topology/relationships";
  const known = await client.get(path, z.array(Link));
  const joined = new Set(known.map((link) => `${link.source_device_id} ${link.target_device_id}`));
  for (const { from, to, port, speed } of LINKS) {
    const [source, target] = [ids.get(from), ids.get(to)];
    if (source === undefined || target === undefined || joined.has(`${source} ${target}`)) continue;
    const link = {
      source_device_id: source,
      target_device_id: target,
      source_interface: port,
      relationship_type: "ethernet",
      link_speed_mbps: speed,
    };
    await client.post(path, link, Link);
  }
}

async function addLayout(client: DemoClient, ids: ReadonlyMap<string, number>): Promise<void> {
  const name = "Sites";
  const path = "/api/v1/topology/layouts";
  if ((await client.get(path, z.array(Named))).some((layout) => layout.name === name)) return;
  const positions = DEVICES.flatMap((device) => {
    const id = ids.get(device.hostname);
    return id === undefined ? [] : [[`device-${id}`, positionOf(device)]];
  });
  await client.post(path, { name, positions: Object.fromEntries(positions) }, Named);
}

async function addSubnets(client: DemoClient, sites: ReadonlyMap<string, number>): Promise<void> {
  const path = "/api/v1/ipam/subnets";
  const Subnet = z.object({ cidr: z.string() });
  const known = new Set((await client.get(path, z.array(Subnet))).map(({ cidr }) => cidr));
  for (const { site, ...subnet } of SUBNETS) {
    if (known.has(subnet.cidr)) continue;
    const siteId = site === null ? null : (sites.get(site) ?? null);
    await client.post(path, { ...subnet, site_id: siteId }, Subnet);
  }
}

async function addReservations(client: DemoClient): Promise<void> {
  const path = "/api/v1/ipam/reservations";
  const Reservation = z.object({ ip_address: z.string() });
  const known = new Set(
    (await client.get(path, z.array(Reservation))).map(({ ip_address: address }) => address),
  );
  for (const { days, ...reservation } of RESERVATIONS) {
    if (known.has(reservation.ip_address)) continue;
    const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    await client.post(path, { ...reservation, expires_at: expiresAt }, Reservation);
  }
}

/** The leases of all sites, as the file of one dnsmasq; the same file again changes nothing but when they end. */
async function addLeases(client: DemoClient): Promise<void> {
  const expiry = Math.floor((Date.now() + DAY_MS) / 1000);
  const content = LEASES.map(({ mac, ip, hostname }) => `${expiry} ${mac} ${ip} ${hostname} *`).join("\n");
  await client.post("/api/v1/ipam/dhcp-leases/import?source=dnsmasq", { content }, z.unknown());
}
