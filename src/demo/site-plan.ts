import type { DemoDevice, DemoLink, DemoSite, DemoSubnet } from "./plan";

/** What stands at each site, by the VLAN that it is in; the numbers are the last parts of addresses. */
type Kind = {
  role: string;
  type: string;
  vendor: string;
  os: string;
  vlan: number;
  count: number;
  firstHost: number;
};

export const VLANS = [
  { id: 10, name: "Management", third: 0, size: 24 },
  { id: 20, name: "Servers", third: 10, size: 24 },
  { id: 30, name: "Clients", third: 20, size: 23, pool: ["20.100", "21.199"] },
  { id: 40, name: "Voice", third: 30, size: 24, pool: ["30.100", "30.199"] },
  { id: 50, name: "Wireless", third: 40, size: 23, pool: ["40.20", "41.250"] },
  { id: 60, name: "Cameras", third: 50, size: 25 },
] as const;

const KINDS: readonly Kind[] = [
  { role: "core", type: "switch", vendor: "Cisco", os: "IOS XE 17.12", vlan: 10, count: 2, firstHost: 11 },
  { role: "access", type: "switch", vendor: "Cisco", os: "IOS XE 17.9", vlan: 10, count: 8, firstHost: 21 },
  { role: "ap", type: "wireless", vendor: "Ubiquiti", os: "UniFi 6.6", vlan: 10, count: 8, firstHost: 41 },
  { role: "ups", type: "other", vendor: "APC", os: "AOS 7.1", vlan: 10, count: 1, firstHost: 61 },
  { role: "srv", type: "server", vendor: "Dell", os: "Debian 13", vlan: 20, count: 12, firstHost: 11 },
  { role: "nas", type: "nas", vendor: "Synology", os: "DSM 7.2", vlan: 20, count: 1, firstHost: 31 },
  { role: "printer", type: "printer", vendor: "HP", os: "FutureSmart 5", vlan: 30, count: 6, firstHost: 21 },
  { role: "phone", type: "phone", vendor: "Yealink", os: "124.86", vlan: 40, count: 4, firstHost: 11 },
  { role: "cam", type: "camera", vendor: "Axis", os: "AXIS OS 11", vlan: 60, count: 6, firstHost: 11 },
];

/** Fifty devices of one site: a pair of firewalls, a pair of core switches, and what hangs below them. */
export function planDevices(site: DemoSite): DemoDevice[] {
  const firewalls: Kind = {
    role: "fw",
    type: "firewall",
    ...site.firewall,
    vlan: 10,
    count: 2,
    firstHost: 2,
  };
  return [firewalls, ...KINDS].flatMap((kind) =>
    Array.from({ length: kind.count }, (_, index) => planDevice(site, kind, index)),
  );
}

function planDevice(site: DemoSite, kind: Kind, index: number): DemoDevice {
  const vlan = VLANS.find(({ id }) => id === kind.vlan) ?? VLANS[0];
  const host = kind.firstHost + index;
  return {
    hostname: `${site.code}-${kind.role}-${index + 1}`,
    ip_address: `10.${site.number}.${vlan.third}.${host}`,
    mac_address: macOf(site.number, vlan.id, host),
    vendor: kind.vendor,
    os: kind.os,
    device_type: kind.type,
    status: isAway(site, kind, index) ? "offline" : "online",
    tags: [kind.role],
    site: site.name,
    group: vlan.name,
  };
}

/** A printer that is switched off and a camera that is broken: a real network is never all green. */
function isAway({ number }: DemoSite, { role }: Kind, index: number): boolean {
  return (role === "printer" && index === number % 6) || (role === "cam" && number === 12 && index === 3);
}

/** Locally administered, so that it is nobody's. */
export function macOf(site: number, vlan: number, host: number): string {
  return [0x02, 0x4e, site, vlan, host >> 8, host & 0xff]
    .map((octet) => octet.toString(16).padStart(2, "0"))
    .join(":");
}

/** Beside the VLANs: small networks that are soon full. */
const SMALL = [
  { name: "storage", third: 60, size: 28 },
  { name: "DMZ", third: 61, size: 29 },
] as const;

/** All of the site's addresses, its VLANs, and two small ones. */
export function planSubnets(site: DemoSite): DemoSubnet[] {
  const at = (rest: string) => `10.${site.number}.${rest}`;
  const plain = { gateway: null, vlan_id: null, dhcp_start: null, dhcp_end: null, site: site.name };
  return [
    { ...plain, name: site.label, cidr: at("0.0/16") },
    ...VLANS.map((vlan) => ({
      name: `${site.label} ${vlan.name.toLowerCase()}`,
      cidr: `${at(`${vlan.third}.0`)}/${vlan.size}`,
      gateway: at(`${vlan.third}.1`),
      vlan_id: String(vlan.id),
      dhcp_start: "pool" in vlan ? at(vlan.pool[0]) : null,
      dhcp_end: "pool" in vlan ? at(vlan.pool[1]) : null,
      site: site.name,
    })),
    ...SMALL.map(({ name, third, size }) => ({
      ...plain,
      name: `${site.label} ${name}`,
      cidr: `${at(`${third}.0`)}/${size}`,
      gateway: at(`${third}.1`),
    })),
  ];
}

/** Core to firewalls and to each other, access switches to both cores, everything else to an access switch. */
export function planLinks({ code }: DemoSite): DemoLink[] {
  const name = (role: string, number: number) => `${code}-${role}-${number}`;
  const access = (number: number) => name("access", (number % 8) + 1);
  const below = (role: string, count: number, speed: number) =>
    Array.from({ length: count }, (_, index) => ({
      from: access(index),
      to: name(role, index + 1),
      port: `Gi1/0/${portOf(role) + Math.floor(index / 8)}`,
      speed,
    }));
  return [
    { from: name("core", 1), to: name("core", 2), port: "Po1", speed: 40_000 },
    ...[1, 2].flatMap((core) =>
      [1, 2].map((fw) => ({
        from: name("fw", fw),
        to: name("core", core),
        port: `port${core}`,
        speed: 10_000,
      })),
    ),
    ...Array.from({ length: 8 }, (_, index) => index).flatMap((index) =>
      [1, 2].map((core) => ({
        from: name("core", core),
        to: name("access", index + 1),
        port: `Te1/1/${index + 1}`,
        speed: 10_000,
      })),
    ),
    ...Array.from({ length: 12 }, (_, index) => ({
      from: name("core", (index % 2) + 1),
      to: name("srv", index + 1),
      port: `Te1/2/${index + 1}`,
      speed: 10_000,
    })),
    { from: name("core", 1), to: name("nas", 1), port: "Te1/2/20", speed: 10_000 },
    ...below("ap", 8, 2500),
    ...below("printer", 6, 1000),
    ...below("phone", 4, 1000),
    ...below("cam", 6, 100),
    ...below("ups", 1, 100),
  ];
}

const PORTS: Readonly<Record<string, number>> = { ap: 1, printer: 11, phone: 21, cam: 31, ups: 41 };
const portOf = (role: string) => PORTS[role] ?? 45;
