import type { Model } from "../../../api/client";
import { formatNetwork, parseNetwork } from "../network";
import type { Subnet } from "../tree/tree-rows";

const MAX_NAME = 120;

/** What somebody has called it; nothing where that is the network again. */
export function ownName({ name, cidr }: Pick<Subnet, "name" | "cidr">): string {
  return name === cidr ? "" : name;
}

/** What a part of a subnet is called: by its network, behind the whole one's name if somebody gave it one. */
export function partName(whole: Pick<Subnet, "name" | "cidr">, cidr: string): string {
  return `${ownName(whole)} ${cidr}`.trim().slice(0, MAX_NAME);
}

/** The fields of the form, as texts. */
export type SubnetValues = {
  name: string;
  cidr: string;
  vlan_id: string;
  site_id: string;
  gateway: string;
  dns_servers: string;
  dhcp_start: string;
  dhcp_end: string;
  description: string;
  notes: string;
  is_pool: boolean;
};

export const SUBNET_LABELS: Readonly<Record<keyof SubnetValues, string>> = {
  cidr: "Network",
  name: "Name",
  vlan_id: "VLAN",
  site_id: "Site",
  gateway: "Gateway",
  dns_servers: "DNS servers",
  dhcp_start: "DHCP range from",
  dhcp_end: "DHCP range to",
  is_pool: "All addresses may be given out",
  description: "Description",
  notes: "Notes",
};

export function subnetValues(subnet: Subnet | undefined, cidr = ""): SubnetValues {
  return {
    // Left out where it is the network again, which would stay behind when that is changed.
    name: subnet === undefined ? "" : ownName(subnet),
    cidr: subnet?.cidr ?? cidr,
    vlan_id: subnet?.vlan_id ?? "",
    site_id: subnet?.site_id?.toString() ?? "",
    gateway: subnet?.gateway ?? "",
    dns_servers: subnet?.dns_servers ?? "",
    dhcp_start: subnet?.dhcp_start ?? "",
    dhcp_end: subnet?.dhcp_end ?? "",
    description: subnet?.description ?? "",
    notes: subnet?.notes ?? "",
    is_pool: subnet?.is_pool ?? false,
  };
}

/** What is sent; an empty field takes the value away. */
export function subnetBody({
  name,
  cidr,
  site_id: site,
  is_pool,
  ...texts
}: SubnetValues): Model<"SubnetCreate"> {
  const orNull = (text: string) => (text.trim() === "" ? null : text);
  return {
    name: name.trim() || networkOf(cidr),
    cidr,
    is_pool,
    site_id: site === "" ? null : Number(site),
    vlan_id: orNull(texts.vlan_id),
    gateway: orNull(texts.gateway),
    dns_servers: orNull(texts.dns_servers),
    dhcp_start: orNull(texts.dhcp_start),
    dhcp_end: orNull(texts.dhcp_end),
    description: orNull(texts.description),
    notes: orNull(texts.notes),
  };
}

function networkOf(cidr: string): string {
  const network = parseNetwork(cidr);
  return network === undefined ? cidr.trim() : formatNetwork(network);
}
