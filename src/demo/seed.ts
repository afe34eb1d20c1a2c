import { z } from "zod";
import { addMissing, Named, type DemoClient } from "./client";
import {
  DATA_CENTRE,
  DATA_CENTRE_DEVICES,
  DATA_CENTRE_GROUPS,
  DATA_CENTRE_LINKS,
  DATA_CENTRE_SUBNET,
  positionInDataCentre,
} from "./data-centre";
import { DEVICES, GROUPS, LEASES, LINKS, positionOf, RESERVATIONS, SITES, SUBNETS } from "./plan";
import { seedAlerts } from "./seed-alerts";
import { addSnmpProfile, seedMonitoring } from "./seed-monitoring";

const DAY_MS = 86_400_000;

const MOST_AT_ONCE = 200;
/** Shorter than usual, so that there is something to see after some minutes. */
const INTERVAL_SECONDS = 60;

const Link = z.object({ source_device_id: z.int(), target_device_id: z.int() });

type Options = {
  url: string;
  /** Whether somebody answers for the data centre. */
  isPlayed: boolean;
};

/**
 * Puts the demo network into the service at `url`, by its API as anybody would. What is there already stays as it is. Gives where to
 * report for the job that the demo plays; undefined: for none.
 */
export async function seedDemo(client: DemoClient, options: Options): Promise<string | undefined> {
  const { url, isPlayed } = options;
  const before = await readDevices(client);
  // The addresses are made up: somebody else may be there.
  if (before.size === 0) await client.put("/api/v1/admin/settings", { live_ping_enabled: false });
  const sites = await addMissing(client, {
    path: "/api/v1/topology/sites",
    wanted: [...SITES, DATA_CENTRE].map(({ name, label }) => ({ name, display_name: label })),
  });
  const groups = await addMissing(client, {
    path: "/api/v1/topology/groups",
    wanted: [...GROUPS, ...DATA_CENTRE_GROUPS],
  });
  const profile = await addSnmpProfile(client);
  const devices = [...DEVICES, ...DATA_CENTRE_DEVICES].map(({ site, group, ...device }) => ({
    ...device,
    site_id: sites.get(site),
    topology_group_id: groups.get(group),
    ...(site === DATA_CENTRE.name ? { snmp_profile_id: profile } : {}),
  }));
  await client.post("/api/v1/topology/devices/import?mode=skip", { devices }, z.unknown());
  const ids = await readDevices(client);
  const isNew = DATA_CENTRE_DEVICES.some(({ hostname }) => !before.has(hostname));
  if (isPlayed && isNew) await watchDataCentreAlone(client, ids);
  await addLinks(client, ids);
  await addLayout(client, ids);
  await addSubnets(client, sites);
  await addReservations(client);
  await addLeases(client);
  if (isPlayed && isNew) {
    await scanCores(client, ids);
    await readSwitches(client, ids);
  }
  const siteId = sites.get(DATA_CENTRE.name) ?? 0;
  // Before anything fails: what was so before is no news.
  await seedAlerts(client, { devices: ids, siteId });
  return seedMonitoring(client, { url, devices: ids, siteId, isPlayed });
}

/** Ids by host name. */
async function readDevices(client: DemoClient): Promise<Map<string, number>> {
  const Device = z.object({ id: z.int(), hostname: z.string().nullable() });
  const known = await client.get("/api/v1/topology/devices", z.array(Device));
  return new Map(known.map(({ id, hostname }) => [hostname ?? "", id]));
}

/** The other sites' addresses are nobody's, or somebody else's: those are never asked. */
async function watchDataCentreAlone(client: DemoClient, ids: ReadonlyMap<string, number>): Promise<void> {
  const others = DEVICES.flatMap(({ hostname }) => ids.get(hostname) ?? []);
  for (let start = 0; start < others.length; start += MOST_AT_ONCE) {
    const body = { device_ids: others.slice(start, start + MOST_AT_ONCE), monitoring_paused: true };
    await client.post("/api/v1/topology/devices/bulk-update", body, z.unknown());
  }
  const settings = {
    live_ping_enabled: true,
    monitor_interval_seconds: INTERVAL_SECONDS,
    snmp_poll_interval_seconds: INTERVAL_SECONDS,
  };
  await client.put("/api/v1/admin/settings", settings);
}

/** What the core switches have heard by LLDP; one that cannot be asked is told on the page. */
async function scanCores(client: DemoClient, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const { hostname, tags } of DATA_CENTRE_DEVICES) {
    const id = ids.get(hostname);
    if (tags.includes("core") && id !== undefined)
      await client.post(`/api/v1/lldp/scan/${id}`, {}, z.unknown());
  }
}

/** What hangs on the switches' ports, which the service would read by itself some minutes later. */
async function readSwitches(client: DemoClient, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const { hostname, tags } of DATA_CENTRE_DEVICES) {
    const id = ids.get(hostname);
    if ((tags.includes("leaf") || tags.includes("core")) && id !== undefined)
      await client.post(`/api/v1/topology/devices/${id}/poll`, {}, z.unknown());
  }
}

async function addLinks(client: DemoClient, ids: ReadonlyMap<string, number>): Promise<void> {
  const path = "/api/v1/topology/relationships";
  const known = await client.get(path, z.array(Link));
  const joined = new Set(known.map((link) => `${link.source_device_id} ${link.target_device_id}`));
  for (const { from, to, port, speed } of [...LINKS, ...DATA_CENTRE_LINKS]) {
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
  const positions = [
    ...DEVICES.map((device) => [device, positionOf(device)] as const),
    ...DATA_CENTRE_DEVICES.map((device) => [device, positionInDataCentre(device)] as const),
  ].flatMap(([{ hostname }, position]) => {
    const id = ids.get(hostname);
    return id === undefined ? [] : [[`device-${id}`, position]];
  });
  await client.post(path, { name, positions: Object.fromEntries(positions) }, Named);
}

async function addSubnets(client: DemoClient, sites: ReadonlyMap<string, number>): Promise<void> {
  const path = "/api/v1/ipam/subnets";
  const Subnet = z.object({ cidr: z.string() });
  const known = new Set((await client.get(path, z.array(Subnet))).map(({ cidr }) => cidr));
  for (const { site, ...subnet } of [...SUBNETS, DATA_CENTRE_SUBNET]) {
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
