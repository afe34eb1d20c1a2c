export type Sample = { format: string; line: string };

const SERVERS: readonly Sample[] = [
  {
    format: "sshd",
    line: "<86>Nov 21 10:50:00 combo sshd[30662]: Failed password for invalid user admin from 198.51.100.7 port 40022 ssh2",
  },
  {
    format: "sshd",
    line: "Nov 21 10:50:00 combo sshd(pam_unix)[19939]: authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=198.51.100.9",
  },
  { format: "sshd", line: "Nov 21 10:50:01 combo sshd(pam_unix)[19937]: check pass; user unknown" },
  {
    format: "sshd",
    line: "<38>Nov 21 10:50:01 LabSZ sshd[24206]: pam_unix(sshd:auth): authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost=198.51.100.12",
  },
  {
    format: "sshd",
    line: "<38>Nov 21 10:50:01 LabSZ sshd[24208]: Received disconnect from 198.51.100.12: 11: Bye Bye [preauth]",
  },
  {
    format: "sshd",
    line: "<38>Nov 21 10:50:02 LabSZ sshd[24210]: reverse mapping checking getaddrinfo for host.example.org [198.51.100.3] failed - POSSIBLE BREAK-IN ATTEMPT!",
  },
  {
    format: "cron",
    line: "<78>Nov 21 10:50:01 web-3 CRON[12093]: (root) CMD (run-parts --report /etc/cron.hourly)",
  },
  {
    format: "Linux",
    line: "Nov 21 10:50:02 combo su(pam_unix)[21416]: session opened for user cyrus by (uid=0)",
  },
  { format: "Linux", line: "Nov 21 10:50:03 combo su(pam_unix)[21416]: session closed for user cyrus" },
  { format: "Linux", line: "Nov 21 10:50:04 combo logrotate: ALERT exited abnormally with [1]" },
  {
    format: "Linux",
    line: "Nov 21 10:50:05 combo ftpd[29504]: connection from 198.51.100.22 () at Sat Nov 21 10:50:05 2026",
  },
  { format: "kernel", line: "Nov 21 10:50:06 combo kernel: device eth0 entered promiscuous mode" },
  { format: "systemd", line: "<30>Nov 21 10:50:06 web-3 systemd[1]: Started Session 10422 of user deploy." },
  {
    format: "systemd",
    line: "<30>Nov 21 10:50:06 web-3 systemd-logind[2013]: New session 10422 of user deploy.",
  },
  {
    format: "RFC 5424, no format",
    line: "<30>1 2026-11-21T10:50:06.003Z web-3 dockerd 1822 - - time=2026-11-21T10:50:06Z level=info msg=ignoring module=libcontainerd",
  },
  {
    format: "macOS",
    line: "Nov 21 10:50:07 mac-7 com.apple.cts[43172]: com.apple.suggestions.harvest: scheduler_evaluate_activity told me to run this job; however, but the start time isn't for 439034 seconds. Ignoring.",
  },
  {
    format: "kernel",
    line: "Nov 21 10:50:07 mac-7 kernel[0]: ARPT: 620701.011328: AirPort_Brcm43xx::syncPowerState: WWEN[enabled]",
  },
  {
    format: "macOS",
    line: "Nov 21 10:50:08 mac-7 Microsoft Word[14463]: Cocoa scripting error for '0x00200000': four character codes must be four characters long.",
  },
  { format: "macOS", line: "Nov 21 10:50:08 mac-7 QQ[10018]: FA||Url||taskID[2019352994] dealloc" },
  {
    format: "Apache error log",
    line: "[Sat Nov 21 10:50:08 2026] [notice] jk2_init() Found child 32411 in scoreboard slot 9",
  },
  {
    format: "Apache error log",
    line: "[Sat Nov 21 10:50:08 2026] [error] [client 198.51.100.60] Directory index forbidden by rule: /var/www/html/",
  },
  {
    format: "Apache error log",
    line: "[Sat Nov 21 10:50:09 2026] [notice] workerEnv.init() ok /etc/httpd/conf/workers2.properties",
  },
  {
    format: "no header",
    line: "- 1795258209 2026.11.21 bn764 Nov 21 10:50:09 bn764/bn764 ntpd[23121]: synchronized to 192.0.2.123, stratum 3",
  },
  {
    format: "no header",
    line: "- 1795258209 2026.11.21 tbird-sm1 Nov 21 10:50:09 src@tbird-sm1 ib_sm.x[24904]: [ib_sm_sweep.c:1482]: No configuration change required",
  },
  {
    format: "Postfix",
    line: "<22>Nov 21 10:50:10 mail-1 postfix/smtpd[22711]: connect from unknown[198.51.100.31]",
  },
  {
    format: "Postfix",
    line: "<22>Nov 21 10:50:10 mail-1 postfix/smtp[22719]: 4F9D195432C: to=<anna@example.org>, relay=mx.example.org[203.0.113.25]:25, delay=0.45, status=sent (250 2.0.0 Ok)",
  },
  {
    format: "BIND",
    line: "<30>Nov 21 10:50:10 dns-1 named[25193]: client 192.0.2.77#41332 (www.example.org): query: www.example.org IN A + (192.0.2.53)",
  },
  {
    format: "dhcpd",
    line: "<30>Nov 21 10:50:10 dhcp-1 dhcpd: DHCPACK on 192.0.2.90 to 02:00:5e:10:00:21 (anna-laptop) via eth0.61",
  },
  {
    format: "access log",
    line: '192.0.2.1 - - [21/Nov/2026:10:50:10 +0000] "GET /index.html HTTP/1.1" 200 5316 "-" "Mozilla/5.0"',
  },
  {
    format: "Squid",
    line: "1795258210.448    549 192.0.2.1 TCP_HIT/206 2055995 GET http://example.org/a.crx3 - HIER_NONE/- application/octet-stream",
  },
];

const FIREWALLS: readonly Sample[] = [
  {
    format: "filterlog",
    line: "<134>Nov 21 10:50:00 fw-1 filterlog[48211]: 5,,,1000000103,igb1,match,block,in,4,0x0,,63,51234,0,DF,6,tcp,60,192.0.2.3,203.0.113.44,44321,443,0,S,3101284,,64240,,mss",
  },
  {
    format: "netfilter",
    line: "<4>Nov 21 10:50:00 gw kernel: [459695.1] [WAN_LOCAL-default-D]IN=eth0 OUT= MAC=02:00:5e:00:00:01:02:00:5e:00:00:02:08:00 SRC=198.51.100.16 DST=192.0.2.114 LEN=40 TOS=0x00 PREC=0x00 TTL=242 ID=12409 PROTO=TCP SPT=40123 DPT=445 WINDOW=1024 RES=0x00 SYN URGP=0",
  },
  {
    format: "netfilter",
    line: "Nov 21 10:50:00 web-3 kernel: [18031.712] [UFW BLOCK] IN=eth0 OUT= MAC=02:00:5e:00:00:01:02:00:5e:00:00:02:08:00 SRC=198.51.100.16 DST=192.0.2.114 LEN=52 TOS=0x00 TTL=117 ID=21931 DF PROTO=TCP SPT=52110 DPT=3389 WINDOW=8192 RES=0x00 SYN URGP=0",
  },
  {
    format: "ASA",
    line: "<166>Nov 21 2026 10:50:00 fw-1 : %ASA-6-302013: Built outbound TCP connection 447235 for outside:198.51.100.9/443 (198.51.100.9/443) to inside:192.0.2.7/41932 (203.0.113.9/41932)",
  },
  {
    format: "ASA",
    line: "<166>Nov 21 2026 10:50:00: %ASA-6-302014: Teardown TCP connection 447236 for outside:198.51.100.9/443 to inside:192.0.2.7/41932 duration 0:00:01 bytes 15266 TCP FINs",
  },
  {
    format: "ASA",
    line: '<164>Nov 21 2026 10:50:00 dev01: %ASA-4-106023: Deny tcp src outside:198.51.100.9/41100 dst inside:192.0.2.7/22 by access-group "outside_in" [0x0, 0x0]',
  },
  {
    format: "FTD",
    line: "<113>Nov 21 10:50:00 ftd-1 SFIMS: %FTD-1-430003: AccessControlRuleAction: Allow, SrcIP: 192.0.2.7, DstIP: 198.51.100.9, SrcPort: 41932, DstPort: 443, Protocol: tcp, IngressInterface: inside, EgressInterface: outside, AccessControlRuleName: out, InitiatorPackets: 4, ResponderPackets: 8, InitiatorBytes: 1365, ResponderBytes: 5190",
  },
  {
    format: "IOS",
    line: "<190>29: *Nov 21 10:50:00.123 UTC: %SEC-6-IPACCESSLOGP: list 177 denied udp 198.51.100.9(53) -> 192.0.2.7(40123), 3 packets",
  },
  {
    format: "IOS",
    line: "<189>Nov 21 10:50:00 sw-7 4711: %LINEPROTO-5-UPDOWN: Line protocol on Interface GigabitEthernet1/0/12, changed state to up",
  },
  {
    format: "FortiGate",
    line: '<189>date=2026-11-21 time=10:50:00 devname="fgt-1" devid="FGT60F0000000000" eventtime=1795258200123456789 tz="+0000" logid="0000000013" type="traffic" subtype="forward" level="notice" vd="root" srcip=192.0.2.7 srcport=41932 srcintf="port1" srcintfrole="lan" dstip=198.51.100.9 dstport=443 dstintf="wan1" dstintfrole="wan" srccountry="Reserved" dstcountry="United States" sessionid=447235 proto=6 action="close" policyid=7 policytype="policy" poluuid="2ad91ec3-e3eb-474d-b4ac-efc0d893440c" service="HTTPS" trandisp="snat" transip=203.0.113.9 transport=41932 duration=5 sentbyte=1200 rcvdbyte=5266 sentpkt=12 rcvdpkt=9 appcat="unscanned"',
  },
  {
    format: "PAN-OS",
    line: "<14>Nov 21 10:50:00 PA-220 1,2026/11/21 10:50:00,012801096514,TRAFFIC,end,2049,2026/11/21 10:50:00,192.0.2.7,198.51.100.9,203.0.113.9,198.51.100.9,outbound,,,ssl,vsys1,trust,untrust,ethernet1/2,ethernet1/1,fwd,2026/11/21 10:50:00,28260,1,53008,443,13462,443,0x400053,tcp,allow,9400,2731,6669,30,2026/11/21 10:49:21,6,business-and-economy,0,32091158,0x0,192.0.0.0-192.255.255.255,United States,0,17,13,tcp-fin,0,0,0,0,,PA-220,from-policy,,,0,,0,,N/A,0,0,0,0",
  },
  {
    format: "SRX",
    line: '<14>1 2026-11-21T10:50:00.123Z srx-1 RT_FLOW - RT_FLOW_SESSION_CLOSE [junos@2636.1.1.1.2.40 reason="TCP FIN" source-address="192.0.2.7" source-port="41932" destination-address="198.51.100.9" destination-port="443" service-name="junos-https" nat-source-address="203.0.113.9" nat-source-port="41932" nat-destination-address="198.51.100.9" nat-destination-port="443" src-nat-rule-name="snat" dst-nat-rule-name="None" protocol-id="6" policy-name="out" source-zone-name="trust" destination-zone-name="untrust" session-id-32="447235" packets-from-client="5" bytes-from-client="412" packets-from-server="3" bytes-from-server="646" elapsed-time="3" packet-incoming-interface="ge-0/0/1.0"]',
  },
  {
    format: "Sophos",
    line: '<30>device="SFW" date=2026-11-21 time=10:50:00 timezone="UTC" device_name="XG310" device_id=C30006T22TGR89B log_id=010101600001 log_type="Firewall" log_component="Firewall Rule" log_subtype="Allowed" status="Allow" priority=Information duration=0 fw_rule_id=7 policy_type=1 user_name="" src_mac=02:00:5e:00:00:01 src_ip=192.0.2.7 dst_ip=198.51.100.9 protocol="TCP" src_port=41932 dst_port=443 sent_pkts=4 recv_pkts=8 sent_bytes=1365 recv_bytes=5190 in_interface="Port1" out_interface="Port2"',
  },
  {
    format: "SonicWall",
    line: 'id=firewall sn=18B169000000 time="2026-11-21 10:50:00 UTC" fw=203.0.113.1 pri=6 c=262144 m=98 msg="Connection Opened" n=447235 src=192.0.2.7:41932:X0 dst=198.51.100.9:443:X1 proto=tcp/https sent=52 rule="15 (LAN->WAN)"',
  },
  {
    format: "Stormshield",
    line: '<13>Nov 21 10:50:00 sns-1 id=firewall time="2026-11-21 10:50:00" fw="sns-1" tz=+0000 startime="2026-11-21 10:49:58" pri=5 confid=01 slotlevel=2 ruleid=7 srcif="Ethernet0" srcifname="in" ipproto=tcp proto=https src=192.0.2.7 srcport=41932 dst=198.51.100.9 dstport=443 sent=1365 rcvd=5190 action=pass logtype="filter"',
  },
  {
    format: "CEF",
    line: "<134>Nov 21 10:50:00 relay CEF:0|Check Point|VPN-1 & FireWall-1|Check Point|Log|https|Unknown|act=Accept deviceDirection=0 rt=1795258200123 spt=41932 dpt=443 cs2Label=Rule Name cs2=out layer_name=Network ifname=eth0 logid=0 origin=192.0.2.254 dst=198.51.100.9 inzone=Internal outzone=External product=VPN-1 & FireWall-1 proto=6 service_id=https src=192.0.2.7",
  },
  {
    format: "CEF",
    line: "CEF:0|Fortinet|Fortigate|v6.0.3|54802|dns:dns-response pass|3|deviceExternalId=FGT5HD3915800610 FTNTFGTlogid=1501054802 cat=dns FTNTFGTlevel=notice FTNTFGTeventtime=1795258200 FTNTFGTpolicyid=1 externalId=13355 src=192.0.2.100 spt=54621 deviceInboundInterface=port12 dst=198.51.100.55 dpt=53 deviceOutboundInterface=port11 proto=17 FTNTFGTqname=example.org act=pass",
  },
  {
    format: "LEEF",
    line: "<13>Nov 21 10:50:00 lms LEEF:2.0|Acme|Wall|1|traffic|^|src=192.0.2.7^dst=198.51.100.9^srcPort=41932^dstPort=443^proto=TCP^action=allow^devTime=Nov 21 2026 10:49:59",
  },
  {
    format: "Suricata EVE",
    line: '{"timestamp":"2026-11-21T10:50:00.123456+0000","flow_id":447235118,"in_iface":"eth0","event_type":"alert","src_ip":"192.0.2.7","src_port":41932,"dest_ip":"198.51.100.9","dest_port":80,"proto":"TCP","tx_id":6,"alert":{"action":"allowed","gid":1,"signature_id":2210017,"rev":5,"signature":"ET POLICY agent","category":"Not Suspicious Traffic","severity":3},"http":{"hostname":"example.org","url":"/x","http_method":"GET","status":200,"length":512},"app_proto":"http"}',
  },
  {
    format: "JSON",
    line: '{"event_time":"2026-11-21T10:50:00Z","host":"ids-1","src_ip":"192.0.2.7","dst_ip":"203.0.113.9","src_port":41932,"dst_port":443,"protocol":"TCP","action":"pass","rule":4711}',
  },
  {
    format: "Check Point",
    line: '<134>Nov 21 10:50:00 cp syslog[action:"Drop"; ifname:"eth1"; loguid:"{0x0,0x1,0x2}"; origin:"192.0.2.254"; product:"VPN-1 & FireWall-1"; dst:"198.51.100.9"; proto:"6"; service:"443"; s_port:"41932"; src:"192.0.2.7"; ]',
  },
  {
    format: "Meraki",
    line: "1795258200.123456789 MX_1 flows src=192.0.2.7 dst=198.51.100.9 mac=02:00:5E:00:00:01 protocol=tcp sport=41932 dport=443 pattern: allow all",
  },
  {
    format: "MikroTik",
    line: "<30>Nov 21 10:50:00 mt firewall,info DROP forward: in:ether1 out:bridge, src-mac 02:00:5e:00:00:01, proto TCP (SYN), 198.51.100.9:41932->192.0.2.7:80, len 52",
  },
  {
    format: "WatchGuard",
    line: '<140>Nov 21 10:50:00 wg-1 80B90D00 firewall: msg_id="3000-0148" Deny 0-External Firebox 52 tcp 20 128 198.51.100.9 192.0.2.7 41932 22 offset 8 S 447235118 win 32 (Unhandled External Packet-00)',
  },
  {
    format: "Barracuda",
    line: "<14>Nov 21 10:50:00 cgf-1 Info cgf-1 Block: type=FWD|proto=TCP|srcIF=eth1|srcIP=192.0.2.7|srcPort=41932|dstIP=198.51.100.9|dstPort=443|rule=BLOCKALL|info=Block by Rule|sentBytes=0|receivedBytes=0",
  },
  {
    format: "Suricata fast.log",
    line: "<33>Nov 21 10:50:00 ids-1 suricata[1822]: [Drop] [1:2210017:5] ET SCAN probe [Classification: Attempted Recon] [Priority: 3] {TCP} 198.51.100.9:41932 -> 192.0.2.7:80",
  },
  {
    format: "AWS VPC flow",
    line: "2 123456789012 eni-0a1b2c3d 192.0.2.7 198.51.100.9 41932 443 6 20 4249 1795258199 1795258259 ACCEPT OK",
  },
  {
    format: "Umbrella",
    line: '"2026-11-21 10:50:00","host-1","host-1,group","192.0.2.7","203.0.113.9","Blocked","1 (A)","NOERROR","example.org.","Software","AD Users","Networks",""',
  },
  {
    format: "Huawei",
    line: "<14>Nov 21 10:50:00 huawei %%01POLICY/6/POLICYPERMIT(l)[447235]:vsys=public, protocol=6, source-ip=192.0.2.7, source-port=41932, destination-ip=198.51.100.9, destination-port=443, time=2026/11/21 10:50:00, source-zone=trust, destination-zone=untrust, rule-name=out.",
  },
  {
    format: "Zyxel",
    line: '<150>Nov 21 10:50:00 zyxel src="192.0.2.7:41932" dst="198.51.100.9:443" msg="abnormal TCP flag attack detected, DROP" note="ACCESS BLOCK" user="unknown" devID="bccf4f000001" cat="Firewall"',
  },
];

/**
 * Lines of forty programs and vendors as they print them, in the shares of a network's log server: half are of
 * programs that no firewall's parser knows. Of vendors' documents and of the parsers' tests; addresses of RFC 5737.
 */
export const SAMPLES: readonly Sample[] = SERVERS.flatMap((sample, index) => [
  sample,
  FIREWALLS[index] ?? sample,
]);
