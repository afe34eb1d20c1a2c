import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const near = "198.51.100.1";
const far = "203.0.113.5";
const from = "192.0.2.9";
const group = "239.1.1.1";
const read = (text: string, program = "svc[11]") =>
  parseLine(`<30>Nov 21 11:05:14 host1 ${program}: ${text}`);

describe("who sends to a group, or asks for it, and the group are source and destination", () => {
  test.each([
    `RECV V2 member report   from ${from}    to ${group}`,
    `RECV Neighbor probe      from ${from}   to ${group}`,
    `The source address ${from} for group ${group} is from downstream VIF[0]`,
    `IGMPv2 report received from ${from} for group ${group} on eth1`,
    `received IGMPv3 report for group ${group} from ${from}`,
    `host ${from} joined group ${group}`,
    `group ${group} source ${from} timed out`,
    `multicast group: ${group}, reporter: ${from}`,
    `(${from},${group}) new forwarding entry on vif 2`,
    `(${from}, ${group}) RPF check failed`,
    `Add ${from} -> ${group} from VIF 0`,
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: from, dstIp: group });
  });

  test("likewise of version 6", () => {
    expect(read("MLD report from fe80::9 for group ff05::7 on br-lan")).toMatchObject({
      srcIp: "fe80::9",
      dstIp: "ff05::7",
    });
  });

  test.each([
    `RPF neighbor ${from} of upstream ${far}, group ${group}`,
    `group ${group} RP ${from} changed`,
    `IGMP querier ${from} on vlan 5 leaves ${group} alone`,
  ])("no such pair is in %s", (text) => {
    expect(read(text).dstIp).toBeNull();
  });
});

describe("whom a daemon sends to is its destination", () => {
  test.each<[text: string, dstPort: number | null]>([
    [`Sent 140 bytes to ${far}`, null],
    [`sent 140 bytes to ${far}:53`, 53],
    [`transmitting 2 packets to ${far}`, null],
    [`pkt_send: to ${far}`, null],
    [`udp_send_msg: sending to ${far}:500`, 500],
    [`sendto(${far}): Operation not permitted`, null],
    [`sendto ${far}:123 failed`, 123],
    [`write to ${far}:123 failed: EPIPE`, 123],
    [`Forwarded BOOTREQUEST for 00:00:5e:00:53:01 to ${far}`, null],
    [`sending handshake to <abc>[${far}:10000]...`, 10_000],
    [`resending INVITE to proxy-1 (${far}:5060)`, 5060],
    [`dropping packet to ${far}`, null],
    [`Exporting flows to [${far}]:2055`, 2055],
    [`link to ${far}:655 down`, 655],
    [`keepalive to peer ${far} lost`, null],
  ])("%s", (text, dstPort) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: far, dstPort });
  });

  test("a group is one also of what routers tell each other, and what is sent goes out", () => {
    expect(read("pim_msg_send: to 224.0.0.13 on eth0: msg_size=56", "pimd[4]")).toMatchObject({
      dstIp: "224.0.0.13",
      interfaceOut: "eth0",
    });
    expect(read("Failed to send SOLICIT message to ff02::1:2 (Address not available)")).toMatchObject({
      dstIp: "ff02::1:2",
    });
    expect(read("transmitting advertisement to ff02::1 on br-lan")).toMatchObject({
      dstIp: "ff02::1",
      interfaceOut: "br-lan",
    });
  });

  test("the scope of an address may have its device behind it", () => {
    expect(read("Sent 140 bytes to fe80::7ac8:81ff:fe7f:db0b%lan@br-lan")).toMatchObject({
      dstIp: "fe80::7ac8:81ff:fe7f:db0b",
      bytes: 140,
    });
    expect(read("contact bob@fe80.example.net").dstIp).toBeNull();
  });

  test("of a packet that goes out, its own end and the far one", () => {
    expect(read(`send IKE_AUTH res 1 peer ${far}:4500 local ${near}:4500, 518 bytes`)).toMatchObject({
      srcIp: near,
      srcPort: 4500,
      dstIp: far,
      dstPort: 4500,
    });
    expect(read(`send IKE_SA_INIT req 0 peer ${far}:500 local 0.0.0.0:500, 518 bytes`)).toMatchObject({
      srcIp: null,
      dstIp: far,
    });
    expect(read(`recv IKE_SA_INIT res 0 peer ${far}:500 local ${near}:500`)).toMatchObject({
      srcIp: far,
      dstIp: near,
    });
  });

  test.each([
    `packet sent from ${from}`,
    `alert sent to admin about ${from}`,
    `sent HELLO_PACKET to neighbor ${far} state`,
    `link to ${far}:655`,
  ])("not of %s", (text) => {
    expect(read(text, "ospfd[11]").dstIp).toBeNull();
  });
});

describe("whom a daemon goes to is its destination", () => {
  test.each<[text: string, dstPort: number | null]>([
    [`N2: Connection to AMF on ${far}:38412 completed`, 38_412],
    [`Connection to CU-CP on ${far}:38472 was lost`, 38_472],
    [`connected to MME on ${far}:36412`, 36_412],
    [`failed to connect to the tile server at ${far}:38080`, 38_080],
    [`Handshake for peer 1 (${far}:51820) did not complete after 5 seconds, retrying (try 2)`, 51_820],
    [`Retrying handshake with peer 1 (${far}:51820) because nothing was heard`, 51_820],
    [`negotiation with ${far} timed out`, null],
    [`tcp:${far}:6633: connecting...`, 6633],
    [`br0<->tcp:${far}:6653: connected`, 6653],
    [`ssl:${far}:6653: connection closed by peer`, 6653],
    [`tcp:[${far}]:6642: waiting 2 seconds before reconnect`, 6642],
    [`tcp:${far}:50122: connecting...`, 50_122],
    [`Initiating IKE Main Mode to ${far}`, null],
    [`dialing out to ${far}`, null],
    [`Querying ${far}`, null],
    [`Polling device ${far} failed`, null],
    [`Contacting server ${far}:9000`, 9000],
    [`Trying ${far}:443...`, 443],
    [`Calling ${far}:5060`, 5060],
    [`Downloading firmware from ${far}`, null],
    [`synchronizing with ${far}`, null],
    [`registered with supernode ${far}:7777`, 7777],
    [`Joining cluster at ${far}:7946`, 7946],
    [`Registration with ${far} failed: timeout`, null],
    [`tun0.check: ${far} OK 102.94 ms`, null],
    [`ping ${far} failed`, null],
    [`Ping to ${far} via wan2 failed, switching`, null],
    [`WAN1 target ${far} failed`, null],
    [`connectivity-check: ${far} is unreachable`, null],
    [`config.txt copied to TFTP server ${far}`, null],
  ])("%s", (text, dstPort) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: far, dstPort });
  });

  test("the program may be what looks", () => {
    expect(read(`${far} down on eth1`, "gwping").dstIp).toBe(far);
    expect(read(`${far} down on eth1`, "svc").dstIp).toBeNull();
  });

  test.each([
    `tcp:${from}:50122: connection closed by peer`,
    `Connection to client bob on ${from}:50122 was lost`,
    `Handshake for peer 1 (${from}:51820) completed`,
    `spf check: ${from} failed`,
    `health check ${from} failed`,
    `reputation check ${from} failed`,
    `session to vty 0 on ${from}`,
    `user bob downloading report from ${from}`,
    `adding peer ${from}:51820`,
    `timeout waiting for reply from ${from}`,
  ])("not of %s", (text) => {
    expect(read(text).dstIp).toBeNull();
  });

  test.each([`adding peer ${from}:51820`, `timeout waiting for reply from ${from}`])(
    "nobody came in %s",
    (text) => {
      expect(read(text).srcIp).toBeNull();
    },
  );
});

describe("whom a program goes to by a URL is its destination", () => {
  test.each<[text: string, dstPort: number | null]>([
    [`Connecting to http://${far}:8080/x`, 8080],
    [`connecting to peer tcp://${far}:11010`, 11_010],
    [`failed to connect to tcp://[2001:db8::9]:2375: refused`, 2375],
    [`Connected to wss://${far}/ws`, null],
    [`POST https://${far}/x failed`, null],
    [`Get "https://${far}:6443/api": EOF`, 6443],
    [`connection to mqtt://alice:x@${far}:1883 lost`, 1883],
    [`Downloading https://${far}/fw.bin`, null],
    [`fetching the list from http://${far}/list`, null],
    [`sending inform to http://${far}:8080/inform`, 8080],
    [`unable to reach udp://${far}:514.`, 514],
    [`request to http://${far}:9200/_bulk timed out`, 9200],
  ])("%s", (text, dstPort) => {
    const ip = text.includes("db8") ? "2001:db8::9" : far;
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: ip, dstPort });
  });

  test.each([`connection from tcp://${from}:50122`, `new client tcp://${from}:50122`])(
    "of a socket that came it is the source: %s",
    (text) => {
      expect(read(text)).toMatchObject({ srcIp: from, srcPort: 50_122, dstIp: null, protocol: "tcp" });
    },
  );

  test.each([
    `listening on tcp://${far}:514`,
    `connecting to tcp://0.0.0.0:514`,
    `see http://${far}/help`,
    `(wget http://${far}/x.sh)`,
    `the page http://${far}/x was saved`,
  ])("not of %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("who calls, or is heard, is the source", () => {
  test.each([
    `peer from calling number ${from} authorized`,
    `calling station id: ${from} accepted`,
    `[CORE] [VRID 1] [IPv4] Received advertisement from ${from} w/ priority 200`,
    `unexpected join request from neighbor ${from}`,
    `connection attempt from unconfigured neighbor ${from}`,
    `%NOTIFICATION: received from neighbor ${from} 6/2 (Cease) 0 bytes`,
    `ignoring invalid IGMP-message of type 22 from ${from} on 22`,
    `worker[bob]: ${from} suggesting a period of 90 s`,
    `ERROR: no configuration found for ${from}.`,
    `portal: ${from} - start radius flow`,
    `${from} - user logout`,
  ])("%s", (text) => {
    expect(parseLine(text)).toMatchObject({ srcIp: from, dstIp: null });
  });

  test.each([
    `${from} - start of the lease`,
    `no configuration found for site ${from}/24`,
    `no address found for ${from}`,
    `no IKE config found for ${from}...${far}, sending NO_PROPOSAL_CHOSEN`,
    `caller of ${from}`,
  ])("not of %s", (text) => {
    expect(parseLine(text).srcIp).toBeNull();
  });

  test("the interface that it arrived by may stand before this host's end", () => {
    expect(
      read(`| *received 444 bytes from ${from}:4500 on pppvlan2.24 ${near}:4500 using UDP`, "pluto[3]"),
    ).toMatchObject({ srcIp: from, dstIp: near, dstPort: 4500, interface: "pppvlan2.24" });
  });

  test("an arrow may point to this host's port alone", () => {
    expect(read(`Incoming connection from /${from}:50122 --> :6633`)).toMatchObject({
      srcIp: from,
      dstIp: null,
      dstPort: 6633,
    });
  });
});

describe("who manages a device, and from where, is the source", () => {
  test.each([
    `CMD_ACCT:su@${from}:                     no shutdown`,
    `CLMcmd: wr mem,alice@${from}`,
    `cli command: show run, by alice@${from}`,
    `Command from alice@[${from}]: reload`,
    `Log-Event elong delete successful at ${from} by alice`,
    `user add failed at ${from} by root`,
    `Configuration saved by alice at ${from}`,
  ])("%s", (text) => {
    expect(read(text, "dev")).toMatchObject({ srcIp: from, dstIp: null });
  });

  test("a program that accounts for commands may begin with who gave one", () => {
    expect(read(`alice@${from}: show version`, "CLI").srcIp).toBe(from);
    expect(read(`[alice@${from}] configure terminal`, "CLI").srcIp).toBe(from);
  });

  test.each([
    `(root) CMD (rsync -a root@${from}:/x /y)`,
    `command: scp file,bob@${from}`,
    `cmd=ssh alice@${from}`,
    `config change at ${from} by timeout`,
    `mailbox alice@${from}: full`,
  ])("not of %s", (text) => {
    expect(read(text, "dev").srcIp).toBeNull();
  });
});

describe("an object tells who came by its sentence and a key of any name", () => {
  test.each([
    { Key: from, Topic: "Peer", msg: "Closed an accepted connection" },
    { peer_addr_text: `${from}:50122`, msg: "Accepted new connection" },
  ])("%j", (object) => {
    expect(parseLine(JSON.stringify(object)).srcIp).toBe(from);
  });

  test.each([
    { Key: from, Topic: "Peer", msg: "Peer Up" },
    { Key: from, Other: far, msg: "Accepted a connection" },
    { bound: from, msg: "Accepted a connection" },
    { Key: "0.0.0.0:443", msg: "Accepted a connection" },
  ])("not %j", (object) => {
    expect(parseLine(JSON.stringify(object)).srcIp).toBeNull();
  });
});

test("sh and dh are hosts of a source and a destination", () => {
  expect(read(`[ACL][Blocked]ts=1 mac=00:00:5e:00:53:b1 sh=${from} sh6= dn=www.example.com`)).toMatchObject({
    srcIp: from,
    verdict: "deny",
  });
  expect(read(`sh=${from} sp=50000 dh=${far} dp=443 pr=tcp`)).toMatchObject({ srcIp: from, dstIp: far });
});
