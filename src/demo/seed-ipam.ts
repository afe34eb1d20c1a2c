import { z } from "zod";
import { eachAtOnce, type DemoClient } from "./client";
import { DATA_CENTRE_SUBNET } from "./data-centre";
import { CONFLICTS, LEASES, RESERVATIONS, SUBNETS } from "./plan";

const DAY_MS = 86_400_000;

/** Subnets, reservations and leases; what is there already stays. `sites`: ids by name. */
export async function seedIpam(client: DemoClient, sites: ReadonlyMap<string, number>): Promise<void> {
  await addSubnets(client, sites);
  await addReservations(client);
  await addLeases(client);
}

async function addSubnets(client: DemoClient, sites: ReadonlyMap<string, number>): Promise<void> {
  const path = "/api/v1/ipam/subnets";
  const Subnet = z.object({ cidr: z.string() });
  const known = new Set((await client.get(path, z.array(Subnet))).map(({ cidr }) => cidr));
  await eachAtOnce([...SUBNETS, DATA_CENTRE_SUBNET], async ({ site, ...subnet }) => {
    if (known.has(subnet.cidr)) return;
    const siteId = site === null ? null : (sites.get(site) ?? null);
    await client.post(path, { ...subnet, site_id: siteId }, Subnet);
  });
}

async function addReservations(client: DemoClient): Promise<void> {
  const path = "/api/v1/ipam/reservations";
  const Reservation = z.object({ ip_address: z.string() });
  const reserved = await client.get(path, z.array(Reservation));
  const known = new Set(reserved.map(({ ip_address: address }) => address));
  await eachAtOnce([...RESERVATIONS, CONFLICTS.reservation], async ({ days, ...reservation }) => {
    if (known.has(reservation.ip_address)) return;
    const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    await client.post(path, { ...reservation, expires_at: expiresAt }, Reservation);
  });
}

/** The leases of all sites, as the file of one dnsmasq; the same file again changes nothing but when they end. */
async function addLeases(client: DemoClient): Promise<void> {
  const expiry = Math.floor((Date.now() + DAY_MS) / 1000);
  const content = LEASES.map(({ mac, ip, hostname }) => `${expiry} ${mac} ${ip} ${hostname} *`).join("\n");
  await client.post("/api/v1/ipam/dhcp-leases/import?source=dnsmasq", { content }, z.unknown());
}
