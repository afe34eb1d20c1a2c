const encoder = new TextEncoder();

export const SEEDS = [
  "<34>Oct 11 22:14:15 mymachine su[12]: 'su root' failed",
  "<13>Feb 29 23:59:60 host app: leap",
  "<189>29: *Mar  1 00:00:00.123 UTC: %SYS-5-CONFIG_I: Configured",
  "<190>: 2018 Apr 07 10:23:35 CET: %AUTHPRIV-6-SYSTEM_MSG: START",
  "2020-07-15T14:02:16.513+01:30 localhost pam: user nobody logged out.",
  String.raw`<165>1 2003-10-11T22:14:15.003Z host evntslog - ID47 [ex@32473 iut="3" es="A\"\]\\"][b] text`,
  "<134>1 2026-11-21T10:50:00Z fw-1 filterlog 48211 - - 5,,,1000000103,igb1,match,block,in,4,0x0,,63,51234,0,DF,6,tcp,60,10.1.2.3,203.0.113.44,44321,443,0,S",
  "6,,,1000000105,igb0,match,pass,in,6,0x00,0x9a3f1,64,tcp,6,40,2001:db8::a,2001:db8::b,50123,22,0,S,1,,65535,,mss",
  "<4>Nov 21 10:50:00 gw kernel: [WAN_LOCAL-default-D]IN=eth0 OUT= MAC=90:10 SRC=198.51.100.16 DST=::ffff:203.0.113.5 PROTO=TCP SPT=40123 DPT=445",
  "banIP/inbound/drop/feodo: IN=eth0 OUT= SRC=\"192.0.2.1\" ACTION='drp'",
  '{"timestamp":"2026-11-21T10:49:59Z","source":{"address":"192.0.2.1"},"src_port":5,"action":"pass"}',
  "<190>Dec 30 21:05:15 gw dhcpd[4012]: DHCPDISCOVER from 02:00:5e:10:00:21 via eth0.61",
  "<30>Dec 31 22:06:33 gw unbound[75499]: [26931:0] info: 192.0.2.1 example.org. A IN",
  String.raw`CEF:0|Fortinet|Fortigate|v7|00013|x|3|FTNTFGTeventtime=1795258199 src=192.0.2.1 dst=::1 act=IDS:Reset cs1Label=Rule cs1=a \= b`,
  "LEEF:2.0|Acme|Wall|1|id|^|src=192.0.2.1^dst=192.0.2.2^devTime=Nov 21 2026 10:49:59",
  "<166>Nov 21 2026 10:49:59 fw-1 : %ASA-6-302013: Built outbound TCP connection 7 for out:192.0.2.1/443 (192.0.2.1/443)(LOCAL\\a) to in:10.0.0.5/40000 (203.0.113.9/1)",
  '%ASA-4-106023: Deny protocol 47 src a:192.0.2.1 dst b:2001:db8::1 by access-group "acl" [0x0, 0x0]',
  "%FTD-1-430003: AccessControlRuleAction: Allow, SrcIP: 192.0.2.1, DstIP: 192.0.2.2, User: a, b, Protocol: tcp",
  "<190>29: *Nov 21 10:49:59.123 UTC: %SEC-6-IPACCESSLOGP: list 177 denied udp 192.0.2.1(53) -> 198.51.100.2(16), 3 packets",
  '1,2026/11/21 10:49:59,0123,TRAFFIC,end,2817,2026/11/21 10:49:58,192.0.2.1,192.0.2.2,203.0.113.9,0.0.0.0,"r, 1",,,dns,vsys1,a,b,e1,e2,l,,1,1,1,53,2,53,0x0,udp,allow,300,1,2,3',
  '<14>1 2026-11-21T10:49:59Z srx RT_FLOW - RT_FLOW_SESSION_CLOSE [junos@2636.1.1.1.2.40 source-address="192.0.2.1" source-port="1" protocol-id="6" policy-name="out"]',
  "<14>Nov 21 10:49:59 srx RT_FLOW: RT_FLOW_SESSION_CLOSE: session closed TCP FIN: 192.0.2.1/1->192.0.2.2/2 x 192.0.2.1/1->192.0.2.2/2 None None 6 out a b 7 2(100) 3(200) N/A(N/A) ge-0/0/1.0",
  "1795258199.123456789 MX_1 flows src=192.0.2.1 dst=198.51.100.2 protocol=tcp sport=1 dport=2 pattern: allow all",
  'syslog[action:"Drop"; ifname:"eth1"; loguid:"{}"; ike::"a \\]"; dst:"198.51.100.2"; proto:"6"; src:"192.0.2.1"; ]',
  "time=1795258199|hostname=gw-1|action=Drop|loguid={0x0}|src=192.0.2.1|dst=198.51.100.2",
  'date=2026-11-21 time=11:49:59 devname="f" eventtime=1795258199123456789 tz="+0100" logid="1" level="notice" srcip=192.0.2.1 proto=6 action="close" transip=203.0.113.9 ui="x(192.0.2.1)"',
  'device="SFW" date=2026-11-21 time=10:49:59 timezone="CET" log_type="Firewall" log_component="Firewall Rule" log_subtype="Denied" src_ip=192.0.2.1',
  'id=firewall sn=1 time="2026-11-21 10:49:59 UTC" pri=6 src=192.0.2.1:40000:X0 dst=2001:db8:0:0:0:0:0:1:443:X1 proto=tcp/https',
  `id=firewall time="2026-11-21 10:49:59" vpn=v src=192.0.2.1 msg="AUT24803: Host Checker policy 'p' to 192.0.2.2:1"`,
  "11/21/2026-10:49:59.123456  [Drop] [**] [1:2210017:5] ET [**] [Classification: x] [Priority: 3] {TCP} 192.0.2.1:1 -> 198.51.100.2:80",
  '"2026-11-21 10:49:59","host","host,group","192.0.2.1","203.0.113.9","Blocked","1 (A)","NOERROR","x.","y","z","q","","1"',
  "2 123456789012 eni-0a1b 192.0.2.1 198.51.100.2 40000 443 6 20 4249 1795258199 1795258259 REJECT OK",
  'msg_id="3000-0148" Deny 0-External Firebox 52 tcp 20 128 192.0.2.1 198.51.100.2 40000 22 offset 8 (Policy-00)',
  "firewall,info DROP forward: in:ether1 out:b, proto TCP (SYN), 192.0.2.1:1->198.51.100.2:80, NAT (192.0.2.1:1->203.0.113.9:1)->198.51.100.2:80, len 52",
  "Info cgf Block: type=FWD|proto=TCP|srcIF=eth1|srcIP=192.0.2.1|dstIP=198.51.100.2|rule=R",
  "1795258199.123    827 192.0.2.1 TCP_DENIED/407 512 CONNECT a:443 user NONE/198.51.100.2 text/html",
  'a:80 192.0.2.1 - b [21/Nov/2026:11:49:59 +0100] "CONNECT a:443 HTTP/1.1" 200 512',
  "<38>Nov 21 10:49:59 host sshd[1]: Failed password for root from 192.0.2.1 port 40000 ssh2",
  '{"timestamp":"2026-11-21T10:49:59Z","flow_id":1,"event_type":"alert","src_ip":"192.0.2.1","alert":{"action":"allowed","signature_id":7}}',
  "<134>Nov 21 10:49:59 fw-1 Rule 10 drop tcp 192.0.2.10:50123 (eth0) -> [2001:db8::5]:443 in vlan1 out eth1",
  "[21/Nov/2026 10:49:59] DENY from 192.0.2.10 port 50123 to 203.0.113.5/443, policy 17",
  '2026-11-21 10:49:59,123 Source IP: 192.0.2.10|connsrcport=50123|conndestip="203.0.113.5";Protocol Name=tcp',
  '1795258199123 {"src_endpoint":{"ip":"192.0.2.10","port":5},"dst_endpoint":{"ip":"::1"},"disposition":"Blocked"}',
].map((seed) => encoder.encode(seed));

/** Pieces that parsers look for, and bytes that are no text. */
const PIECES =
  String.raw`< > <191> <192> <999> [ ] " \ \] = : , { } - * % / . Z +25:00 SRC= IN= ACTION= :: 9999-12-31T23:59:59Z`
    .split(" ")
    .concat(" ", "  ", "\0", "\n", "\r\n", "\ufeff", "𐌼", "1 - - - - - ", "Feb 30 ")
    .map((piece) => encoder.encode(piece))
    .concat(Uint8Array.of(0xff), Uint8Array.of(0xed, 0xa0, 0x80), Uint8Array.of(0xf0, 0x9f));

/** A small generator with a fixed start, so that a failure can be seen again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * bound);
  }

  pick(choices: readonly Uint8Array[]): Uint8Array {
    return choices[this.below(choices.length)] ?? new Uint8Array(0);
  }
}

/** A known line after one to six changes. */
export function mutated(random: Random): Uint8Array {
  return changed(random.pick(SEEDS), random);
}

/** A line after one to six changes: cut out, copied in, overwritten or joined. */
export function changed(line: Uint8Array, random: Random): Uint8Array {
  let bytes = line;
  for (let times = 1 + random.below(6); times > 0; times--) {
    const at = random.below(bytes.length + 1);
    const removed = random.below(3) === 0 ? random.below(12) : 0;
    let inserted = new Uint8Array(0);
    switch (random.below(5)) {
      case 0:
        inserted = Uint8Array.of(random.below(256));
        break;
      case 1:
      case 2:
        inserted = Uint8Array.from(random.pick(PIECES));
        break;
      case 3: {
        const other = random.pick(SEEDS);
        inserted = other.slice(random.below(other.length), random.below(other.length));
        break;
      }
      default:
        break;
    }
    bytes = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
  }
  return bytes;
}

/** True where the text alone gives the bytes back, but for a terminator. */
export function isToldBy(rawLog: string, bytes: Uint8Array): boolean {
  const length = Buffer.byteLength(rawLog);
  return (
    length <= bytes.length &&
    bytes.length - length <= 2 &&
    Buffer.from(rawLog).equals(bytes.subarray(0, length))
  );
}
