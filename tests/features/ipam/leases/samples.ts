import type { LeaseFormat } from "../../../../src/features/ipam/leases/parse/lease";

type Row = readonly [
  address: string,
  hardware: string | null,
  hostname: string | null,
  expiry: string,
  isActive: boolean,
];

/** Lease files as their vendors' documents describe them, written for these tests; read on 2026-01-15 at noon UTC. */
export const SAMPLES: readonly {
  name: string;
  format: LeaseFormat;
  text: string;
  leases: readonly Row[];
  skipped?: number;
}[] = [
  {
    name: "ISC dhcpd",
    format: "isc-dhcpd",
    text: `# a comment with { and "
authoring-byte-order little-endian;
server-duid "\\000\\001\\000\\001";
failover peer "one" state {
  my state normal at 4 2026/01/01 00:00:00;
}
lease 192.0.2.10 {
  starts 4 2026/01/15 10:00:00;
  ends 4 2026/01/15 22:00:00;
  binding state active;
  next binding state free;
  hardware ethernet 02:00:00:00:00:0a;
  uid "\\001\\002\\000\\000\\000\\000\\n";
  set vendor-class-identifier = "a } b; c";
  client-hostname "printer";
  on expiry {
    log(info, "gone");
  }
}
lease 192.0.2.11 {
  ends never;
  binding state backup;
  hardware ethernet 02:00:00:00:00:0b;
}
`,
    leases: [
      ["192.0.2.10", "02:00:00:00:00:0a", "printer", "2026-01-15T22:00:00.000Z", true],
      ["192.0.2.11", "02:00:00:00:00:0b", null, "never", false],
    ],
  },
  {
    name: "ISC dhcpd6",
    format: "isc-dhcpd",
    text: `ia-na "\\001\\000\\000\\000\\000\\001\\000\\001\\052\\000\\000\\000\\002\\000\\000\\000\\000\\014" {
  cltt 4 2026/01/15 10:00:00;
  iaaddr 2001:db8::c {
    binding state active;
    preferred-life 375;
    max-life 600;
    ends 4 2026/01/15 22:00:00;
  }
}
ia-pd "\\001\\000\\000\\000\\000\\003\\000\\001\\002\\000\\000\\000\\000\\014" {
  iaprefix 2001:db8:1::/48 {
    binding state active;
    ends never;
  }
}
`,
    leases: [["2001:db8::c", "02:00:00:00:00:0c", null, "2026-01-15T22:00:00.000Z", true]],
    skipped: 1,
  },
  {
    name: "dnsmasq",
    format: "dnsmasq",
    text: `1768514400 02:00:00:00:00:0a 192.0.2.10 printer 01:02:00:00:00:00:0a
0 06-02:00:00:00:00:0b 192.0.2.11 * *
duid 00:01:00:01:2a:00:00:00:02:00:00:00:00:ff
1768514400 123456 2001:db8::c laptop 00:03:00:01:02:00:00:00:00:0c
`,
    leases: [
      ["192.0.2.10", "02:00:00:00:00:0a", "printer", "2026-01-15T22:00:00.000Z", true],
      ["192.0.2.11", "02:00:00:00:00:0b", null, "never", true],
      ["2001:db8::c", "02:00:00:00:00:0c", "laptop", "2026-01-15T22:00:00.000Z", true],
    ],
  },
  {
    name: "Kea DHCPv4 CSV",
    format: "kea-csv",
    text: `address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context,pool_id
192.0.2.10,02:00:00:00:00:0a,01:02:00:00:00:00:0a,43200,1768514400,1,0,0,printer.example.,0,{ "a"&#x2c 1 },0
192.0.2.11,02:00:00:00:00:0b,,3600,1768471200,1,0,0,,0,,0
192.0.2.12,,,3600,1768514400,1,0,0,,1,,0
`,
    leases: [
      ["192.0.2.10", "02:00:00:00:00:0a", "printer.example", "2026-01-15T22:00:00.000Z", true],
      ["192.0.2.11", "02:00:00:00:00:0b", null, "2026-01-15T10:00:00.000Z", false],
      ["192.0.2.12", null, null, "2026-01-15T22:00:00.000Z", false],
    ],
  },
  {
    name: "Kea DHCPv6 CSV",
    format: "kea-csv",
    text: `address,duid,valid_lifetime,expire,subnet_id,pref_lifetime,lease_type,iaid,prefix_len,fqdn_fwd,fqdn_rev,hostname,hwaddr,state,user_context,hwtype,hwaddr_source,pool_id
2001:db8::c,00:03:00:01:02:00:00:00:00:0c,43200,1768514400,1,3000,0,7,128,0,0,laptop,,0,,1,2,0
2001:db8:1::,00:03:00:01:02:00:00:00:00:0c,43200,1768514400,1,3000,2,7,48,0,0,,,0,,1,2,0
`,
    leases: [["2001:db8::c", "02:00:00:00:00:0c", "laptop", "2026-01-15T22:00:00.000Z", true]],
    skipped: 1,
  },
  {
    name: "Kea control agent",
    format: "kea-json",
    text: `[{"result": 0, "text": "2 IPv4 lease(s) found.", "arguments": {"leases": [
{"ip-address": "192.0.2.10", "hw-address": "02:00:00:00:00:0a", "cltt": 1768471200, "valid-lft": 43200, "hostname": "printer", "state": 0, "subnet-id": 1},
{"ip-address": "192.0.2.11", "hw-address": "02:00:00:00:00:0b", "cltt": 1768471200, "valid-lft": 4294967295, "hostname": "", "state": 1, "subnet-id": 1}
]}}]
`,
    leases: [
      ["192.0.2.10", "02:00:00:00:00:0a", "printer", "2026-01-15T22:00:00.000Z", true],
      ["192.0.2.11", "02:00:00:00:00:0b", null, "never", false],
    ],
  },
  {
    name: "Windows CSV",
    format: "windows-csv",
    text: `#TYPE Microsoft.Management.Infrastructure.CimInstance#root/Microsoft/Windows/DHCP/DhcpServerv4Lease
"IPAddress","ScopeId","AddressState","ClientId","ClientType","Description","HostName","LeaseExpiryTime","ServerIP"
"192.0.2.10","192.0.2.0","Active","02-00-00-00-00-0a","Dhcp","","printer.example","1/15/2026 10:00:00 PM","192.0.2.1"
"192.0.2.11","192.0.2.0","InactiveReservation","02-00-00-00-00-0b","Dhcp","a ""quoted"", note","","","192.0.2.1"
`,
    leases: [
      ["192.0.2.10", "02-00-00-00-00-0a", "printer.example", "2026-01-15T22:00:00.000Z", true],
      ["192.0.2.11", "02-00-00-00-00-0b", null, "never", false],
    ],
  },
  {
    name: "Windows netsh",
    format: "windows-netsh",
    text: `Changed the current scope context to 192.0.2.0 scope.

Type : N - NONE, D - DHCP B - BOOTP, U - UNSPECIFIED, R - RESERVATION IP
============================================================================================
IP Address      - Subnet Mask    - Unique ID           - Lease Expires        -Type -Name
============================================================================================

192.0.2.10      - 255.255.255.0  - 02-00-00-00-00-0a   -1/15/2026 10:00:00 PM    -D-  printer
192.0.2.11      - 255.255.255.0  - 02-00-00-00-00-0b   - NEVER EXPIRES        -U-  fixed
192.0.2.12      - 255.255.255.0  - 02-00-00-00-00-0c   - INACTIVE             -D

No of Clients(version 4): 3 in the Scope : 192.0.2.0.
`,
    leases: [
      ["192.0.2.10", "02-00-00-00-00-0a", "printer", "2026-01-15T22:00:00.000Z", true],
      ["192.0.2.11", "02-00-00-00-00-0b", "fixed", "never", true],
      ["192.0.2.12", "02-00-00-00-00-0c", null, "never", false],
    ],
  },
  {
    name: "MikroTik print detail",
    format: "mikrotik",
    text: `Flags: X - disabled, R - radius, D - dynamic, B - blocked
 0 D address=192.0.2.10 mac-address=02:00:00:00:00:0A client-id="1:2:0:0:0:0:a" address-lists="" server=lan
     dhcp-option="" status=bound expires-after=10h last-seen=30s active-address=192.0.2.10
     active-mac-address=02:00:00:00:00:0A host-name="printer"

 1   ;;; the \\"old\\" one
     address=192.0.2.11 mac-address=02:00:00:00:00:0B status=waiting last-seen=never
`,
    leases: [
      ["192.0.2.10", "02:00:00:00:00:0A", "printer", "2026-01-15T22:00:00.000Z", true],
      ["192.0.2.11", "02:00:00:00:00:0B", null, "never", false],
    ],
  },
  {
    name: "MikroTik print terse",
    format: "mikrotik",
    text: `[admin@router] > ip dhcp-server lease print terse
 0 D address=192.0.2.10 mac-address=02:00:00:00:00:0A status=bound expires-after=1d01:00:00 host-name=printer
 1 X address=192.0.2.11 mac-address=02:00:00:00:00:0B status=bound
`,
    leases: [
      ["192.0.2.10", "02:00:00:00:00:0A", "printer", "2026-01-16T13:00:00.000Z", true],
      ["192.0.2.11", "02:00:00:00:00:0B", null, "never", false],
    ],
  },
  {
    name: "MikroTik print, a table",
    format: "mikrotik",
    text: `[admin@router] > /ip/dhcp-server/lease/print
Flags: D - DYNAMIC
Columns: ADDRESS, MAC-ADDRESS, HOST-NAME, SERVER, STATUS, LAST-SEEN
#    ADDRESS      MAC-ADDRESS        HOST-NAME  SERVER  STATUS   LAST-SEEN
;;; at the door
0  D 192.0.2.10   02:00:00:00:00:0A  printer    lan     bound    3m12s
1  X 192.0.2.11   02:00:00:00:00:0B             lan     waiting  never
2    192.0.2.12   02:00:00:00:00:0C  two words  lan     bound    1s
`,
    leases: [
      ["192.0.2.10", "02:00:00:00:00:0A", "printer", "never", true],
      ["192.0.2.11", "02:00:00:00:00:0B", null, "never", false],
      ["192.0.2.12", "02:00:00:00:00:0C", "two words", "never", true],
    ],
  },
  {
    name: "MikroTik print of version 6, a table",
    format: "mikrotik",
    text: `Flags: X - disabled, R - radius, D - dynamic, B - blocked
 #   ADDRESS         MAC-ADDRESS       HOST-NAME   SERVER  RATE-LIMIT STATUS LAST-SEEN
 0   192.0.2.10      02:00:00:00:00:0A nas         lan                bound  3m12s
 1   ;;; the phone
     192.0.2.11      02:00:00:00:00:0B phone       lan                bound  8s
-- [Q quit|D dump|down]
 2 D 192.0.2.12      02:00:00:00:00:0C             lan                bound  1s
`,
    leases: [
      ["192.0.2.10", "02:00:00:00:00:0A", "nas", "never", true],
      ["192.0.2.11", "02:00:00:00:00:0B", "phone", "never", true],
      ["192.0.2.12", "02:00:00:00:00:0C", null, "never", true],
    ],
  },
  {
    name: "MikroTik export",
    format: "mikrotik",
    text: `# 2026-01-15 12:00:00 by RouterOS 7.16
/ip address
add address=192.0.2.1/24 interface=bridge network=192.0.2.0
/ip dhcp-server lease
add address=192.0.2.10 client-id=1:2:0:0:0:0:a comment="a = \\
    b" mac-address=\\
    02:00:00:00:00:0A server=lan
add address=192.0.2.11 disabled=yes mac-address=02:00:00:00:00:0B
/ip dns static
add address=192.0.2.99 name=other
`,
    leases: [
      ["192.0.2.10", "02:00:00:00:00:0A", null, "never", true],
      ["192.0.2.11", "02:00:00:00:00:0B", null, "never", false],
    ],
  },
  {
    name: "OPNsense, ISC leases",
    format: "opnsense-json",
    text: `{"total": 2, "rowCount": 2, "current": 1, "rows": [
{"address": "192.0.2.10", "starts": "2026/01/15 10:00:00", "ends": "2026/01/15 22:00:00", "binding": "active", "client-hostname": "printer", "type": "dynamic", "status": "online", "mac": "02:00:00:00:00:0a", "hostname": "printer", "state": "active", "if": "lan"},
{"address": "192.0.2.11", "starts": "", "ends": "", "type": "static", "status": "offline", "mac": "02:00:00:00:00:0b", "hostname": "", "state": "expired"}
]}
`,
    leases: [
      ["192.0.2.10", "02:00:00:00:00:0a", "printer", "2026-01-15T22:00:00.000Z", true],
      ["192.0.2.11", "02:00:00:00:00:0b", null, "never", false],
    ],
  },
  {
    name: "OPNsense, Kea leases",
    format: "opnsense-json",
    text: `{"total": 1, "rows": [
{"if_name": "lan", "address": "192.0.2.10", "hwaddr": "02:00:00:00:00:0a", "valid_lifetime": "43200", "expire": "1768514400", "hostname": "printer", "state": "0"}
]}
`,
    leases: [["192.0.2.10", "02:00:00:00:00:0a", "printer", "2026-01-15T22:00:00.000Z", true]],
  },
  {
    name: "pfSense",
    format: "opnsense-json",
    text: `{"code": 200, "status": "ok", "data": [
{"ip": "192.0.2.10", "mac": "02:00:00:00:00:0a", "hostname": "printer", "if": "lan", "starts": "2026/01/15 10:00:00", "ends": "2026/01/15 22:00:00", "active_status": "active", "online_status": "idle/offline"}
]}
`,
    leases: [["192.0.2.10", "02:00:00:00:00:0a", "printer", "2026-01-15T22:00:00.000Z", true]],
  },
];
