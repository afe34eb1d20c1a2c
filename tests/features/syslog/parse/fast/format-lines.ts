import { changed, type Random, SEEDS } from "../mutated-lines";

const decoder = new TextDecoder();

/** Headers as senders print them, and some that are nearly so. */
const HEADERS = [
  "",
  "  ",
  "<134> ",
  "<134>",
  "<13>1 2026-11-21T10:50:00.123Z fw-1 app 4821 ID47 - ",
  "<134>1 2026-11-21T11:50:00+01:00 fw-1 kernel - - - ",
  "<134>1 2026-11-21T10:50:00Z - - - - - ",
  "<165>1 2026-11-21T10:50:00.000003-07:00 192.0.2.1 sshd 8710 - - ",
  '<134>1 2026-11-21T10:50:00Z fw-1 app - ID47 [meta sequenceId="29"][origin ip="192.0.2.9" software="x"] ',
  '<14>1 2026-11-21T10:50:00Z fw-1 app - - [meta sequenceId="29"][junos@2636.1 source-address="192.0.2.7"] ',
  '<14>1 2026-11-21T10:50:00.123Z srx RT_FLOW - RT_FLOW_SESSION_DENY [junos@2636.1.1.1.2.40 source-address="192.0.2.7" attack-name="N/A"]',
  '<14>1 2026-11-21T10:50:00.123Z srx RT_FLOW - RT_FLOW_SESSION_CREATE [junos@2636.1.1.1.2.40 source-address="192.0.2.7" policy-name="a=b"] ',
  "<166>Nov 21 2026 10:50:00: %ASA-6-302014: ",
  "<113>Nov 21 10:50:00 ftd-1 SFIMS: ",
  "<14>Nov 21 10:50:00 huawei %%01POLICY/6/POLICYDENY(l)[447235]:",
  "<30>Nov 21 10:50:00 host-1 sshd[30662]: ",
  "<4>Nov 21 10:50:00 gw kernel: [1234.567] ",
  "<6>Nov  1 10:50:00 gw kernel: ",
  "Nov 21 10:49:59 combo sshd(pam_unix)[30662]: ",
  "Jul  4 23:22:09 calvisitor-10-105-162-105 Google Chrome[14463]: ",
  "<14>Nov 21 10:50:00 PA-220 ",
  "fw-1 (2026-11-21T10:49:59) app[7]: ",
  "<14>fw-1 80DE03E5C4D97 [2026-11-21 10:49:59] app[7]: ",
  "<14>Nov 21 10:50:00 fw-1 (2026-11-21T10:49:59) app[7]: ",
  'Nov 21 2026 10:50:00 "fw-1" app: ',
  "Nov 21 2026 10:50:00+01:00 DST fw-1 %%01SSH/4/X(l): ",
  "<165>Nov 21 10:50:00 sw-1 CLI[5]",
  "2026-11-21 10:49:59\tLocal7.Debug\tfw-1\t",
  "Nov 21 10:50:00 mac-1 com.apple.xpc.launchd[1] (com.apple.quicklook[94821]): ",
  "<166>Nov 21 2026 10:50:00 fw-1 : ",
  "Nov 21 2026 10:50:00: ",
  "Nov 21 10:50:00 dev01: ",
  "<134>2026-11-21T10:50:00.5+00:00 host postfix/smtpd[1]: ",
  "2026-11-21T10:50:00+02:00 host CRON[0123]: ",
  "<30>Nov 21 10:50:00 host daemon.info dnsmasq-dhcp[77]: ",
  "<30>Nov 21 10:50:00 dhcpd: ",
  "<30>Nov 21 10:50:00 lb-1 warning tmm[23068]: ",
  "Nov 21 10:50:00 lb-1 info httpd(pam_audit)[7]: ",
  "<30>Nov 21 10:50:00 nas-1 [358]: ",
  "<30>Nov 21 10:50:00 store-1(id3) audit_config[7]: ",
  "<134>1 2026-11-21T10:50:00Z fw-1 ",
  "<134>1 2026-11-21T10:50:00Z ",
  "<30>dhcpd[12]: ",
  "<14>Nov 21 10:50:00 srx RT_FLOW: ",
  "<14>Nov 21 10:50:00 host named[1]: ",
  "<14>Nov 21 10:50:00 host haproxy[1] ",
  "Nov 21 10:50:00 host apache_error [",
  "Nov 21 10:50:00 CET host ",
  "Nov 21 10:50:00 2026 host app: ",
  "<14>Nov 21 10:50:00 host 29: ",
  "<134>1 1795258199.987654321 MX_2 ",
  "<134>1 ",
  "Nov 21 10:50:00 198.51.100.2 1663307: Nov 21 10:49:59.328: ",
  "<189>Nov 21 10:50:00 sw-1 4711: *Nov 21 10:49:59.123 UTC: ",
  "<189>Nov 21 10:50:00 sw-1 4711: .Nov 21 2026 10:49:59 CET: ",
  "2026-11-21T10:50:00Z ftd-1  ",
  "Nov 21 10:50:00 host  app[7]: ",
  "<134>1 2026-11-21T10:50:00Z gw-1 CheckPoint 1930 - ",
  "<189>4711: *Nov 21 10:49:59.123 UTC: ",
  "<189>4711: Nov 21 2026 10:49:59: ",
  "- 1131566726 2005.11.09 tbird-sm1 Nov 9 12:05:26 src@tbird-sm1 ib_sm.x[24904]: ",
];

/** Bodies of programs that no parser knows, or that name one other side. */
const BODIES = [
  '{"src_ip":"192.0.2.1","text":"a } \\" {","inner":{"dst_ip":"192.0.2.2"}} seq=0000000029',
  "session created 192.0.2.1/40000->198.51.100.2/443 source-port=1 x-reason=2",
  "authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost=198.51.100.7  user=root",
  "session opened for user root by (uid=0)",
  "(root) CMD (run-parts /etc/cron.hourly)",
  "Connection closed by 198.51.100.7 port 40022 [preauth]",
  "Received disconnect from 198.51.100.7: 11: disconnected by user",
  "Invalid user alice from 198.51.100.7 ",
  "connection from 198.51.100.7 (host.example.org) at Sun Nov 21 07:24:24 2026 ",
  "[Sun Nov 21 10:49:59.056862 2026] [:error] [pid 1:tid 2] [client 2001:db8::7:40022] File does not exist",
  "[Sun Nov 21 10:49:59 2026] [notice] workerEnv.init() ok /etc/httpd/conf/workers2.properties",
  "NOQUEUE: reject: RCPT from unknown[198.51.100.7]: 554 5.7.1 Service unavailable",
  "client 198.51.100.7#4711 (example.org): query: example.org IN A + (192.0.2.53)",
  "client @0x7f1c 198.51.100.7#4711 (example.org): query: example.org IN A +E(0)K (192.0.2.53)",
  "client 198.51.100.7#4711: query (cache) 'example.org/A/IN' denied",
  "CEF:0|Palo Alto Networks|PAN-OS|10|end|TRAFFIC|1|rt=Nov 21 2026 10:49:59 GMT dtz=UTC src=192.0.2.1 dst=192.0.2.2 sourceTranslatedAddress=203.0.113.9 spt=1 act=a b cs1Label=Rule cs1= out deviceDirection=1 cn1=7 in=5 out=6",
  'CEF:1|SonicWall|NSA|6|97|x \\| y|4|rt=1795258199123 cs1="15 (LAN->WAN)" c6a2=2001:db8::1 dst=192.0.2.2 act=IDS:Reset originsicname=CN\\=gw,O=m msg=a=b',
  "synchronized to 192.0.2.123, stratum 3",
  "DHCPACK on 192.0.2.9 to 02:00:5e:10:00:21 (anna-laptop) via eth0.61",
  "defconf assigned 192.0.2.7 for 00:1B:21:3A:4C:5D anna-laptop",
  "11,11/21/26,10:49:59,Renew,192.0.2.7,anna.example.org,001B213A4C5D,,1,0",
  "%ASA-6-302014: Teardown TCP connection 7 for out:192.0.2.1/443 to in:10.0.0.5/40000 duration 0:00:01 bytes 5266 TCP FINs",
  "%ASA-6-302013: Built inbound TCP connection 7 for out:192.0.2.1/443 (192.0.2.1/443)(LOCAL\\a) to in:10.0.0.5/40000 (203.0.113.9/1)",
  '%ASA-6-106100: access-list "in side" est-allowed tcp out/192.0.2.1(40000) -> in/10.0.0.5(22) hit-cnt 1 first hit [0x1, 0x2]',
  "%ASA-2-106001: Inbound TCP connection denied from 192.0.2.1/443 to 10.0.0.5/40000 flags SYN on interface outside",
  "%ASA-4-106023: Deny icmp src out:192.0.2.1 dst in:2001:db8::5/0 (type 8, code 0) by access-group out [0x0, 0x0]",
  "%ASA-6-302020: Built inbound ICMP connection for faddr 192.0.2.1/0 gaddr 203.0.113.9/4 laddr 10.0.0.5/4",
  "%ASA-6-305011: Built dynamic TCP translation from in:10.0.0.5/40000 to out(acl):203.0.113.9/40000",
  "%ASA-4-113019: Group = g, Username = u, IP = 192.0.2.1, Session disconnected. Session Type: SSL, Duration: 0h:01m:02s, Bytes xmt: 12, Bytes rcv: 34, Reason: User Requested",
  "%ASA-3-710003: TCP access denied by ACL from host.example.org/40000 to out:192.0.2.1/ssh",
  '%FTD-6-430003: SrcIP: 192.0.2.1, DstIP: 192.0.2.2, SrcPort: 1, Protocol: tcp, User: "a, b", NAT_InitiatorIP: 203.0.113.9, NAT_InitiatorPort: 1, InitiatorBytes: 7, ResponderBytes: 8',
  "%%01SECLOG/6/SESSION(l)[7]:SourceIP=192.0.2.1, SourcePort=1, DestIP=192.0.2.2:443, BytesSent=1,234, Protocol=17, time=2026/11/21 10:50:00.",
  'src="192.0.2.1:40000" dst="192.0.2.2:443" msg="a, DROP" note="ACCESS BLOCK" devID="b1" dir="wan:lan" cat="Firewall"',
  "SrcIPAddr(1003)=192.0.2.1;SrcPort(1004)=5;DstIPAddr(1007)=192.0.2.2;NATSrcIPAddr(1005)=203.0.113.9;Event(1048)=(8)Session created;",
  "source=192.0.2.0/24 destination=192.0.2.2/443 action=accept dest_port=443 natsrcip=192.0.2.0",
  'logver=7 devname="f=1" devid="x" date=2026-11-21,time=10:49:59,tz="UTC+2",logid="1",level=5,locip=192.0.2.1,locport=500,remip=198.51.100.2,remport=500,srcintf="-",policyid=0',
  'date=2026-11-21 time=10:49:59 eventtime=1795258199 logid="1" type="traffic" srcip=192.0.2.1 srcport=1 dstip=192.0.2.2 dstport=2 tranip=192.0.2.2 tranport=0 transip=203.0.113.9 transport=1 msg="a \\"b\\" c" sentbyte=12 rcvdbyte=34 duration=1',
  'device_name="SFW" timestamp="2026-11-21T10:49:59+0100" log_id="01" log_component="Firewall Rule" log_subtype="Allowed" fw_rule_id="N/A" src_ip="192.0.2.1" in_interface=" a" url="/x?logid=1" tran_src_ip=203.0.113.9 tran_src_port=0',
  'id=firewall sn=1 time="2026-11-21 10:49:59" pri=6 src=192.0.2.1:40000:X0:host dst=192.0.2.2::X1 natSrc=203.0.113.9:5 natDst=192.0.2.2 proto=udp/dns note="n" rule="7 (a->b)"',
  "%SEC-6-IPACCESSLOGP: list in permitted tcp 192.0.2.1(1) (GigabitEthernet0/1 0000.5e00.5301) -> 198.51.100.2(22), 17 packets",
  "%FW-6-DROP_PKT: Dropping tcp pkt from Gi1 192.0.2.1:40000 => 10.0.0.5:22(target:class)-(a-b:c) due to Policy drop with ip ident 1",
  "%FMANFP-6-IPACCESSLOGP: F0: x: list in denied tcp 192.0.2.1(1) Port-channel1.23-> 198.51.100.2(22), 1 packet",
  "%IPNAT-6-CREATED: tcp 192.0.2.1:1 203.0.113.9:7 198.51.100.2:22 198.51.100.2:22",
  "%ASA-6-106015: Deny TCP (no connection) from 192.0.2.1/1 to 198.51.100.2/22 flags RST  on interface in",
  "%ASA-4-405001: Received ARP request collision from 192.0.2.1/0000.5e00.5301 on interface in with x",
  "%ASA-4-431001: RTP conformance: Dropping RTP packet from out:192.0.2.1/1 to in:198.51.100.2/2, Drop reason: SSRC 1",
  'date=2026-11-21 time=10:49:59 logid="1" type="utm" srcip=192.0.2.1 dstip=192.0.2.2 action="blocked" msg="a denied category"',
  "1795258199.5 MX_1 events content_filtering_block url='https://a/' server='192.0.2.1:853'",
  'msg_id="0203-0012" (192.0.2.1<->198.51.100.2)IKE phase-1 negotiation failed',
  "it was seen at 192.0.2.1 (2025-11-21 10:49:58)",
  "%LINEPROTO-5-UPDOWN: Line protocol on Interface Gi0/1, changed state to up",
  'id=firewall time="2026-11-21 10:49:59" fw="s" src=192.0.2.1 dst=192.0.2.2 srcport=1 dstport=2 action=pass logtype="filter"',
  "[UFW BLOCK] IN=eth0 OUT= MAC=02:00 SRC=192.0.2.1 DST=192.0.2.2 LEN=40 PROTO=TCP SPT=1 DPT=2 WINDOW=1024",
  "LEEF:1.0|Palo Alto Networks|PAN-OS Syslog Integration|10|allow|\tdevTime=Nov 21 2026 10:49:59 GMT\tcat=TRAFFIC\tsrc=192.0.2.1\tdst=192.0.2.2\tsrcPort=1\tdstPort=443\tproto=tcp\tsrcPostNAT=203.0.113.9\tusrName=a b\tpolicy= out\taction=allow\ttotalBytes=12\ttotalPackets=3\t",
  'LEEF:2.0|Lancope|StealthWatch|1.0|41|x7C|src=192.0.2.1|dst=192.0.2.2|srcBytes=1|dstBytes=2|policy=a \\= b|reason="x y"|dir=in',
  "LEEF:2.0|Acme|Wall|1|id|src=192.0.2.1 dst=2001:db8::1 srcPort=1 devname=wall-1 proto=17",
  "LEEF:1.0|Acme|Wall|1|login|usrName=a|srcip=192.0.2.1|url=http://a/?b=c",
  'syslog[action:"Accept"; ifdir:"inbound"; ifname:"eth1"; loguid:"{0x0,0x1}"; origin:"192.0.2.254"; originsicname:"CN=gw,O=m"; time:"1795258199"; product:"VPN-1 & FireWall-1"; src:"192.0.2.1"; dst:"2001:db8::1"; proto:"17"; s_port:"53"; service:"53"; xlatesrc:"203.0.113.9"; xlatesport:"7"; rule_name:"a \\"b\\""; ]',
  "time=1795258199|hostname=gw-1|action=Drop|loguid={0x0}|src=192.0.2.1|dst=192.0.2.2|s_port=1|service=443|proto=6|rule_name=a\\|b|i/f_dir=inbound|i/f_name=eth1|xlatesrc=0.0.0.0|bytes=12",
  "action=Accept|product=VPN-1 & FireWall-1|origin=192.0.2.254|src=192.0.2.1|dst=192.0.2.2|x=a=b| rule= 7 |orig=gw",
  '80B90D00 firewall: msg_id="3000-0148" Allow 1-Trusted 0-External 1-Named out 60 tcp 20 63 192.0.2.1 192.0.2.2 40000 443 offset 10 S 1 win 8 msg="Application identified" sent_bytes="12" rcvd_bytes="34" src_ip_nat="203.0.113.9" src_port_nat="40001" dst_ip_nat="192.0.2.2" dst_port_nat="443" (HTTPS-proxy-00)',
  '80B90D00 (2026-11-21T09:49:58) http-proxy[7]: msg_id="1AFF-0021" Deny 1-Trusted 0-External tcp 192.0.2.1 192.0.2.2 40000 80 msg="ProxyDeny" (HTTP-00)',
  'id=firewall sn=1 time="2026-11-21 10:49:59" m=23 msg="IP spoof dropped" src=192.0.2.1:138:X1 dst=192.0.2.2:138:X0 proto=udp/138',
  'date="2026-11-21 10:49:59 +0000",pri=p_minor,logid=0,srcip=192.0.2.1,srcport=1,dstip=192.0.2.2,dstport=2,protocol=6,interface=em1',
  "srcIPAddr(1017)=192.0.2.1;destIPAddr(1019)=192.0.2.2;srcPortNum(1018)=1;destPortNum(1020)=2;protType(1001)=TCP(6);policyActType(1071)=denied;",
  'msg_id="3000-0148" Deny eth1 Firebox icmp 84 20 64 192.0.2.1 192.0.2.2 8 0 sent_pkts="1" rcvd_pkts="" (Ping (all)-00) ',
  'http-proxy[1]: msg_id="1AFF-0024" ProxyAllow 1-Trusted 0-External http/tcp 192.0.2.1 192.0.2.2 40000 80 msg="HTTP request" proxy_act="a" op="GET"',
  'msg_id="1100-0004" Authentication of Firewall user [a] from 192.0.2.1 was rejected, password is incorrect',
  "firewall,info prefix forward: in:ether1 out:(unknown 0), connection-state:new,snat src-mac 00:00:5e:00:53:01, proto UDP, 192.0.2.1:40000->198.51.100.2:53, NAT (192.0.2.1:40000->203.0.113.9:7)->198.51.100.2:53, prio 4->0, len 71",
  "BLOCKED srcnat: in:(unknown 0) out:ether2, proto ICMP (type 8, code 0), 192.0.2.1->198.51.100.2, len 84",
  "dstnat: in:bridge out:ether1, proto TCP (SYN), 192.0.2.1:1->198.51.100.2:80, NAT 192.0.2.1:1->(198.51.100.2:80->10.0.0.5:8080), len 60",
  "input: in:ether1 out:(unknown 0), proto TCP (ACK), [2001:db8::1]:1->[2001:db8::2]:80, len 60",
  "1 1795258199.123456789 MX_1 urls src=192.0.2.1:64194 dst=198.51.100.2:80 mac=00:00:5E:00:53:01 request: GET http://example.org/?a=b",
  "1795258199.1 MX_1 security_event ids_alerted signature=1:39867:3 priority=3 timestamp=1795258199.1 direction=ingress protocol=tcp/ip src=192.0.2.1:80 message: a text",
  "1 1795258199.123 MX84 ip_flow_start src=192.0.2.1 dst=198.51.100.2 protocol=udp sport=1 dport=53 translated_src_ip=203.0.113.9 translated_port=7",
  "1 1795258199.123456789 MR_1 events type=association radio='1' vap='1' client_mac='00:00:5E:00:53:01' reason=x",
  "1795258199 MX_1 events type=vpn_connectivity_change vpn_type='site' peer_contact='192.0.2.1:1' connectivity='true'",
  "1795258199.5 MX_1 firewall src=192.0.2.1 dst=198.51.100.2 protocol=icmp type=8 pattern: 0 (dst 198.51.100.0/24) x",
  "login failure for user admin from 192.0.2.9 via ssh",
  'TR 198.51.100.2 443 192.0.2.1 40000 "-" "-" GET TLSv1.2 www.example.com HTTP/1.1 200 1 2',
  "WF ALER PRE_1_0_REQUEST 192.0.2.1 40000 198.51.100.2 443 global GLOBAL LOG NONE [POST /x] POST x",
  "NF INFO TCP 192.0.2.1 40000 198.51.100.2 443 ALLOW testacl WAN interface traffic:allow",
  "1795258199.123 35 192.0.2.1 TCP_MISS/200 7 CONNECT tunnel://example.org:8443/ - DIRECT/192.0.2.2 - ALLOW_WBRS_12-Default-Default-NONE",
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
