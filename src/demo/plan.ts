import { planDevices, planLinks, planSubnets, VLANS } from "./site-plan";

/**
 * The network of the demo: six sites of one company, fifty devices and six subnets each. Addresses are private or for
 * documentation.
 */
export type DemoSite = {
  name: string;
  label: string;
  /** Begins the names of its devices. */
  code: string;
  /** Second part of its addresses. */
  number: number;
  firewall: { vendor: string; os: string };
};

export type DemoDevice = {
  hostname: string;
  ip_address: string;
  mac_address: string;
  vendor: string;
  os: string;
  device_type: string;
  status: "online" | "offline";
  tags: string[];
  /** Names of its site and group. */
  site: string;
  group: string;
};

export type DemoSubnet = {
  name: string;
  cidr: string;
  gateway: string | null;
  vlan_id: string | null;
  dhcp_start: string | null;
  dhcp_end: string | null;
  site: string | null;
};

/** Host names of both ends, the port at the first, Mbit/s. */
export type DemoLink = { from: string; to: string; port: string; speed: number };

export const SITES: readonly DemoSite[] = [
  site("Berlin", ["ber", 10], { vendor: "Netgate", os: "pfSense 2.8" }),
  site("Hamburg", ["ham", 11], { vendor: "Netgate", os: "pfSense 2.8" }),
  site("Munich", ["muc", 12], { vendor: "Cisco", os: "ASA 9.20" }),
  site("Vienna", ["vie", 13], { vendor: "Fortinet", os: "FortiOS 7.4" }),
  site("Zurich", ["zrh", 14], { vendor: "Juniper", os: "Junos 23.4" }),
  site("Prague", ["prg", 15], { vendor: "MikroTik", os: "RouterOS 7.15" }),
];

function site(
  label: string,
  [code, number]: readonly [code: string, number: number],
  firewall: DemoSite["firewall"],
): DemoSite {
  return { name: label.toLowerCase(), label, code, number, firewall };
}

export const GROUPS: readonly { name: string; vlan_id: string }[] = VLANS.map(({ id, name }) => ({
  name,
  vlan_id: String(id),
}));

export const DEVICES: readonly DemoDevice[] = SITES.flatMap(planDevices);

const COMMON_SUBNETS: readonly DemoSubnet[] = [
  { name: "Company", cidr: "10.0.0.0/8", vlan_id: null },
  { name: "Management, on this machine", cidr: "127.0.0.0/8", vlan_id: null },
  { name: "Transit", cidr: "10.255.0.0/24", vlan_id: "99" },
  { name: "VPN clients", cidr: "10.99.0.0/22", vlan_id: null },
  { name: "Public services", cidr: "198.51.100.0/24", vlan_id: "70" },
  { name: "Servers, IPv6", cidr: "2001:db8:10:20::/64", vlan_id: "20" },
].map((subnet) => ({ ...subnet, gateway: null, dhcp_start: null, dhcp_end: null, site: null }));

export const SUBNETS: readonly DemoSubnet[] = [...SITES.flatMap(planSubnets), ...COMMON_SUBNETS];

/** The sites hang on Berlin. */
export const LINKS: readonly DemoLink[] = [
  ...SITES.flatMap(planLinks),
  ...SITES.slice(1).map(({ code }, index) => ({
    from: "ber-fw-1",
    to: `${code}-fw-1`,
    port: `vti${index + 1}`,
    speed: 1000,
  })),
];

/** Addresses that are promised, and to what; some only for a time (days from now). */
export const RESERVATIONS: readonly {
  ip_address: string;
  label: string;
  days: number | null;
  mac_address?: string;
}[] = SITES.flatMap(({ number, code }, index) => [
  { ip_address: `10.${number}.0.1`, label: `${code} gateway`, days: null },
  { ip_address: `10.${number}.10.100`, label: `${code} cluster address`, days: null },
  { ip_address: `10.${number}.10.101`, label: `${code} migration of the mail server`, days: 14 },
  { ip_address: `10.${number}.20.50`, label: `${code} meeting room screen`, days: null },
  { ip_address: `10.${number}.50.60`, label: `${code} camera on test`, days: 3 },
  ...some(12 - 2 * index, (at) => ({
    ip_address: `10.${number}.60.${2 + at}`,
    label: `${code} storage controller ${1 + at}`,
    days: at === 3 ? 1 : null,
  })),
  ...some(4 - index, (at) => ({
    ip_address: `10.${number}.61.${2 + at}`,
    label: `${code} published service ${1 + at}`,
    days: at === 1 ? 21 : null,
  })),
]);

function some<Item>(count: number, item: (at: number) => Item): Item[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => item(at));
}

/** A reservation that a device does not know of, and an address that two devices have: what a real network has, too. */
export const CONFLICTS = {
  reservation: {
    ip_address: "10.15.10.14",
    label: "prg spare server",
    days: 60,
    mac_address: "02:4e:0f:14:00:63",
  },
  /** The address of another device, which this one says it has, too. */
  twice: { hostname: "vie-cam-2", ip_address: "10.13.50.14" },
} as const;

const LEASED = ["laptop", "phone", "tablet", "laptop", "guest"];

/** How full the DHCP ranges are, by the part of the site and then by the range: clients, voice, wireless. */
const FULLNESS: readonly (readonly number[])[] = [
  [0.93, 0.62, 1],
  [0.71, 0.35, 0.83],
  [0.88, 0.5, 0.64],
  [0.44, 0.22, 0.38],
  [0.3, 0.12, 0.17],
  [0.12, 0.06, 0.05],
];

/** Clients in the DHCP ranges; their MAC addresses are made up (locally administered). */
export const LEASES: readonly { ip: string; mac: string; hostname: string }[] = SITES.flatMap(
  ({ name }, at) =>
    SUBNETS.filter(({ site, dhcp_start: start }) => site === name && start !== null).flatMap(
      (subnet, range) => leasesOf(subnet, FULLNESS[at]?.[range] ?? 0),
    ),
);

function leasesOf(
  { dhcp_start: start, dhcp_end: end }: DemoSubnet,
  share: number,
): { ip: string; mac: string; hostname: string }[] {
  const [, site = 0] = octetsOf(start);
  const [first, last] = [hostOf(start), hostOf(end)];
  const count = Math.round((last - first + 1) * share);
  return some(count, (index) => {
    const host = first + index;
    const [third, fourth] = [host >> 8, host & 0xff];
    const mac = [2, 0, 10, site, third, fourth].map((octet) => octet.toString(16).padStart(2, "0"));
    const kind = LEASED[index % LEASED.length] ?? "";
    return {
      ip: `10.${site}.${third}.${fourth}`,
      mac: mac.join(":"),
      hostname: `${kind}-${site}-${third}-${fourth}`,
    };
  });
}

function octetsOf(address: string | null): number[] {
  return (address ?? "").split(".").map(Number);
}

/** The last two parts of an address as one number. */
function hostOf(address: string | null): number {
  const [, , third = 0, fourth = 0] = octetsOf(address);
  return third * 256 + fourth;
}

/** Rows of devices by role, the sites side by side: pixels on the map. */
export function positionOf({ hostname }: DemoDevice): { x: number; y: number } {
  const [code = "", role = "", number = "1"] = hostname.split("-");
  const siteIndex = SITES.findIndex((one) => one.code === code);
  const row = ROWS.findIndex((roles) => roles.includes(role));
  const before = (ROWS[row] ?? [])
    .slice(0, ROWS[row]?.indexOf(role))
    .reduce((sum, one) => sum + widthOf(one), 0);
  const left = (siteIndex % 3) * 1200;
  const top = Math.floor(siteIndex / 3) * 900;
  return { x: left + (before + Number(number) - 1) * 80, y: top + row * 140 };
}

const ROWS: readonly (readonly string[])[] = [
  ["fw"],
  ["core", "nas", "ups"],
  ["srv"],
  ["access"],
  ["ap", "phone"],
  ["printer", "cam"],
];
const widthOf = (role: string) =>
  DEVICES.filter(({ hostname }) => hostname.startsWith(`ber-${role}-`)).length;
