/**
 * Lines per second through parsing and the making of row groups, on one core: `bun tests/bench/parse.ts`.
 * The lines are of the load generator's kind: RFC 5424, 80 % filterlog, 10 % sshd, 10 % dhcpd, about 200 octets.
 */
import { encodeRecord } from "../../src/features/syslog/journal/record-builder";
import { parseChunk } from "../../src/features/syslog/encode/parse-chunk";
import { EventRows } from "../../src/features/syslog/encode/event-rows";
import { parseMessage } from "../../src/features/syslog/parse/message";

/** About what a journal record of 256 KiB holds. */
const LINES = 1_200;
const WARM_UP_ROUNDS = 50;
const ROUNDS = 300;
const RECEIVED_AT_MICROS = Date.UTC(2026, 10, 21, 10, 50) * 1000;
const SENDER = "192.0.2.1";

/** A fixed amount of integer work, so that figures of different machines can be compared. */
function calibrationScore(): number {
  const started = performance.now();
  let state = 1;
  for (let round = 0; round < 50_000_000; round++) state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
  const seconds = (performance.now() - started) / 1000;
  return state === 0 ? 0 : Math.round(50 / seconds);
}

let seed = 12_345;
function random(bound: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return (seed >>> 8) % bound;
}

function pick<T>(choices: readonly T[], fallback: T): T {
  return choices[random(choices.length)] ?? fallback;
}

function header(index: number): string {
  const second = String(index % 60).padStart(2, "0");
  const millisecond = String(index % 1000).padStart(3, "0");
  return `<134>1 2026-11-21T10:50:${second}.${millisecond}Z fw-${random(8)}`;
}

function filterlogLine(index: number): string {
  const action = random(3) > 0 ? "block" : "pass";
  const source = `10.${random(4)}.${random(256)}.${1 + random(254)}`;
  const port = pick([22, 53, 80, 123, 443, 445, 3389, 8080], 443);
  return (
    `${header(index)} filterlog 48211 - - ${random(99)},,,1000000${100 + random(200)},igb${random(4)},match,${action},in,` +
    `4,0x0,,${32 + random(97)},5${1000 + random(9000)},0,DF,6,tcp,60,${source},203.0.113.${1 + random(254)},` +
    `4${1000 + random(9000)},${port},0,S,3${100_000_000 + random(9_000_000)},,64240,,mss;sackOK;TS;nop;wscale ` +
    `seq=${String(index).padStart(10, "0")}`
  );
}

function serverLine(index: number): string {
  const tail = `seq=${String(index).padStart(10, "0")}`;
  if (random(2) === 0) {
    return `${header(index)} sshd 1${1000 + random(9000)} - - Failed password for invalid user u${random(500)} from 198.51.100.${1 + random(254)} port 5${1000 + random(9000)} ssh2 ${tail}`;
  }
  return `${header(index)} dhcpd 48212 - - DHCPACK on 10.${random(4)}.${random(256)}.${1 + random(254)} to 00:1b:21:3a:4c:5d (host-${random(5000)}) via igb${random(4)} ${tail}`;
}

function measure(name: string, lines: readonly string[]): void {
  const encoder = new TextEncoder();
  const messages = lines.map((line) => encoder.encode(line));
  const bytesPerLine = messages.reduce((sum, message) => sum + message.length, 0) / messages.length;
  const context = { receivedAtMicros: RECEIVED_AT_MICROS, sender: SENDER };
  const record = encodeRecord(
    { firstPosition: 1, firstId: RECEIVED_AT_MICROS, salt: 1 },
    messages.map((bytes, index) => ({
      receivedAtMicros: RECEIVED_AT_MICROS + index * 4,
      sender: SENDER,
      transport: "udp" as const,
      originalBytes: bytes.length,
      malformed: false,
      bytes,
    })),
  );
  const arrival = { id: 1, sender: SENDER, transport: "udp" as const, truncated: false, originalBytes: 200 };
  report(`${name} (${bytesPerLine.toFixed(0)} B): parse`, () => {
    for (const bytes of messages) parseMessage(bytes, context);
  });
  const rows = new EventRows();
  report(`${name}: parse and rows`, () => {
    rows.begin(lines.length);
    for (const bytes of messages) {
      rows.append({ ...arrival, receivedAtMicros: RECEIVED_AT_MICROS }, parseMessage(bytes, context));
    }
    if (rows.take().bytes.length === 0) throw new Error("nothing was written");
  });
  report(`${name}: chunk to row group`, () => {
    parseChunk({ records: record, genericOnly: false, timeZones: { fallback: "UTC", senders: [] } });
  });
}

/**
 * Prints the median and the fastest tenth of the rounds (the machine may be shared), and processor time of all threads.
 */
function report(name: string, run: () => void): void {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) run();
  const rates: number[] = [];
  const cpu = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    run();
    rates.push(LINES / ((performance.now() - started) / 1000));
  }
  const { user, system } = process.cpuUsage(cpu);
  rates.sort((a, b) => a - b);
  const rateAt = (share: number) => Math.round((rates[Math.floor(ROUNDS * share)] ?? 0) / 1000);
  const cpuSeconds = (user + system) / (LINES * ROUNDS);
  console.log(
    `${name.padEnd(42)} ${rateAt(0.5)} k lines/s, fastest tenth ${rateAt(0.9)} k, ${cpuSeconds.toFixed(2)} CPU-s per million`,
  );
}

function linesOf(make: (index: number) => string): string[] {
  return Array.from({ length: LINES }, (_, index) => make(index));
}

console.log(`calibration: ${calibrationScore()} M steps/s`);
measure(
  "load mix",
  linesOf((index) => (random(10) < 8 ? filterlogLine(index) : serverLine(index))),
);
measure("filterlog", linesOf(filterlogLine));
measure(
  "filterlog, RFC 3164",
  linesOf((index) =>
    filterlogLine(index).replace(
      /^<134>1 \S+ (\S+) filterlog 48211 - - /,
      "<134>Nov 21 10:50:00 $1 filterlog[48211]: ",
    ),
  ),
);
measure(
  "netfilter",
  linesOf(
    (index) =>
      `<4>Nov 21 10:50:00 gw kernel: [${index}.459695] [WAN_LOCAL-default-D]IN=eth0 OUT= MAC=02:00:5e:00:00:01:02:00:5e:00:00:02:08:00 SRC=198.51.100.${random(255)} DST=172.16.54.114 LEN=40 TOS=0x00 PREC=0x00 TTL=242 ID=${random(65536)} PROTO=TCP SPT=${random(65536)} DPT=445 WINDOW=1024 RES=0x00 SYN URGP=0`,
  ),
);
measure(
  "JSON",
  linesOf(
    (index) =>
      `{"timestamp":"2026-11-21T10:50:00.${100_000 + random(899_999)}Z","host":"ids-1","src_ip":"10.0.${random(255)}.7","dst_ip":"203.0.113.9","src_port":${random(65536)},"dst_port":443,"protocol":"TCP","action":"pass","rule":${index}}`,
  ),
);
measure(
  "ASA",
  linesOf(
    (index) =>
      `<166>Nov 21 2026 10:50:00 fw-1 : %ASA-6-302013: Built outbound TCP connection ${index} for outside:198.51.100.${random(255)}/443 (198.51.100.7/443) to inside:10.0.${random(255)}.7/${random(65536)} (203.0.113.9/${random(65536)})`,
  ),
);
measure(
  "FortiGate",
  linesOf(
    (index) =>
      `<189>date=2026-11-21 time=10:50:00 devname="fgt-1" devid="FGT60F0000000000" eventtime=1795258200${100_000_000 + index} tz="+0000" logid="0000000013" type="traffic" subtype="forward" level="notice" vd="root" srcip=10.0.${random(255)}.7 srcport=${random(65536)} srcintf="port1" srcintfrole="lan" dstip=198.51.100.9 dstport=443 dstintf="wan1" dstintfrole="wan" srccountry="Reserved" dstcountry="United States" sessionid=${index} proto=6 action="close" policyid=7 policytype="policy" poluuid="2ad91ec3-e3eb-474d-b4ac-efc0d893440c" service="HTTPS" trandisp="snat" transip=203.0.113.9 transport=${random(65536)} duration=5 sentbyte=1200 rcvdbyte=5266 sentpkt=12 rcvdpkt=9 appcat="unscanned"`,
  ),
);
measure(
  "PAN-OS",
  linesOf(
    (index) =>
      `<14>Nov 21 10:50:00 PA-220 1,2026/11/21 10:50:00,012801096514,TRAFFIC,end,2049,2026/11/21 10:50:00,10.0.${random(255)}.7,198.51.100.9,203.0.113.9,198.51.100.9,outbound,,,ssl,vsys1,trust,untrust,ethernet1/2,ethernet1/1,fwd,2026/11/21 10:50:00,${index},1,${random(65536)},443,${random(65536)},443,0x400053,tcp,allow,9400,2731,6669,30,2026/11/21 10:49:21,6,business-and-economy,0,32091158,0x0,10.0.0.0-10.255.255.255,United States,0,17,13,tcp-fin,0,0,0,0,,PA-220,from-policy,,,0,,0,,N/A,0,0,0,0`,
  ),
);
measure(
  "SRX",
  linesOf(
    (index) =>
      `<14>1 2026-11-21T10:50:00.123Z srx-1 RT_FLOW - RT_FLOW_SESSION_CLOSE [junos@2636.1.1.1.2.40 reason="TCP FIN" source-address="10.0.${random(255)}.7" source-port="${random(65536)}" destination-address="198.51.100.9" destination-port="443" service-name="junos-https" nat-source-address="203.0.113.9" nat-source-port="${random(65536)}" nat-destination-address="198.51.100.9" nat-destination-port="443" src-nat-rule-name="snat" dst-nat-rule-name="None" protocol-id="6" policy-name="out" source-zone-name="trust" destination-zone-name="untrust" session-id-32="${index}" packets-from-client="5" bytes-from-client="412" packets-from-server="3" bytes-from-server="646" elapsed-time="3" packet-incoming-interface="ge-0/0/1.0"]`,
  ),
);
measure(
  "CEF",
  linesOf(
    (index) =>
      `<134>Nov 21 10:50:00 relay CEF:0|Check Point|VPN-1 & FireWall-1|Check Point|Log|https|Unknown|act=Accept deviceDirection=0 rt=1795258200123 spt=${random(65536)} dpt=443 cs2Label=Rule Name cs2=out layer_name=Network ifname=eth0 logid=${index} origin=192.0.2.254 originsicname=CN\\=gw-1,O\\=mgmt..abc sequencenum=1 version=5 dst=198.51.100.9 inzone=Internal outzone=External product=VPN-1 & FireWall-1 proto=6 service_id=https src=10.0.${random(255)}.7`,
  ),
);
measure(
  "Suricata",
  linesOf(
    (index) =>
      `{"timestamp":"2026-11-21T10:50:00.123456+0000","flow_id":${index},"in_iface":"eth0","event_type":"alert","src_ip":"10.0.${random(255)}.7","src_port":${random(65536)},"dest_ip":"198.51.100.9","dest_port":80,"proto":"TCP","tx_id":6,"alert":{"action":"allowed","gid":1,"signature_id":2210017,"rev":5,"signature":"ET POLICY agent","category":"Not Suspicious Traffic","severity":3},"http":{"hostname":"example.org","url":"/x","http_method":"GET","protocol":"HTTP/1.1","status":200,"length":512},"app_proto":"http"}`,
  ),
);
