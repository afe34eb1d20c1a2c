import { changed, type Random, SEEDS } from "../mutated-lines";

const decoder = new TextDecoder();

/** Headers as senders print them, and some that are nearly so. */
const HEADERS = [
  "",
  "<134>",
  "<13>1 2026-11-21T10:50:00.123Z fw-1 app 4821 ID47 - ",
  "<134>1 2026-11-21T11:50:00+01:00 fw-1 kernel - - - ",
  "<134>1 2026-11-21T10:50:00Z - - - - - ",
  "<165>1 2026-11-21T10:50:00.000003-07:00 192.0.2.1 sshd 8710 - - ",
  "<30>Nov 21 10:50:00 host-1 sshd[30662]: ",
  "<4>Nov 21 10:50:00 gw kernel: [1234.567] ",
  "<6>Nov  1 10:50:00 gw kernel: ",
  "Nov 21 10:49:59 combo sshd(pam_unix)[30662]: ",
  "Jul  4 23:22:09 calvisitor-10-105-162-105 Google Chrome[14463]: ",
  "<14>Nov 21 10:50:00 PA-220 ",
  "<166>Nov 21 2026 10:50:00 fw-1 : ",
  "Nov 21 2026 10:50:00: ",
  "Nov 21 10:50:00 dev01: ",
  "<134>2026-11-21T10:50:00.5+00:00 host postfix/smtpd[1]: ",
  "2026-11-21T10:50:00+02:00 host CRON[0123]: ",
  "<30>Nov 21 10:50:00 host daemon.info dnsmasq-dhcp[77]: ",
  "<30>Nov 21 10:50:00 dhcpd: ",
  "<30>dhcpd[12]: ",
  "<14>Nov 21 10:50:00 srx RT_FLOW: ",
  "<14>Nov 21 10:50:00 host named[1]: ",
  "<14>Nov 21 10:50:00 host haproxy[1] ",
  "Nov 21 10:50:00 host apache_error [",
  "Nov 21 10:50:00 CET host ",
  "Nov 21 10:50:00 2026 host app: ",
  "<14>Nov 21 10:50:00 host 29: ",
  "- 1131566726 2005.11.09 tbird-sm1 Nov 9 12:05:26 src@tbird-sm1 ib_sm.x[24904]: ",
];

/** Bodies of programs that no parser knows, or that name one other side. */
const BODIES = [
  "authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost=198.51.100.7  user=root",
  "session opened for user root by (uid=0)",
  "(root) CMD (run-parts /etc/cron.hourly)",
  "Connection closed by 198.51.100.7 port 40022 [preauth]",
  "connection from 198.51.100.7 (host.example.org) at Sun Nov 21 07:24:24 2026 ",
  "[Sun Nov 21 10:49:59.056862 2026] [:error] [pid 1:tid 2] [client 2001:db8::7:40022] File does not exist",
  "[Sun Nov 21 10:49:59 2026] [notice] workerEnv.init() ok /etc/httpd/conf/workers2.properties",
  "NOQUEUE: reject: RCPT from unknown[198.51.100.7]: 554 5.7.1 Service unavailable",
  "client 198.51.100.7#4711 (example.org): query: example.org IN A + (192.0.2.53)",
  "synchronized to 192.0.2.123, stratum 3",
  "DHCPACK on 192.0.2.9 to 02:00:5e:10:00:21 (anna-laptop) via eth0.61",
  "defconf assigned 192.0.2.7 for 00:1B:21:3A:4C:5D anna-laptop",
  "11,11/21/26,10:49:59,Renew,192.0.2.7,anna.example.org,001B213A4C5D,,1,0",
  "%ASA-6-302014: Teardown TCP connection 7 for out:192.0.2.1/443 to in:10.0.0.5/40000 duration 0:00:01 bytes 5266 TCP FINs",
  "%LINEPROTO-5-UPDOWN: Line protocol on Interface Gi0/1, changed state to up",
  'id=firewall time="2026-11-21 10:49:59" fw="s" src=192.0.2.1 dst=192.0.2.2 srcport=1 dstport=2 action=pass logtype="filter"',
  "[UFW BLOCK] IN=eth0 OUT= MAC=02:00 SRC=192.0.2.1 DST=192.0.2.2 LEN=40 PROTO=TCP SPT=1 DPT=2 WINDOW=1024",
  "login failure for user admin from 192.0.2.9 via ssh",
  "last message repeated 3 times",
  "app:",
  "app[1]:",
  "",
  " ",
];

const PIECES = SEEDS.map((seed) => decoder.decode(seed)).concat(BODIES);
/** What headers and bodies are made of. */
const SIGNS = ` <>[](){}:;,.=|%/\\"'-+_#0123456789ZT\t`;
const encoder = new TextEncoder();

/** A body of a known line or of a program, behind a header of any form, or a known line as it is. */
function anyLine(random: Random): Uint8Array {
  const piece = PIECES[random.below(PIECES.length)] ?? "";
  if (random.below(4) === 0) return encoder.encode(piece);
  const body =
    random.below(2) === 0 ? piece : piece.replace(/^<\d{1,3}>(?:\w{3} +\d+ [\d:]+ \S+ \S+: )?/, "");
  return encoder.encode((HEADERS[random.below(HEADERS.length)] ?? "") + body);
}

/** A line after one to four changes that leave it printable: signs put in, taken out, or put in another's place. */
function retouched(line: Uint8Array, random: Random): Uint8Array {
  let bytes = line;
  for (let times = 1 + random.below(4); times > 0; times--) {
    const at = random.below(bytes.length + 1);
    const removed = random.below(2) === 0 ? 0 : random.below(3);
    const sign = random.below(2) === 0 ? SIGNS.charCodeAt(random.below(SIGNS.length)) : 32 + random.below(95);
    const inserted = random.below(4) === 0 ? new Uint8Array(0) : Uint8Array.of(sign);
    bytes = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
  }
  return bytes;
}

/** A known line as it is, after small changes, or after any. */
export function nextLine(random: Random): Uint8Array {
  const line = anyLine(random);
  switch (random.below(5)) {
    case 0:
      return line;
    case 1:
      return changed(line, random);
    default:
      return retouched(line, random);
  }
}
