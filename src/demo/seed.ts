import { z } from "zod";
import { addMissing, DemoRefusal, eachAtOnce, Named, type DemoClient } from "./client";
import {
  DATA_CENTRE,
  DATA_CENTRE_DEVICES,
  DATA_CENTRE_GROUPS,
  DATA_CENTRE_LINKS,
  positionInDataCentre,
} from "./data-centre";
import { CONFLICTS, DEVICES, GROUPS, LINKS, positionOf, SITES, type DemoDevice } from "./plan";
import { PROXY_FORMAT } from "./log-lines";
import { seedAlerts } from "./seed-alerts";
import { seedConfiguration } from "./seed-configuration";
import { seedIpam } from "./seed-ipam";
import { addSnmpProfile, seedMonitoring } from "./seed-monitoring";

/** Shorter than usual, so that there is something to see after some minutes. */
const INTERVAL_SECONDS = 60;

const Link = z.object({ source_device_id: z.int(), target_device_id: z.int() });

type Options = {
  url: string;
  /** Whether somebody answers for the data centre. */
  isPlayed: boolean;
};

/**
 * Puts the demo network into the service at `url`, by its API as anybody would. What is there already stays as it is.
 * Gives where to report for the job that the demo plays; undefined: for none.
 */
export async function seedDemo(client: DemoClient, options: Options): Promise<string | undefined> {
  const { url, isPlayed } = options;
  const before = await readDevices(client);
  // The addresses are made up: somebody else may be there.
  if (before.size === 0) await client.put("/api/v1/admin/settings", { live_ping_enabled: false });
  // Before lines of its devices come.
  await addMissing(client, { path: "/api/v1/syslog/formats", wanted: [PROXY_FORMAT] });
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
    ...addressesOf({ ...device, site, group }, isPlayed),
    site_id: sites.get(site),
    topology_group_id: groups.get(group),
    ...(site === DATA_CENTRE.name ? { snmp_profile_id: profile } : {}),
  }));
  await client.post("/api/v1/topology/devices/import?mode=skip", { devices }, z.unknown());
  const ids = await readDevices(client);
  const isNew = DATA_CENTRE_DEVICES.some(({ hostname }) => !before.has(hostname));
  if (isPlayed && isNew) await watchOwnAddresses(client, ids);
  await seedConfiguration(client);
  await addLinks(client, ids);
  await addLayout(client, ids);
  await seedIpam(client, sites);
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

/**
 * The addresses of the sites are nobody's, or somebody else's: those are never asked. Where this machine has the whole
 * of 127.0.0.0/8, a device that is on is managed at one of these, which answers, and has its address in the network
 * beside it.
 */
function addressesOf(device: DemoDevice, isPlayed: boolean) {
  const { hostname, ip_address: own, status, site } = device;
  const twice = hostname === CONFLICTS.twice.hostname ? [CONFLICTS.twice.ip_address] : [];
  if (!isPlayed || site === DATA_CENTRE.name || status === "offline")
    return { ip_address: own, additional_addresses: twice };
  return { ip_address: own.replace(/^10\./, "127."), additional_addresses: [own, ...twice] };
}

/** What is switched off has an address that nobody may ask. */
async function watchOwnAddresses(client: DemoClient, ids: ReadonlyMap<string, number>): Promise<void> {
  const away = DEVICES.filter(({ status }) => status === "offline");
  const others = away.flatMap(({ hostname }) => ids.get(hostname) ?? []);
  const body = { device_ids: others, monitoring_paused: true };
  await client.post("/api/v1/topology/devices/bulk-update", body, z.unknown());
  const settings = {
    live_ping_enabled: true,
    monitor_interval_seconds: INTERVAL_SECONDS,
    snmp_poll_interval_seconds: INTERVAL_SECONDS,
  };
  await client.put("/api/v1/admin/settings", settings);
}

/** What the core switches have heard by LLDP; one that cannot be asked is told on the page. */
async function scanCores(client: DemoClient, ids: ReadonlyMap<string, number>): Promise<void> {
  const cores = DATA_CENTRE_DEVICES.filter(({ tags }) => tags.includes("core"));
  await eachAtOnce(cores, async ({ hostname }) => {
    const id = ids.get(hostname);
    if (id !== undefined) await client.post(`/api/v1/lldp/scan/${id}`, {}, z.unknown());
  });
}

/** The service asks the device by itself at this moment. */
const BEING_ASKED = 409;

/** What hangs on the switches' ports, which the service would read by itself some minutes later. */
async function readSwitches(client: DemoClient, ids: ReadonlyMap<string, number>): Promise<void> {
  const switches = DATA_CENTRE_DEVICES.filter(({ tags }) => tags.includes("leaf") || tags.includes("core"));
  await eachAtOnce(switches, async ({ hostname }) => {
    const id = ids.get(hostname);
    if (id === undefined) return;
    try {
      await client.post(`/api/v1/topology/devices/${id}/poll`, {}, z.unknown());
    } catch (error) {
      if (!(error instanceof DemoRefusal) || error.status !== BEING_ASKED) throw error;
    }
  });
}

async function addLinks(client: DemoClient, ids: ReadonlyMap<string, number>): Promise<void> {
  const path = "/api/v1/topology/relationships";
  const known = await client.get(path, z.array(Link));
  const joined = new Set(known.map((link) => `${link.source_device_id} ${link.target_device_id}`));
  await eachAtOnce([...LINKS, ...DATA_CENTRE_LINKS], async ({ from, to, port, speed }) => {
    const [source, target] = [ids.get(from), ids.get(to)];
    if (source === undefined || target === undefined || joined.has(`${source} ${target}`)) return;
    const link = {
      source_device_id: source,
      target_device_id: target,
      source_interface: port,
      relationship_type: "ethernet",
      link_speed_mbps: speed,
    };
    await client.post(path, link, Link);
  });
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
