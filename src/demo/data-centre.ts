import type { DemoDevice, DemoLink, DemoSubnet } from "./plan";
import { macOf } from "./site-plan";

/**
 * The seventh site of the demo: a data centre whose addresses are this machine's own (127.0.0.0/8), so that what is
 * watched there answers. What listens at them is in `stand-ins.ts`.
 */
export const DATA_CENTRE = { name: "frankfurt", label: "Frankfurt data centre", code: "fra", number: 20 };

type Rank = {
  role: string;
  type: string;
  vendor: string;
  os: string;
  group: string;
  count: number;
  firstHost: number;
  /** Where they stand on the map, from the top. */
  row: number;
};

const server = { type: "server", vendor: "Dell", os: "Debian 13", row: 3 };
const arista = { type: "switch", vendor: "Arista", os: "EOS 4.32", group: "Core and firewalls" };

const RANKS: readonly Rank[] = [
  {
    ...arista,
    role: "fw",
    type: "firewall",
    vendor: "Netgate",
    os: "pfSense 2.8",
    count: 2,
    firstHost: 2,
    row: 0,
  },
  { ...arista, role: "core", count: 2, firstHost: 11, row: 1 },
  { ...arista, role: "leaf", group: "Access switches", count: 4, firstHost: 21, row: 2 },
  { ...server, role: "web", group: "Web shop", count: 3, firstHost: 31 },
  { ...server, role: "db", group: "Databases", count: 2, firstHost: 41 },
  { ...server, role: "mail", group: "Mail and names", count: 1, firstHost: 51 },
  { ...server, role: "dns", group: "Mail and names", count: 2, firstHost: 61 },
  { ...server, role: "hv", os: "Proxmox VE 9", group: "Virtual machines", count: 3, firstHost: 71 },
  {
    ...server,
    role: "nas",
    type: "nas",
    vendor: "Synology",
    os: "DSM 7.2",
    group: "Storage",
    count: 1,
    firstHost: 81,
    row: 4,
  },
  {
    ...server,
    role: "ups",
    type: "other",
    vendor: "APC",
    os: "AOS 7.1",
    group: "Power",
    count: 2,
    firstHost: 91,
    row: 4,
  },
  {
    ...server,
    role: "cam",
    type: "camera",
    vendor: "Axis",
    os: "AXIS OS 11",
    group: "Building",
    count: 2,
    firstHost: 101,
    row: 4,
  },
];

/** Of a device of the data centre, `fra-web-1`. Throws for one that is not there. */
export function addressOf(hostname: string): string {
  const device = DATA_CENTRE_DEVICES.find((one) => one.hostname === hostname);
  if (device === undefined) throw new Error(`our bug: the data centre has no ${hostname}`);
  return device.ip_address;
}

export const DATA_CENTRE_DEVICES: readonly DemoDevice[] = RANKS.flatMap((rank) =>
  Array.from({ length: rank.count }, (_, index) => planDevice(rank, index)),
);

function planDevice({ role, type, vendor, os, group, firstHost }: Rank, index: number): DemoDevice {
  const host = firstHost + index;
  return {
    hostname: `${DATA_CENTRE.code}-${role}-${index + 1}`,
    ip_address: `127.${DATA_CENTRE.number}.0.${host}`,
    mac_address: macOf(DATA_CENTRE.number, 10, host),
    vendor,
    os,
    device_type: type,
    status: "online",
    tags: [role],
    site: DATA_CENTRE.name,
    group,
  };
}

export const DATA_CENTRE_GROUPS = [...new Set(RANKS.map(({ group }) => group))].map((name) => ({ name }));

export const DATA_CENTRE_SUBNET: DemoSubnet = {
  name: "Frankfurt data centre",
  cidr: `127.${DATA_CENTRE.number}.0.0/24`,
  gateway: `127.${DATA_CENTRE.number}.0.1`,
  vlan_id: "10",
  dhcp_start: null,
  dhcp_end: null,
  site: DATA_CENTRE.name,
};

const name = (role: string, number: number) => `${DATA_CENTRE.code}-${role}-${number}`;
const both = (role: string) => [name(role, 1), name(role, 2)];

/** Which switches, two by two, a device hangs on. */
function switchesOf(role: string, index: number): string[] {
  return role === "ups" || role === "cam"
    ? [name("leaf", 4)]
    : index % 2 === 0
      ? both("leaf")
      : [name("leaf", 3), name("leaf", 4)];
}

/**
 * What devices depend on by choice: whatever hangs below is unreachable, and not down, where none of these can be
 * reached.
 */
export const DEPENDENCIES: readonly { device: string; parents: readonly string[] }[] = RANKS.flatMap(
  ({ role, count }) =>
    Array.from({ length: count }, (_, index) => ({
      device: name(role, index + 1),
      parents:
        role === "fw"
          ? []
          : role === "core"
            ? both("fw")
            : role === "leaf"
              ? both("core")
              : switchesOf(role, index),
    })),
).filter(({ parents }) => parents.length > 0);

/** The same as cables, and the way to Berlin. */
export const DATA_CENTRE_LINKS: readonly DemoLink[] = [
  ...DEPENDENCIES.flatMap(({ device, parents }) =>
    parents.map((parent) => ({ from: parent, to: device, port: `Ethernet-${device}`, speed: 25_000 })),
  ),
  { from: name("core", 1), to: name("core", 2), port: "Port-Channel1", speed: 100_000 },
  { from: "ber-fw-1", to: name("fw", 1), port: "vti9", speed: 10_000 },
];

/** Of a device of the data centre, below the six sites: pixels on the map. */
export function positionInDataCentre({ hostname }: DemoDevice): { x: number; y: number } {
  const [, role = "", number = "1"] = hostname.split("-");
  const row = RANKS.find((rank) => rank.role === role)?.row ?? 0;
  const before = RANKS.slice(
    0,
    RANKS.findIndex((rank) => rank.role === role),
  )
    .filter((rank) => rank.row === row)
    .reduce((sum, { count }) => sum + count, 0);
  return { x: 1200 + (before + Number(number) - 1) * 80, y: 1800 + row * 140 };
}
