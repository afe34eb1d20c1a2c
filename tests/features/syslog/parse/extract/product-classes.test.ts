import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const read = (text: string) => parseLine(`<134>Nov 21 10:49:59 dev-1 app: ${text}`);
const [client, server, seen, other] = ["10.8.4.20", "198.51.100.4", "192.0.2.19", "203.0.113.64"];
const ENDS = { srcIp: client, srcPort: 51_725, dstIp: server, dstPort: 443 };

describe("a row that has either side with how it is seen", () => {
  test.each<[string, object]>([
    [
      `20261121, 7, fw-b4, 10.8.4.1, traffic, traffic log, trust, (NULL), ${client}, 51725, ${seen}, 2383, untrust, (NULL), ${server}, 443, ${other}, 8443, tcp, global, 53, fw-b4, fw/vpn, 12, dropped, info, no`,
      {
        natSrcIp: seen,
        natSrcPort: 2383,
        natDstIp: other,
        natDstPort: 8443,
        protocol: "tcp",
        ruleId: "12",
        verdict: "drop",
      },
    ],
    [
      `1|pass|lan|${client}|51725|${seen}|2383|wan|${server}|443|${server}|443|tcp|`,
      { natSrcIp: seen, natSrcPort: 2383, natDstIp: null, verdict: "allow" },
    ],
    [
      `7;pass;lan;${client};51725;0.0.0.0;0;wan;${server};443;${other};8443;17`,
      { natSrcIp: null, natDstIp: other, natDstPort: 8443, protocol: "udp" },
    ],
    [
      `"7","deny","lan","eth1","${client}","51725","-","-","wan","eth0","${server}","443","-","-","tcp"`,
      { natSrcIp: null, natDstIp: null, verdict: "deny" },
    ],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...ENDS, ...expected });
  });

  test.each([
    [`7,pass,lan,${client},51725,${server},443,wan,x,${seen},2383,${server},443,tcp`],
    [`7,pass,lan,${client},51725,${server},8443,wan,x,${seen},40001,${other},443,tcp`],
  ])("of another order it tells no translation: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: client, dstIp: server, natSrcIp: null, natDstIp: null });
  });

  test("and a row that begins with a digit is none of a carrier", () => {
    expect(read("1|pass|lan|a|b|c|d|e").parser).toBe("generic");
    expect(parseLine("<134>Nov 21 10:49:59 dev-1 CEF: 0|a|b|c|d|e|3|src=10.8.4.20").parser).toBe("cef");
  });
});

describe("a row of bars has whose address it is in a place of its own", () => {
  test.each([
    [`node2 | 2026-11-21 18:10:53 | AUT31504 | minor | 10.251.0.1 | Root | ${client} | bob | Users | | No`],
    [`ive | 2026-11-21 18:10:53 | ADM100 | info | 10.251.0.1 |  | ${client} | ops | Ace |  | accepted`],
    [`1795254343|c0a8c20f-b7f3c6d0000028e3|LOGICAL_IP|${client}`],
    [`1795254343|c0a8c20f-b7f3c6d0000028e3|ACCEPT|${client}:2357`],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: client, dstIp: null });
  });

  test("whom mail went to, too", () => {
    const text = `1795254343|c0a8c20f-b7f3c6d0000028e3|DELIVER|${server}:25|bob@example.com`;
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: server, dstPort: 25 });
  });

  test.each([
    ["node2 | 2026-11-21 18:10:53 | NWC30477 | info | 10.251.0.1 | Root |  | System | | | pool exhausted"],
    [`1795254343|c0a8c20f-b7f3c6d0000028e3|VERDICT|${client}`],
    [`1795254343|c0a8c20f-b7f3c6d0000028e3|SOURCE|internal`],
  ])("else it has nobody's: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("a gateway's user is where he is said to be", () => {
  test.each<[string, object]>([
    [`ive - [${client}] bob(Users)[Staff] - VPN: Session started with IPv4 address 10.9.1.4, host pc7`, {}],
    [
      `- ive - [${client}] bob(Users)[Staff] - Closed connection to ${server} port 443 after 12 seconds`,
      { dstIp: server, dstPort: 443 },
    ],
    [
      `2026-11-21 10:49:58 - n1 - [${client}] AD::bob@example.com(Users)[] - Remote address for user bob changed from ${seen} to ${client}. Access denied.`,
      { dstIp: null, verdict: "deny" },
    ],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ srcIp: client, ...expected });
  });

  test("not the system's own address", () => {
    expect(read("ive - [127.0.0.1] System()[] - Clock set").srcIp).toBeNull();
  });
});

describe("who came from another address than before is where he is now", () => {
  test.each([
    [`Client address for user pat changed from ${seen} to ${client}. Access denied.`],
    [`session of pat: source IP changed from ${seen} to ${client}, session blocked`],
    [`user bob roamed from ${seen} to ${client}, session denied`],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: client, dstIp: null, verdict: "deny" });
  });

  test("and what is changed on a device is nobody's", () => {
    expect(read(`address of eth0 changed from ${seen} to ${client}`)).toMatchObject({ parser: "generic" });
  });
});

describe("an address with its card behind a slash", () => {
  test.each([
    [
      `DAI_FAILED: 12 ARP_REQUEST received, interface ge-0/0/8[index 76], sender ip/mac ${client}/b8:27:eb:00:a4:e2, receiver ip/mac ${server}/00:00:00:00:00:00`,
    ],
    [
      `ARP dropped on ge-0/0/8, sender ip/mac ${client}/b8:27:eb:00:a4:e2, target ip/mac ${server}/00:00:00:00:00:00`,
    ],
    [`denied packet on ge-0/0/8 ${client}/b8-27-eb-00-a4-e2 -> ${server}/00-00-5e-00-53-01 tcp`],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({
      srcIp: client,
      srcPort: null,
      dstIp: server,
      dstPort: null,
      interface: "ge-0/0/8",
    });
  });

  test("tells no end by itself", () => {
    expect(read(`lease ${client}/b8:27:eb:00:a4:e2 expired`).srcIp).toBeNull();
  });
});

describe("whom a connection failed for is who was called", () => {
  test.each([
    [`Connection verification failed for broker '${server}'. Marking broker unhealthy.`],
    [`Connection attempt failed for server ${server}`],
    [`Connectivity test failed for the collector ${server}`],
    [`Connection lost with broker '${server}'`],
    [`x could not make a connection over the network to server (ip ${server}). Error: timed out`],
    [`could not open a connection to LDAP server (ip ${server})`],
    [`Failed to connect to domain controller (IP ${server}): timeout`],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: null, dstIp: server });
  });

  test.each([
    [`Connection failed for user bob from ${client}`],
    [`Authentication failed for client ${client}`],
  ])("not who came: %s", (text) => {
    expect(read(text)).toMatchObject({ srcIp: client, dstIp: null });
  });
});

describe("pairs as word processors and labels in brackets have them", () => {
  test.each<[string, object]>([
    [
      `Blocked=”Passed” Destination_IP=”${server} ” Machine_IP=”${client}” Policy_Name=”pci data” Sender=”${client}”`,
      { verdict: "allow", ruleId: "pci data" },
    ],
    [`src=“${client}” dst=“${server}” proto=“tcp” action=“deny”`, { verdict: "deny", protocol: "tcp" }],
    [
      `[Log ID] 77 | [Source IP] ${client} | [Destination IP] ${server} | [Action] Blocked | [Policy Name] usb-x`,
      { verdict: "deny", ruleId: "usb-x" },
    ],
    [`AttackingHostIp=${client} AttackedHostIp=${server} proto=tcp`, { protocol: "tcp" }],
    [`[AUDT:[SAIP(IPAD):"${client}"][DAIP(IPAD):"${server}"][RSLT(FC32):SUCS]]`, {}],
    [`{"ClientPublicIp":"${client}","serverIp":"${server}","ApplicationPort":443}`, { dstPort: 443 }],
    [`c-ip=${client} s-ip=10.0.0.6 r-ip=${server} cs-uri-port=443 s-action=TCP_DENIED`, { dstPort: 443 }],
    [`reqaction=REQ_ACTION_ALLOW clt_sip=${client} srv_dip=${server}`, { verdict: "allow" }],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ srcIp: client, dstIp: server, ...expected });
  });

  test("a user beside an address in brackets tells whose it is", () => {
    const columns = `[Client Computer] NB-1 | [IP Address] ${client} | [Client User] bob | [Device] x`;
    expect(read(columns).srcIp).toBe(client);
    expect(read(`[Server] up1 | [IP Address] ${client} | [Status] online | [x] y`).srcIp).toBeNull();
  });

  test("what passes checks was let through only where something blocks", () => {
    expect(read(`src=${client} dst=${server} spf=passed`).verdict).not.toBe("allow");
    expect(read(`src=${client} dst=${server} prevented=passed`).verdict).toBe("allow");
  });

  test("somebody by whom something was called did not answer", () => {
    expect(read(`called_by_ip=${client} object=x`).dstIp).toBeNull();
  });
});

describe("a carrier of pairs behind a header that has not all fields", () => {
  test.each([
    ["gw1 LEEF:2.0|A|FW|1|9|^|src=10.8.4.20^dst=198.51.100.4^srcPort=51725^dstPort=443"],
    ["gw1 LEEF:1.0|A|FW|1|9|src=10.8.4.20\tdst=198.51.100.4\tsrcPort=51725\tdstPort=443"],
    ["gw1 CEF:0|A|FW|1|9|x|5|src=10.8.4.20 dst=198.51.100.4 spt=51725 dpt=443"],
    ["gw1 CEF: 0|A|FW|1|9|x|5|src=10.8.4.20 dst=198.51.100.4 spt=51725 dpt=443"],
    ["gw1 app1 - CEF:0|A|FW|1|9|x|5|src=10.8.4.20 dst=198.51.100.4 spt=51725 dpt=443"],
    ["CEF:0|A|FW|1|9|x|5|src=10.8.4.20 dst=198.51.100.4 spt=51725 dpt=443 dvchost=gw1"],
  ])("1 2026-11-21T10:00:00Z %s", (text) => {
    expect(parseLine(`<13>1 2026-11-21T10:00:00Z ${text}`)).toMatchObject({
      ...ENDS,
      sourceHost: "gw1",
      procid: null,
      msgid: "9",
      vendor: "a",
    });
  });
});

test.each<[string, "deny" | "drop" | null]>([
  ["Blocked Host", "deny"],
  ["Host Blocked", "deny"],
  ["Dropped Source", "drop"],
  ["Source IP blocked", "deny"],
  ["Blocked User", null],
  ["Host Not Blocked", null],
  ["Blocked by policy", null],
])("an event called %s says of its verdict: %s", (name, verdict) => {
  expect(read(`CEF:0|A|FW|1|9|${name}|5|src=${client} dst=${server}`).verdict).toBe(verdict);
});

test("who asked a server of files is named first in its row", () => {
  expect(read(`${client},"bob",smb2,fs_create_file,permission_error,2,"/x",""`).srcIp).toBe(client);
  expect(read(`${client},"AD\\bob",nfs3,fs_read_data,ok,2,"/x/${server}",""`).srcIp).toBe(client);
  expect(read(`${client},"route","static",3`).srcIp).toBeNull();
});

test("whom an attack was seen at is who was called", () => {
  expect(read(`Attack blocked, object: TCP from ${client} at ${server}:3389`)).toMatchObject({
    srcIp: client,
    dstIp: server,
    dstPort: 3389,
    protocol: "tcp",
  });
  expect(read(`login of bob from ${client} at ${server}`).dstIp).toBeNull();
});

test("a number of no error is no reason, and a machine no interface", () => {
  expect(read(`Login success (username=root, ip=${client}, reason=0x0, type=web)`).reason).toBeNull();
  expect(read(`denied tcp on device PC7 ${client}:51725 -> ${server}:443`).interface).toBeNull();
  expect(read(`denied tcp on device eth7 ${client}:51725 -> ${server}:443`).interface).toBe("eth7");
});

test("a version in brackets compares no addresses", () => {
  const text = `Client app7 connected to ${server}:443 from ${client}:51725 version(7.2)`;
  expect(read(text)).toMatchObject(ENDS);
  expect(read(`firmware version 10.1.1.1 to version 10.1.1.2`).srcIp).toBeNull();
});

test("mail goes out by an interface's address, and comes in by one", () => {
  const out = `Info: New SMTP DCID 12 interface ${client} address ${server} port 25`;
  expect(read(out)).toMatchObject({ srcIp: client, dstIp: server, dstPort: 25, interface: null });
  const come = `Info: New SMTP ICID 12 interface Data1 (${client}) address ${server} reverse dns host x`;
  expect(read(come)).toMatchObject({ srcIp: server, dstIp: client });
});

test("a reason ends before the next sentence's key", () => {
  const text = `Source: ${client}, Rule: "r 1" , Reason: Property update: Device is NAT. Duration: 5 seconds`;
  expect(read(text).reason).toBe("Property update: Device is NAT");
});

test("words behind an interface are none", () => {
  const text = (words: string) =>
    `Detected a user attempting to access the SNMP interface ${words} ${client}`;
  for (const words of ["from", "by", "over ssh from", "of"]) expect(read(text(words)).interface).toBeNull();
  expect(read(`denied packet on interface lan1 from ${client}`).interface).toBe("lan1");
});

test("a way beside a protocol is one with and without a length", () => {
  const flow = `${client}/51725->${server}/443`;
  expect(read(`INET TERM PASS 5096 OUT TCP RST ${flow} 9/8 1461/4677`)).toMatchObject({
    ...ENDS,
    direction: "out",
  });
  expect(read(`1f9a INET match DROP 1003 IN 60 TCP ${flow} S`)).toMatchObject({
    ...ENDS,
    direction: "in",
    ruleId: "1003",
  });
});

describe("a device's name that stands twice", () => {
  test("is the host where a number follows", () => {
    const line = `<14>Nov 21 11:36:46 nas1: nas1: 0000001e.0794c163 055b6737 x :: nas1:ssh :: ${client}:41464 :: y`;
    expect(parseLine(line)).toMatchObject({ sourceHost: "nas1", app: null, srcIp: client });
  });

  test("is a program's else", () => {
    expect(parseLine("<14>Nov 21 11:36:46 dhcpd: dhcpd: no leases").app).toBe("dhcpd");
  });
});

test("private access tells its client, whom he reached, and when", () => {
  const line = JSON.stringify({
    LogTimestamp: "Sat Nov 21 10:49:58 2026",
    SessionStatus: "ZPN_STATUS_AUTHENTICATED",
    ZEN: "b1",
    PublicIP: client,
  });
  const message = parseLine(`<134>${line}`);
  expect(message).toMatchObject({ parser: "zscaler", srcIp: client, dstIp: null });
  expect(isoEventTime(message)).toStartWith("2026-11-21T10:49:58");
});
