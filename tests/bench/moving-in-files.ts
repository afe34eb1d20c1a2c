import { kumaDatabase } from "../features/imports/kuma-database";

/** Files of other products with many rows, and what sends them: `bun tests/bench/moving-in-files.ts <url> <API key> <source> <rows>`. */

export const SOURCES = [
  "netbox",
  "csv",
  "phpipam",
  "uptime-kuma",
  "uptime-kuma-database",
  "librenms",
  "zabbix",
] as const;
export type Source = (typeof SOURCES)[number];

export function isSource(text: string): text is Source {
  return SOURCES.some((source) => source === text);
}

type BenchFile = { name: string; lines: string[]; octets?: Uint8Array<ArrayBuffer> };

const addressOf = (at: number) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
const linesOf = (count: number, lineOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => lineOf(at));

/** As many lines as rows, and one. */
function listOf(name: string, rows: number, rowOf: (at: number) => object): string[] {
  const last = (at: number) => (at === rows - 1 ? "]}" : ",");
  return [`{"${name}":[`, ...linesOf(rows, (at) => JSON.stringify(rowOf(at)) + last(at))];
}

/** Of 50 rows one is a site, two are VLANs, and so on: as networks are. */
function netbox(rows: number): BenchFile[] {
  const part = (share: number) => Math.floor((rows * share) / 100);
  const [sites, vlans, prefixes, devices, interfaces] = [0.2, 1, 8, 10, 40].map(part);
  const cables = part(5);
  const addresses =
    rows - (sites ?? 0) - (vlans ?? 0) - (prefixes ?? 0) - (devices ?? 0) - (interfaces ?? 0) - cables;
  const siteOf = (at: number) => `Site ${at % (sites || 1)}`;
  const device = (at: number) => `sw-${at % (devices || 1)}`;
  const perDevice = (at: number) => Math.floor(at / (devices || 1));
  return [
    {
      name: "sites.csv",
      lines: [
        "Name,Slug,Status,Description",
        ...linesOf(sites ?? 0, (at) => `Site ${at},site-${at},Active,number ${at}`),
      ],
    },
    {
      name: "vlans.csv",
      lines: [
        "VID,Name,Site,Status",
        ...linesOf(vlans ?? 0, (at) => `${(at % 4000) + 1},VLAN ${at},${siteOf(at)},Active`),
      ],
    },
    {
      name: "prefixes.csv",
      lines: [
        "Prefix,Status,Site,VLAN,Description",
        ...linesOf(
          prefixes ?? 0,
          (at) =>
            `172.${16 + (at >> 8)}.${at & 255}.0/24,Active,${siteOf(at)},VLAN (${(at % 4000) + 1}),Net ${at}`,
        ),
      ],
    },
    {
      name: "devices.csv",
      lines: [
        "Name,Type,Site,Role,Manufacturer,Status,IP Address,Serial",
        ...linesOf(
          devices ?? 0,
          (at) => `sw-${at},EX2300,${siteOf(at)},Switch,Juniper,Active,${addressOf(at)}/24,SN${at}`,
        ),
      ],
    },
    {
      name: "interfaces.csv",
      lines: [
        "Device,Name,Type,Description",
        ...linesOf(interfaces ?? 0, (at) => `${device(at)},ge-0/0/${perDevice(at)},1000BASE-T,port ${at}`),
      ],
    },
    {
      name: "cables.csv",
      lines: [
        "Device A,Termination A,Device B,Termination B,Label",
        ...linesOf(cables, (at) => `${device(at)},ge-0/0/0,${device(at + 1)},ge-0/0/1,C${at}`),
      ],
    },
    {
      name: "ip-addresses.csv",
      lines: [
        "IP Address,Status,DNS Name,Description,Assigned",
        ...linesOf(
          addresses,
          (at) =>
            `172.${16 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}/24,Active,host-${at}.example.net,a host,`,
        ),
      ],
    },
  ];
}

const host = (at: number) => ({
  hostname: `host-${at}.example.net`,
  ip: addressOf(at),
  os: "linux",
  serial: `S${at}`,
});
const monitor = (at: number) => ({
  name: `Page ${at}`,
  type: "http",
  url: `https://${at}.example.net`,
  interval: 60,
  active: 1,
});
const dumped = (at: number) => `(${at},1,'${at + 167_772_160}','host-${at}','a note of a usual length')`;

const FILES: Record<Source, (rows: number) => BenchFile[]> = {
  netbox,
  phpipam: (rows) => [
    {
      name: "phpipam.sql",
      lines: [
        "INSERT INTO ipaddresses (id, subnetId, ip_addr, hostname, note) VALUES",
        ...linesOf(rows, (at) => dumped(at) + (at === rows - 1 ? ";" : ",")),
      ],
    },
  ],
  "uptime-kuma": (rows) => [{ name: "backup.json", lines: listOf("monitorList", rows, monitor) }],
  "uptime-kuma-database": (rows) => [
    {
      name: "kuma.db",
      // One for each row, and one.
      lines: linesOf(rows + 1, () => ""),
      octets: kumaDatabase((kuma) => {
        const insert = kuma.prepare(
          "INSERT INTO monitor (id, name, active, interval, url, type) VALUES (?, ?, 1, 60, ?, 'http')",
        );
        kuma.transaction(() => {
          for (let at = 0; at < rows; at++) insert.run(at + 1, monitor(at).name, monitor(at).url);
        })();
      }),
    },
  ],
  librenms: (rows) => [{ name: "devices.json", lines: listOf("devices", rows, host) }],
  zabbix: (rows) => [
    {
      name: "hosts.csv",
      lines: [
        "host,name,ip,groups",
        ...linesOf(rows, (at) => `host-${at},Host ${at},${addressOf(at)},Linux`),
      ],
    },
  ],
  csv: (rows) => [
    {
      name: "subnets.csv",
      lines: [
        "cidr,name,vlan,site",
        ...linesOf(
          rows / 2,
          (at) => `10.${at >> 8}.${at & 255}.0/24,Net ${at},${at % 4000},Site ${at % 100}`,
        ),
      ],
    },
    {
      name: "hosts.csv",
      lines: [
        "ip,hostname,mac,notes",
        ...linesOf(
          rows / 2,
          (at) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255},host-${at},,a note of a usual length`,
        ),
      ],
    },
  ],
};

type Counted = {
  id: string;
  rows: number;
  counts: Record<string, number>;
  left_out: { column: string | null; rows: number }[];
};

if (import.meta.main) {
  const [, , url = "", key = "", source = "", rows = "", query = ""] = process.argv;
  if (!isSource(source)) throw new Error(`no such source: ${source}`);
  const form = new FormData();
  const files = FILES[source](Number(rows));
  for (const { name, lines, octets } of files)
    form.append("file", new File([octets ?? lines.join("\n")], name));
  const answer = await fetch(`${url}/api/v1/imports?source=${source.replace("-database", "")}${query}`, {
    method: "POST",
    headers: { "X-API-Key": key },
    body: form,
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${source}: ${answer.status} ${text.slice(0, 500)}`);
  const taken: Counted = JSON.parse(text);
  const listed = Object.values(taken.counts).reduce((sum, count) => sum + count, 0);
  const whole = taken.left_out
    .filter(({ column }) => column === null)
    .reduce((sum, { rows: left }) => sum + left, 0);
  const sent = files.reduce((sum, { lines }) => sum + lines.length - 1, 0);
  process.stdout.write(
    `${JSON.stringify({ id: taken.id, sent, listed: listed + whole, counts: taken.counts })}\n`,
  );
  if (listed + whole !== sent) throw new Error(`${source}: of ${sent} rows ${listed + whole} were told of`);
}
