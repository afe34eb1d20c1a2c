import { describe, expect, test } from "bun:test";
import type { LeaseLine } from "../../../../../src/features/syslog/parse/leases/lease-line";
import { readLease } from "../../../../../src/features/syslog/parse/leases/read-lease";
import { parseMessage } from "../../../../../src/features/syslog/parse/message";

const RECEIVED_AT_MICROS = Date.UTC(2026, 10, 24, 8, 12, 41) * 1000;

function read(line: string): LeaseLine | null {
  const context = { receivedAtMicros: RECEIVED_AT_MICROS, sender: "192.0.2.1" };
  return readLease(parseMessage(Buffer.from(line), context));
}

const MAC = "00:1b:21:3a:4c:5d";
const NOTHING = { macAddress: null, clientId: null, host: null, leaseSeconds: null };
const LONG = { isHeld: true, address: "192.0.2.7", macAddress: MAC, host: "anna-laptop" };

type Sample = [name: string, line: string, expected: Partial<LeaseLine>];

const DHCPD = "<30>Nov 24 08:12:40 dhcp1 dhcpd[812]: ";
const SAMPLES: Sample[] = [
  [
    "dhcpd: an acknowledgement with the client's name",
    `${DHCPD}DHCPACK on 192.0.2.7 to ${MAC} (anna-laptop) via eth1`,
    { server: "dhcpd", ...LONG },
  ],
  [
    "dhcpd: one without a name",
    `${DHCPD}DHCPACK on 192.0.2.7 to ${MAC} via eth1`,
    { server: "dhcpd", ...LONG, host: null },
  ],
  [
    "dhcpd: one with the lease's duration, by a relay",
    `${DHCPD}DHCPACK on 192.0.2.7 to ${MAC} (anna-laptop) via eth1 relay 192.0.2.254 lease-duration 43200 (RENEW) uid 01:00:1b:21:3a:4c:5d`,
    { server: "dhcpd", ...LONG, leaseSeconds: 43_200 },
  ],
  [
    "dhcpd: RFC 5424, a name with blanks",
    `<134>1 2026-11-24T08:12:40Z dhcp1 dhcpd 812 - - DHCPACK on 192.0.2.7 to ${MAC} (Anna's laptop) via igb1`,
    { server: "dhcpd", ...LONG, host: "Anna's laptop" },
  ],
  [
    "dhcpd: a refusal",
    `${DHCPD}DHCPNAK on 192.0.2.7 to ${MAC} via eth1`,
    { server: "dhcpd", isHeld: false, address: "192.0.2.7", macAddress: MAC },
  ],
  [
    "dhcpd: a release",
    `${DHCPD}DHCPRELEASE of 192.0.2.7 from ${MAC} (anna-laptop) via eth1 (found)`,
    { server: "dhcpd", ...LONG, isHeld: false },
  ],
  [
    "dhcpd: an address that another has already",
    `${DHCPD}DHCPDECLINE of 192.0.2.7 from ${MAC} (anna-laptop) via eth1: abandoned`,
    { server: "dhcpd", ...LONG, isHeld: false },
  ],
  [
    "dhcpd: DHCPv6, an address of an IA_NA, the client by its link-layer DUID",
    `${DHCPD}Reply NA: address 2001:DB8:0:0::7 to client with duid 00:03:00:01:00:1b:21:3a:4c:5d iaid = 555434077 valid for 7200 seconds`,
    {
      server: "dhcpd",
      isHeld: true,
      address: "2001:db8::7",
      macAddress: MAC,
      clientId: "00:03:00:01:00:1b:21:3a:4c:5d",
      leaseSeconds: 7200,
    },
  ],
  [
    "dhcpd: DHCPv6, a DUID of a UUID, which names no MAC address",
    `${DHCPD}Reply NA: address 2001:db8::7 to client with duid 00:04:49:f0:60:cc:52:78:26:57:89:6f:f8:bf:35:6f:e0:7a iaid = 713252315 static`,
    {
      server: "dhcpd",
      isHeld: true,
      address: "2001:db8::7",
      clientId: "00:04:49:f0:60:cc:52:78:26:57:89:6f:f8:bf:35:6f:e0:7a",
    },
  ],
  [
    "dhcpd: DHCPv6, a release",
    `${DHCPD}Client 00:03:00:01:00:1b:21:3a:4c:5d releases address 2001:db8::7`,
    {
      server: "dhcpd",
      isHeld: false,
      address: "2001:db8::7",
      macAddress: MAC,
      clientId: "00:03:00:01:00:1b:21:3a:4c:5d",
    },
  ],
  [
    "dnsmasq: an acknowledgement",
    `<30>Nov 24 08:12:40 gw dnsmasq-dhcp[2112]: DHCPACK(br-lan) 192.0.2.7 ${MAC} anna-laptop`,
    { server: "dnsmasq", ...LONG },
  ],
  [
    "dnsmasq: with a transaction's number in front (log-dhcp), without a name",
    `<30>Nov 24 08:12:40 gw dnsmasq-dhcp[2112]: 2371473 DHCPACK(br-lan) 192.0.2.7 ${MAC}`,
    { server: "dnsmasq", ...LONG, host: null },
  ],
  [
    "dnsmasq: DHCPv6",
    "<30>Nov 24 08:12:40 gw dnsmasq-dhcp[2112]: DHCPREPLY(br-lan) 2001:db8::7 00:01:00:01:1f:2e:3d:4c:00:1b:21:3a:4c:5d anna-laptop",
    {
      server: "dnsmasq",
      isHeld: true,
      address: "2001:db8::7",
      macAddress: MAC,
      clientId: "00:01:00:01:1f:2e:3d:4c:00:1b:21:3a:4c:5d",
      host: "anna-laptop",
    },
  ],
  [
    "dnsmasq: a refusal and its reason",
    `<30>Nov 24 08:12:40 gw dnsmasq-dhcp[2112]: DHCPNAK(br-lan) 192.0.2.7 ${MAC} wrong network`,
    { server: "dnsmasq", isHeld: false, address: "192.0.2.7", macAddress: MAC },
  ],
  [
    "dnsmasq: a release",
    `<30>Nov 24 08:12:40 gw dnsmasq-dhcp[2112]: DHCPRELEASE(br-lan) 192.0.2.7 ${MAC}`,
    { server: "dnsmasq", isHeld: false, address: "192.0.2.7", macAddress: MAC },
  ],
  [
    "Kea: an allocation",
    `<30>Nov 24 08:12:40 gw kea-dhcp4[29529]: INFO  [kea-dhcp4.leases.0x3cbfd6817b00] DHCP4_LEASE_ALLOC [hwtype=1 ${MAC}], cid=[01:00:1b:21:3a:4c:5d], tid=0x4e6ff12: lease 192.0.2.7 has been allocated for 3600 seconds`,
    { server: "kea", ...LONG, host: null, leaseSeconds: 3600 },
  ],
  [
    "Kea: a cached lease",
    `<30>Nov 24 08:12:40 gw kea-dhcp4[29529]: INFO  [kea-dhcp4.leases/617.1] DHCP4_LEASE_REUSE [hwtype=1 ${MAC}], cid=[no info], tid=0x4e6ff12: lease 192.0.2.7 has been reused for 3000 seconds`,
    { server: "kea", ...LONG, host: null, leaseSeconds: 3000 },
  ],
  [
    "Kea: a release",
    `<30>Nov 24 08:12:40 gw kea-dhcp4[29529]: INFO  [kea-dhcp4.leases/617.1] DHCP4_RELEASE [hwtype=1 ${MAC}], cid=[no info], tid=0x2: address 192.0.2.7 was released properly.`,
    { server: "kea", isHeld: false, address: "192.0.2.7", macAddress: MAC },
  ],
  [
    "Kea: an address that another has already",
    `<30>Nov 24 08:12:40 gw kea-dhcp4[29529]: INFO  [kea-dhcp4.leases/11572.1] DHCP4_DECLINE_LEASE Received DHCPDECLINE for addr 192.0.2.7 from client [hwtype=1 ${MAC}], cid=[no info], tid=0xaeb7d074. The lease will be unavailable for 86400 seconds.`,
    { server: "kea", isHeld: false, address: "192.0.2.7", macAddress: MAC },
  ],
  [
    "Kea: DHCPv6, a client whose hardware address the server has found",
    `<30>Nov 24 08:12:40 gw kea-dhcp6[29530]: INFO  [kea-dhcp6.leases.0x1] DHCP6_LEASE_ALLOC duid=[00:04:49:f0:60:cc:52:78:26:57:89:6f:f8:bf:35:6f:e0:7a], [hwtype=1 ${MAC}], tid=0xa492a1: lease for address 2001:db8::7 and iaid=0 has been allocated for 1800 seconds`,
    {
      server: "kea",
      isHeld: true,
      address: "2001:db8::7",
      macAddress: MAC,
      clientId: "00:04:49:f0:60:cc:52:78:26:57:89:6f:f8:bf:35:6f:e0:7a",
      leaseSeconds: 1800,
    },
  ],
  [
    "Kea: DHCPv6, a release",
    "<30>Nov 24 08:12:40 gw kea-dhcp6[29530]: INFO  [kea-dhcp6.leases.0x1] DHCP6_RELEASE_NA duid=[00:03:00:01:00:1b:21:3a:4c:5d], [no hwaddr info], tid=0x1: binding for address 2001:db8::7 and iaid=1 was released properly",
    {
      server: "kea",
      isHeld: false,
      address: "2001:db8::7",
      macAddress: MAC,
      clientId: "00:03:00:01:00:1b:21:3a:4c:5d",
    },
  ],
  [
    "Windows: a new lease, by an agent that names a program",
    "<14>Nov 24 08:12:40 dc1 DhcpSrvLog: 10,11/24/26,08:12:40,Assign,192.0.2.7,anna-laptop.corp.example.,001B213A4C5D,,3122466180,0,,,,0x4D53465420352E30,MSFT 5.0,,,,0",
    { server: "windows", ...LONG, host: "anna-laptop.corp.example" },
  ],
  [
    "Windows: a renewal, by an agent that names none",
    "<14>Nov 24 08:12:40 dc1 11,11/24/26,08:12:40,Renew,192.0.2.7,anna-laptop.corp.example,001B213A4C5D,,3122466180,0,,,,,,,,,0",
    { server: "windows", ...LONG, host: "anna-laptop.corp.example" },
  ],
  [
    "Windows: a release",
    "<14>1 2026-11-24T08:12:40Z dc1 dhcp - - - 12,11/24/26,08:12:40,Release,192.0.2.7,anna-laptop.corp.example,001B213A4C5D,,3122466180,0,,,,,,,,,0",
    { server: "windows", ...LONG, isHeld: false, host: "anna-laptop.corp.example" },
  ],
  [
    "Windows: a lease that expired, of which no client is named",
    "<14>1 2026-11-24T08:12:40Z dc1 dhcp - - - 18,11/24/26,08:12:40,Expired,192.0.2.7,,,,0,6,,,,,,,,,0",
    { server: "windows", isHeld: false, address: "192.0.2.7" },
  ],
  [
    "MikroTik: with its topics",
    "<30>dhcp,info defconf assigned 192.0.2.7 for 00:1B:21:3A:4C:5D anna-laptop",
    { server: "mikrotik", ...LONG },
  ],
  [
    "MikroTik: in the BSD form, newer words, no name",
    "<30>Nov 24 08:12:40 MikroTik dhcp1 assigned 192.0.2.7 to 00:1B:21:3A:4C:5D",
    { server: "mikrotik", ...LONG, host: null },
  ],
  [
    "MikroTik: an end",
    "<30>dhcp,info defconf deassigned 192.0.2.7 for 00:1B:21:3A:4C:5D anna-laptop",
    { server: "mikrotik", ...LONG, isHeld: false },
  ],
  [
    "Fortinet: an acknowledgement",
    'date=2026-11-24 time=08:12:40 devname="fw1" devid="FGT60F0000000000" eventtime=1795507960214176279 tz="+0000" logid="0100026001" type="event" subtype="system" level="information" vd="root" logdesc="DHCP Ack log" interface="internal1" dhcp_msg="Ack" mac="00:1B:21:3A:4C:5D" ip=192.0.2.7 lease=86400 hostname="anna-laptop" msg="DHCP server sends a DHCPACK"',
    { server: "fortinet", ...LONG, leaseSeconds: 86_400 },
  ],
  [
    "Fortinet: a client without a name",
    'date=2026-11-24 time=08:12:40 devname="fw1" devid="FGT60F0000000000" logid="0100026001" type="event" subtype="system" level="information" vd="root" logdesc="DHCP Ack log" interface="internal1" dhcp_msg="Ack" mac="00:1B:21:3A:4C:5D" ip=192.0.2.7 lease=604800 hostname="N/A" msg="DHCP server sends a DHCPACK"',
    { server: "fortinet", ...LONG, host: null, leaseSeconds: 604_800 },
  ],
  [
    "Fortinet: a release",
    'date=2026-11-24 time=08:12:40 devname="fw1" devid="FGT60F0000000000" logid="0100026001" type="event" subtype="system" level="information" vd="root" logdesc="DHCP Release log" interface="internal1" dhcp_msg="Release" mac="00:1B:21:3A:4C:5D" ip=192.0.2.7 lease=86400 hostname="anna-laptop" msg="DHCP server receives a DHCPRELEASE"',
    { server: "fortinet", ...LONG, isHeld: false },
  ],
  [
    "Kea: the forensic log, an address of version 4, by a relay",
    `<30>Nov 24 08:12:40 gw kea-legal: 2026-11-24 08:12:39 CET Address: 192.0.2.7 has been assigned for 1 hrs 30 mins 0 secs to a device with hardware address: hwtype=1 ${MAC}, client-id: 17:34:e2:ff connected via relay at address: 192.0.2.254, circuit-id: 68:6f:77`,
    { server: "kea", isHeld: true, address: "192.0.2.7", macAddress: MAC, leaseSeconds: 5400 },
  ],
  [
    "Kea: the forensic log by syslog, a renewal of days",
    `<30>Nov 24 08:12:40 gw kea-dhcp4[1]: Address: 192.0.2.7 has been renewed for 5 days 18 hrs 53 mins 20 secs to a device with hardware address: hwtype=1 ${MAC}`,
    { server: "kea", isHeld: true, address: "192.0.2.7", macAddress: MAC, leaseSeconds: 500_000 },
  ],
  [
    "Kea: the forensic log in an own format, in seconds",
    `<30>Nov 24 08:12:40 gw kea-dhcp4[1]: Address: 192.0.2.7 has been assigned for 6735 seconds to a device with hardware address: hwtype=1 ${MAC}, client-id: 01:02`,
    { server: "kea", isHeld: true, address: "192.0.2.7", macAddress: MAC, leaseSeconds: 6735 },
  ],
  [
    "Kea: the forensic log, a lease without an end",
    `<30>Nov 24 08:12:40 gw kea-dhcp4[1]: Address: 192.0.2.7 has been assigned for infinite duration to a device with hardware address: hwtype=1 ${MAC}`,
    { server: "kea", isHeld: true, address: "192.0.2.7", macAddress: MAC, leaseSeconds: 315_360_000 },
  ],
  [
    "Kea: the forensic log, an address of version 6",
    `<30>Nov 24 08:12:40 gw kea-legal: 2026-11-24 08:12:39 PST Address:2001:db8::7 has been assigned for 0 hrs 11 mins 53 secs to a device with DUID: 17:34:e2:ff:09:92:54 and hardware address: hwtype=1 ${MAC} (from Raw Socket) connected via relay at address: fe80::abcd for client on link address: 2001:db8::1, hop count: 1`,
    {
      server: "kea",
      isHeld: true,
      address: "2001:db8::7",
      macAddress: MAC,
      clientId: "17:34:e2:ff:09:92:54",
      leaseSeconds: 713,
    },
  ],
  [
    "Kea: the forensic log, a release",
    `<30>Nov 24 08:12:40 gw kea-legal: 2026-11-24 08:12:39 CET Address: 192.0.2.7 has been released from a device with hardware address: hwtype=1 ${MAC}, client-id: 17:34`,
    { server: "kea", isHeld: false, address: "192.0.2.7", macAddress: MAC },
  ],
  [
    "Kea: the forensic log, a lease that an administrator deleted",
    "<30>Nov 24 08:12:40 gw kea-legal: 2026-11-24 08:12:39 CET Administrator deleted the lease for address: 2001:db8::7",
    { server: "kea", isHeld: false, address: "2001:db8::7" },
  ],
  [
    "Windows: DHCPv6, an address that was asked for, the client by a DUID of a UUID",
    "<14>Nov 24 08:12:40 dc1 dhcp: 11002,11/24/26,08:12:40,DHCPV6 Request,2001:db8::7,anna-laptop,,18,0004A34473BFC27FC55B25E86AF0E1761DAA,,,,,",
    {
      server: "windows",
      isHeld: true,
      address: "2001:db8::7",
      host: "anna-laptop",
      clientId: "00:04:a3:44:73:bf:c2:7f:c5:5b:25:e8:6a:f0:e1:76:1d:aa",
    },
  ],
  [
    "Windows: DHCPv6, a renewal, the client by a link-layer DUID",
    "11004,11/24/26,08:12:40,DHCPV6 Renew,2001:db8::7,anna-laptop,0,14,00010001237F5E43001B213A4C5D,,,,,",
    {
      server: "windows",
      isHeld: true,
      address: "2001:db8::7",
      macAddress: MAC,
      host: "anna-laptop",
      clientId: "00:01:00:01:23:7f:5e:43:00:1b:21:3a:4c:5d",
    },
  ],
  [
    "Windows: DHCPv6, a release",
    "11007,11/24/26,08:12:40,DHCPV6 Release,2001:db8::7,anna-laptop,,14,00010001237F5E43001B213A4C5D,,,,,",
    {
      server: "windows",
      isHeld: false,
      address: "2001:db8::7",
      macAddress: MAC,
      host: "anna-laptop",
      clientId: "00:01:00:01:23:7f:5e:43:00:1b:21:3a:4c:5d",
    },
  ],
];

describe("what a line says of a lease", () => {
  test.each(SAMPLES)("%s", (_, line, expected) => {
    expect(read(line)).toEqual({ ...NOTHING, ...expected } as LeaseLine);
  });
});

describe("lines that say that nobody holds an address, or nobody knows who", () => {
  test.each([
    ["a request", `${DHCPD}DHCPREQUEST for 192.0.2.7 from ${MAC} via eth1`],
    ["an offer", `${DHCPD}DHCPOFFER on 192.0.2.7 to ${MAC} (anna-laptop) via eth1`],
    [
      "an answer to a client that has its address by itself",
      `${DHCPD}DHCPACK to 192.0.2.7 (${MAC}) via eth1`,
    ],
    [
      "a release of what the server did not give",
      `${DHCPD}DHCPRELEASE of 192.0.2.7 from ${MAC} via eth1 (not found)`,
    ],
    ["an address that is none", `${DHCPD}DHCPACK on 192.0.2.777 to ${MAC} via eth1`],
    ["a client that is none", `${DHCPD}DHCPACK on 192.0.2.7 to 00:00:00:00:00:00 via eth1`],
    [
      "Kea: an advertisement",
      `<30>Nov 24 08:12:40 gw kea-dhcp4[1]: INFO  [kea-dhcp4.leases/1.1] DHCP4_LEASE_ADVERT [hwtype=1 ${MAC}], cid=[no info], tid=0x1: lease 192.0.2.7 will be advertised`,
    ],
    [
      "Kea: a delegated prefix",
      "<30>Nov 24 08:12:40 gw kea-dhcp6[1]: INFO  [kea-dhcp6.leases/1.1] DHCP6_LEASE_ALLOC duid=[00:03:00:01:00:1b:21:3a:4c:5d], [no hwaddr info], tid=0x1: lease for prefix 2001:db8:1::/48 and iaid=1 has been allocated for 3600 seconds",
    ],
    [
      "dnsmasq: why a client gets nothing",
      "<30>Nov 24 08:12:40 gw dnsmasq-dhcp[1]: DHCPREPLY(br-lan) 2001:db8::7 00:03:00:01:00:1b:21:3a:4c:5d address unavailable",
    ],
    [
      "Windows: an address that is in use already",
      "<14>Nov 24 08:12:40 dc1 dhcp: 13,11/24/26,08:12:40,Conflict,192.0.2.7,BAD_ADDRESS,,,0,6,,,,,,,,,0",
    ],
    [
      "another program that speaks like a server",
      `<30>Nov 24 08:12:40 h su: DHCPACK on 192.0.2.7 to ${MAC} via eth1`,
    ],
    [
      "Windows: DHCPv6, what a client only looks for",
      "<14>Nov 24 08:12:40 dc1 dhcp: 11000,11/24/26,08:12:40,DHCPV6 Solicit,2001:db8::7,a,,18,0004A34473BFC27FC55B25E86AF0E1761DAA,,,,,",
    ],
    [
      "Windows: DHCPv6, a request that failed",
      "<14>Nov 24 08:12:40 dc1 dhcp: 11002,11/24/26,08:12:40,DHCPV6 Request,2001:db8::7,a,20013,18,0004A34473BFC27FC55B25E86AF0E1761DAA,,,,,",
    ],
    [
      "Windows: DHCPv6, the server's start",
      "<14>Nov 24 08:12:40 dc1 dhcp: 11010,11/24/26,08:12:40,DHCPV6 Started,,,,,,,,,,",
    ],
    [
      "Kea: the forensic log, a delegated prefix",
      "<30>Nov 24 08:12:40 gw kea-legal: 2026-11-24 08:12:39 CET Prefix:2001:db8:1::/48 has been assigned for 1 hrs 0 mins 0 secs to a device with DUID: 17:34:e2:ff:09:92:54",
    ],
    [
      "Kea: the forensic log, a lease that an administrator added",
      `<30>Nov 24 08:12:40 gw kea-legal: 2026-11-24 08:12:39 CET Administrator added a lease of address: 192.0.2.7 to a device with hardware address: ${MAC} for 1 days 0 hrs 0 mins 0 secs`,
    ],
    [
      "another program that speaks like the forensic log",
      `<30>Nov 24 08:12:40 h su: Address: 192.0.2.7 has been assigned for 6735 seconds to a device with hardware address: hwtype=1 ${MAC}`,
    ],
    ["MikroTik: a tunnel's address", "<30>ppp,info l2tp-1 assigned 192.0.2.7 for 10.0.0.1 somebody"],
  ])("%s", (_, line) => {
    expect(read(line)).toBeNull();
  });
});

describe("what clients say of themselves", () => {
  test("a name that looks like the rest of the line changes nothing but the name", () => {
    const line = `${DHCPD}DHCPACK on 192.0.2.7 to ${MAC} (x) via eth1 DHCPACK on 198.51.100.9 to 02:00:00:00:00:01 (y) via eth1`;
    expect(read(line)).toMatchObject({ address: "192.0.2.7", macAddress: MAC, host: "x" });
  });

  test("a name of any bytes is text of at most 253 characters without controls", () => {
    const line = Buffer.concat([
      Buffer.from(`${DHCPD}DHCPACK on 192.0.2.7 to ${MAC} (a\u001b[31m\u0000`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`${"x".repeat(1000)}) via eth1`),
    ]);
    const context = { receivedAtMicros: RECEIVED_AT_MICROS, sender: "192.0.2.1" };
    const host = readLease(parseMessage(line, context))?.host ?? "";
    expect(host.length).toBe(253);
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    expect(host).not.toMatch(/[\u0000-\u001f\u007f]/);
    expect(host.isWellFormed()).toBeTrue();
  });

  test("no line takes long, whatever is in it", () => {
    const texts = [
      "DHCPACK on ",
      "DHCPACK(",
      "assigned ",
      "Reply NA: address ",
      "DHCP6_A ",
      "duid=[",
      "Address: 1 has been assigned for 1 ",
      "11002,11/24/26,",
    ].flatMap((start) => [start.repeat(700), start + "1.".repeat(4000), start + ":".repeat(8000)]);
    const begun = performance.now();
    for (const app of ["dhcpd", "dnsmasq-dhcp", "kea-dhcp4", "x"])
      for (const text of texts) read(`<30>Nov 24 08:12:40 h ${app}[1]: ${text}`);
    expect((performance.now() - begun) / (4 * texts.length)).toBeLessThan(20);
  });
});
