import { DEVICES, SITES, type DemoDevice } from "./plan";

/** What the devices of the demo log: each line in the words of its vendor, about addresses of the demo network. */
export type Random = (below: number) => number;

type Flow = {
  from: DemoDevice;
  firewall: DemoDevice;
  /** Somebody outside; of the addresses for documentation (RFC 5737). */
  outside: string;
  port: number;
  ephemeral: number;
  isAllowed: boolean;
  at: Date;
};

type Writer = (flow: Flow, random: Random) => string;

const PORTS = [443, 443, 443, 80, 53, 123, 22, 25, 3389, 8443] as const;
const CLIENT_ROLES = ["srv", "printer", "phone", "cam", "ap"];
const CLIENTS = DEVICES.filter(({ tags }) => CLIENT_ROLES.some((role) => tags.includes(role)));
const BY_NAME = new Map(DEVICES.map((device) => [device.hostname, device]));

/** Of a hundred lines, by the site: the first ones are the bigger ones. */
const SHARES = [34, 20, 16, 12, 10, 8];
const SENDERS = SITES.flatMap((site, at) => {
  const clients = CLIENTS.filter((client) => client.site === site.name);
  return Array.from({ length: SHARES[at] ?? 0 }, () => ({ site, clients }));
});

/** One line more of the log that keeps flowing, and the number of the site that sends it. */
export function writeLine(random: Random, at: Date): { line: string; site: number } {
  const { site, clients } = SENDERS[random(SENDERS.length)] ?? {};
  const from = clients?.[skewed(random, clients.length)];
  const firewall = BY_NAME.get(`${site?.code}-fw-${1 + random(2)}`);
  if (site === undefined || from === undefined || firewall === undefined)
    throw new Error("our bug: the plan has no such device");
  const port = PORTS[random(PORTS.length)] ?? 443;
  const isAllowed = port !== 22 && port !== 3389 ? random(12) > 0 : random(4) === 0;
  const flow = {
    from,
    firewall,
    outside: `203.0.113.${1 + skewed(random, 254)}`,
    port,
    ephemeral: 49_152 + random(16_000),
    isAllowed,
    at,
  };
  const write =
    random(10) < 7 ? FIREWALL_WRITERS[firewall.vendor] : OTHER_WRITERS[random(OTHER_WRITERS.length)];
  if (write === undefined) throw new Error(`our bug: nobody writes for ${firewall.vendor}`);
  return { line: write(flow, random), site: site.number };
}

/** Whoever scans the addresses of Munich; for documentation (RFC 5737). */
export const SCANNER = "192.0.2.66";

/** A line of a port scan from outside, as Munich's firewall refuses it, and the number of the site that sends it. */
export function writeProbe(random: Random, at: Date): { line: string; site: number } {
  const target = `198.51.100.${10 + random(12)}`;
  const line = `<164>${oldStamp(at)} muc-fw-1 : %ASA-4-106023: Deny tcp src outside:${SCANNER}/${40_000 + random(20_000)} dst inside:${target}/${1 + random(10_000)} by access-group "outside_in" [0x0, 0x0]`;
  return { line, site: SITES.find(({ code }) => code === "muc")?.number ?? 0 };
}

/** One below that bound; the lower ones come more often, as a few always talk most. */
function skewed(random: Random, below: number): number {
  return Math.floor(below * (random(65_536) / 65_536) ** 1.7);
}

const pad = (value: number) => String(value).padStart(2, "0");
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `Nov 21 10:50:00`, RFC 3164, in UTC as the service takes it. */
function oldStamp(at: Date): string {
  const day = String(at.getUTCDate()).padStart(2, " ");
  return `${MONTHS[at.getUTCMonth()]} ${day} ${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`;
}

const FIREWALL_WRITERS: Readonly<Record<string, Writer>> = {
  /** pfSense's filterlog. */
  Netgate: ({ from, firewall, outside, port, ephemeral, isAllowed, at }, random) =>
    `<134>1 ${at.toISOString()} ${firewall.hostname} filterlog 48211 - - ${isAllowed ? 71 : 4},,,${isAllowed ? 1000002661 : 1000000103},igb1,match,${isAllowed ? "pass" : "block"},in,4,0x0,,64,${random(65_536)},0,DF,6,tcp,60,${from.ip_address},${outside},${ephemeral},${port},0,S,${random(2 ** 31)},,64240,,mss;sackOK;TS;nop;wscale`,
  Cisco: ({ from, firewall, outside, port, ephemeral, isAllowed, at }, random) =>
    isAllowed
      ? `<166>${oldStamp(at)} ${firewall.hostname} : %ASA-6-302013: Built outbound TCP connection ${100_000 + random(900_000)} for outside:${outside}/${port} (${outside}/${port}) to inside:${from.ip_address}/${ephemeral} (198.51.100.12/${ephemeral})`
      : `<164>${oldStamp(at)} ${firewall.hostname} : %ASA-4-106023: Deny tcp src inside:${from.ip_address}/${ephemeral} dst outside:${outside}/${port} by access-group "inside_in" [0x0, 0x0]`,
  Fortinet: ({ from, firewall, outside, port, ephemeral, isAllowed, at }, random) =>
    `<189>date=${at.toISOString().slice(0, 10)} time=${at.toISOString().slice(11, 19)} devname="${firewall.hostname}" devid="FGT60F0000000001" eventtime=${at.getTime()}000000 tz="+0000" logid="0000000013" type="traffic" subtype="forward" level="notice" vd="root" srcip=${from.ip_address} srcport=${ephemeral} srcintf="internal" srcintfrole="lan" dstip=${outside} dstport=${port} dstintf="wan1" dstintfrole="wan" sessionid=${random(9_000_000)} proto=6 action="${isAllowed ? "accept" : "deny"}" policyid=${isAllowed ? 12 : 0} policytype="policy" service="tcp/${port}" duration=${random(120)} sentbyte=${random(90_000)} rcvdbyte=${random(900_000)} sentpkt=${random(90)}`,
  Juniper: ({ from, firewall, outside, port, ephemeral, isAllowed, at }, random) =>
    isAllowed
      ? `<14>1 ${at.toISOString()} ${firewall.hostname} RT_FLOW - RT_FLOW_SESSION_CREATE [junos@2636.1.1.1.2.129 source-address="${from.ip_address}" source-port="${ephemeral}" destination-address="${outside}" destination-port="${port}" service-name="junos-https" nat-source-address="198.51.100.14" nat-source-port="${ephemeral}" nat-destination-address="${outside}" nat-destination-port="${port}" protocol-id="6" policy-name="out" source-zone-name="trust" destination-zone-name="untrust" session-id-32="${random(900_000)}" packet-incoming-interface="ge-0/0/1.0"]`
      : `<14>1 ${at.toISOString()} ${firewall.hostname} RT_FLOW - RT_FLOW_SESSION_DENY [junos@2636.1.1.1.2.129 source-address="${from.ip_address}" source-port="${ephemeral}" destination-address="${outside}" destination-port="${port}" service-name="None" protocol-id="6" icmp-type="0" policy-name="deny-all" source-zone-name="trust" destination-zone-name="untrust" application="UNKNOWN" packet-incoming-interface="ge-0/0/1.0"]`,
  MikroTik: ({ from, firewall, outside, port, ephemeral, isAllowed, at }, random) =>
    `<134>${oldStamp(at)} ${firewall.hostname} firewall,info ${isAllowed ? "accept" : "drop"} forward: in:bridge out:ether1, connection-state:new src-mac ${from.mac_address}, proto TCP (SYN), ${from.ip_address}:${ephemeral}->${outside}:${port}, len ${52 + random(9)}`,
};

/** How the proxies of the demo write, which no format of ours knows: the demo has a format of its own for them. */
export const PROXY_FORMAT = {
  name: "kestrel-proxy",
  description: "The web proxies of the sites",
  enabled: true,
  kind: "pattern",
  reads: "message",
  pattern:
    '^%{word:action} %{word:protocol} %{ip:src_ip}:%{port:src_port} >> %{ip:dst_ip}:%{port:dst_port} %{number:bytes} bytes, category "%{quoted:reason}"$',
  vendor: "Kestrel",
  conditions: { senders: [], apps: ["kestrel"], facilities: [], contains: [] },
  fields: [
    {
      field: "action",
      source: "action",
      value: null,
      words: { SERVE: "allow", STOP: "deny" },
      time_format: null,
      time_zone: null,
    },
  ],
} as const;

const OTHER_WRITERS: readonly Writer[] = [
  ({ from, outside, port, ephemeral, isAllowed, at }, random) =>
    `<134>${oldStamp(at)} ${from.hostname.slice(0, 3)}-srv-3 kestrel: ${isAllowed ? "SERVE" : "STOP"} tcp ${from.ip_address}:${ephemeral} >> ${outside}:${port} ${random(90_000)} bytes, category "${["news", "software updates", "mail", "gambling"][random(4)]}"`,
  ({ from, outside, ephemeral, at }, random) =>
    `<38>${oldStamp(at)} ${from.hostname.slice(0, 3)}-srv-1 sshd[${1000 + random(30_000)}]: Failed password for invalid user ${["admin", "test", "oracle", "git"][random(4)]} from ${outside} port ${ephemeral} ssh2`,
  ({ from, at }, random) =>
    `<30>${oldStamp(at)} ${from.hostname.slice(0, 3)}-srv-2 dhcpd[812]: DHCPACK on 10.${SITES.find(({ code }) => from.hostname.startsWith(code))?.number ?? 10}.20.${100 + random(150)} to 02:4e:00:30:${pad(random(90))}:${pad(random(90))} via eth0`,
  ({ from, at }, random) =>
    `<189>${random(9000)}: ${from.hostname.slice(0, 3)}-access-${1 + random(8)}: ${oldStamp(at)}.${String(random(1000)).padStart(3, "0")}: %LINEPROTO-5-UPDOWN: Line protocol on Interface GigabitEthernet1/0/${1 + random(48)}, changed state to ${random(2) === 0 ? "down" : "up"}`,
];
