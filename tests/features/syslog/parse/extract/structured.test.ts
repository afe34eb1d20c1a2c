import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app: ";
const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
const KEYS = { src_ip: "192.0.2.10", src_port: 50_123, dst_ip: "203.0.113.5", dst_port: 443 };
const PAIRS = "src=192.0.2.10 sport=50123 dst=203.0.113.5 dport=443";
const read = (more: object) => parseLine(JSON.stringify({ ...KEYS, ...more }));

describe("the rule that counted", () => {
  test.each<[object]>([
    [{ swg_rulename: "r 7" }],
    [{ "fw-ruleid": "r 7" }],
    [{ dlpRuleName: "r 7" }],
    [{ casbPolicyName: "r 7" }],
    [{ dns_policy: "r 7" }],
    [{ hit_rule_name: "r 7" }],
    [{ firewall_rule_group_id: "r 7" }],
    [{ properties: { flows: [{ rule: "r 7", tuples: 1 }] } }],
    [{ transaction: { messages: [{ details: { ruleId: "r 7" } }] } }],
  ])("%j", (more) => {
    expect(read(more).ruleId).toBe("r 7");
  });

  test.each([
    [`ACL log: name="r 7", action=deny, tcp, ${PAIRS}`],
    [`acl_log(ctl0)|INFO|name="r 7", verdict=drop, ${PAIRS}`],
    [`${PAIRS} swg_rulename="r 7"`],
  ])("%s", (text) => {
    expect(parseLine(head + text).ruleId).toBe("r 7");
  });

  test.each<[object]>([
    [{ nat_rule_name: "r 7" }],
    [{ natRuleName: "r 7" }],
    [{ qos_policyid: "7" }],
    [{ request: { config: { list: [{ rule: "r 7" }] } } }],
  ])("is none that translates, shapes or is asked for: %j", (more) => {
    expect(read(more).ruleId).toBeNull();
  });

  test("is none whose name stands before what was changed", () => {
    expect(parseLine(`${head}policy update name="r 7", action=reload, ${PAIRS}`).ruleId).toBeNull();
  });

  test.each([
    ["CEF:0|V|P|1|7|n|5|src=192.0.2.10 policyName=no ssh out msg=x"],
    ["CEF:0|V|P|1|7|n|5|src=192.0.2.10 rule_name=no ssh out"],
    ["CEF:0|V|P|1|7|n|5|src=192.0.2.10 cs9Label=Rule name cs9=no ssh out"],
    ["CEF:0|V|P|1|7|n|5|src=192.0.2.10 flexString1Label=Policy flexString1=no ssh out"],
    ["CEF:0|V|P|1|7|n|5|src=192.0.2.10 policy=default cs2Label=Rule Name cs2=no ssh out"],
    ["LEEF:1.0|V|P|1|7|src=192.0.2.10\truleId=no ssh out\tsev=1"],
    ["LEEF:2.0|V|P|1|7|^|src=192.0.2.10^policy_name=no ssh out"],
  ])("of carriers of pairs: %s", (line) => {
    expect(parseLine(line).ruleId).toBe("no ssh out");
  });
});

describe("why", () => {
  test.each<[object]>([
    [{ error: "bad password" }],
    [{ LogonError: "bad password" }],
    [{ error_message: "bad password" }],
    [{ details: { error: { message: "bad password" } } }],
    [{ RejReason: "bad password" }],
    [{ swg_reason: "bad password" }],
    [{ drop_reason: 133, drop_reason_desc: "bad password" }],
    [{ failureReason: "bad password" }],
    [{ response_code_details: "bad password" }],
  ])("%j", (more) => {
    expect(read({ protocol: "tcp", action: "deny", time: "2026-11-21T10:49:59Z", ...more }).reason).toBe(
      "bad password",
    );
  });

  test.each([[`${PAIRS} error="bad password"`], [`${PAIRS} err="bad password" level=error`]])(
    "%s",
    (text) => {
      expect(parseLine(head + text).reason).toBe("bad password");
    },
  );

  test.each<[object]>([[{ error: false }], [{ error: "none" }], [{ error: 0 }], [{ error: "5" }]])(
    "is nothing that went well, and no number of an error: %j",
    (more) => {
      expect(read(more).reason).toBeNull();
    },
  );

  test("a sentence's word before a colon is no name of a reason, nor a level before a message", () => {
    expect(parseLine(`${head}Login failure: 192.0.2.10, Administrator`).reason).toBeNull();
    expect(parseLine(`${head}remote_ip=192.0.2.10 level=error msg="try again"`).reason).toBeNull();
  });

  test("a reason may say that traffic was refused", () => {
    expect(read({ reason: "denied_by_network_policy" }).verdict).toBe("deny");
    expect(read({ response_code_details: "rbac_access_denied_matched[none]" }).verdict).toBe("deny");
    expect(read({ reason: "not denied by policy" }).verdict).toBeNull();
    expect(read({ reason: "peer denied it" }).verdict).toBeNull();
    expect(read({ action: "allow", reason: "denied by policy before" }).verdict).toBe("allow");
  });
});

describe("when it was", () => {
  test.each<[object]>([
    [{ utc_timestamp: "2026-11-21 10:49:58.112" }],
    [{ query_timestamp: "2026-11-21T10:49:58Z" }],
    [{ CreationTime: "2026-11-21T10:49:58" }],
    [{ published: "2026-11-21T10:49:58.402Z" }],
    [{ logged_at: "2026-11-21T10:49:58Z" }],
    [{ requestReceivedTimestamp: "2026-11-21T10:49:58Z" }],
    [{ LogTimestamp: "Sat Nov 21 10:49:58 2026" }],
    [{ request_start_time: "2026-11-21T10:49:50Z", event_logged_time: "2026-11-21T10:49:58Z" }],
    [{ evt_time: 1_795_258_198 }],
  ])("%j", (more) => {
    expect(isoEventTime(read(more))?.slice(0, 19)).toBe("2026-11-21T10:49:58");
  });

  test("in pairs without a header", () => {
    const message = parseLine(`evt_time="2026-11-21 10:49:58" ${PAIRS}`);
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:58.000000Z");
  });

  test.each<[object]>([
    [{ expires_at: "2026-11-21T10:49:58Z" }],
    [{ last_login_time: "2026-11-21T10:49:58Z" }],
    [{ session_end_time: "2026-11-21T10:49:58Z" }],
    [{ password_change_time: "2026-11-21T10:49:58Z" }],
    [{ next_run_timestamp: "2026-11-21T10:49:58Z" }],
    [{ event_time: "10:49:58" }],
  ])("is none that something ends, was last or comes next: %j", (more) => {
    expect(read(more).eventTimeMicros).toBeNull();
  });
});

describe("who called whom", () => {
  const both = { local: "192.0.2.10:1900", remote: "203.0.113.5:4821" };
  const came = { srcIp: "203.0.113.5", srcPort: 4821, dstIp: "192.0.2.10", dstPort: 1900 };
  const went = { srcIp: "192.0.2.10", srcPort: 1900, dstIp: "203.0.113.5", dstPort: 4821 };

  test.each<[object, object]>([
    [{ ...both, event: "accept" }, came],
    [{ connection: { ...both, type: "accept", transport: "tcp" } }, { ...came, protocol: "tcp" }],
    [{ "evt.type": "accept4", "fd.lip": "192.0.2.10", "fd.rip": "203.0.113.5" }, { srcIp: "203.0.113.5" }],
    [{ ...both, syscall: "connect" }, went],
    [
      { ...both, inbound: true },
      { ...came, direction: "in" },
    ],
    [
      { ...both, is_inbound: false },
      { ...went, direction: "out" },
    ],
    [
      { ...both, connOutgoing: true },
      { ...went, direction: "out" },
    ],
  ])("%j", (object, expected) => {
    expect(parseLine(JSON.stringify(object))).toMatchObject(expected);
  });

  test.each<[object]>([
    [{ ...both, action: "accept" }],
    [{ ...both, event: "connect" }],
    [{ ...both, inbound: true, outbound: true }],
    [{ ...both, inbound: "3" }],
  ])("is not told by %j", (object) => {
    expect(parseLine(JSON.stringify(object))).toMatchObject({ srcIp: null, dstIp: null, direction: null });
  });

  test("a column without a key tells the direction", () => {
    const text = "Local Host: 192.0.2.10,Local Port: 5004,Remote Host IP: 203.0.113.5,Remote Port: 5006,UDP";
    expect(parseLine(`${head}pc-9,${text},Outbound,Action: Blocked`)).toMatchObject({
      srcIp: "192.0.2.10",
      dstIp: "203.0.113.5",
      direction: "out",
      verdict: "deny",
    });
    expect(parseLine(`${head}pc-9,${text},Inbound,Action: Blocked`).srcIp).toBe("203.0.113.5");
  });

  test("a bare address is the user's, where the other end is named", () => {
    const named = { ip_address: "192.0.2.10", dst_ip_address: "203.0.113.5" };
    expect(parseLine(JSON.stringify({ ...named, user: "bob" }))).toMatchObject({
      srcIp: "192.0.2.10",
      dstIp: "203.0.113.5",
    });
    expect(parseLine(JSON.stringify({ ...named, dst_port: 443 })).srcIp).toBeNull();
  });
});

describe("what was done", () => {
  const pairs = 'SEGMENT=2 IN="br1" PROTO=TCP SRC=192.0.2.10 DST=203.0.113.5 SPT=50123 DPT=443';

  test("in two words of an action of which the latter judges", () => {
    expect(parseLine(`${head}ACTION=FW Deny ${pairs}`)).toMatchObject({ ...ENDS, verdict: "deny" });
    expect(parseLine(`${head}ACTION=FW Log ${pairs}`).verdict).toBe("other");
    expect(parseLine(`${head}ACTION=Not Deny ${pairs}`).verdict).toBe("other");
  });

  test("in a word beside an action that judges nothing, of a flow", () => {
    expect(read({ action: "network_flow", outcome: "denied" }).verdict).toBe("deny");
    const login = { client_ip: "192.0.2.10", user: "bob", action: "login", result: "accepted" };
    expect(parseLine(JSON.stringify(login))).toMatchObject({ action: "login", verdict: "other" });
  });

  test("deep in an object where the word judges, and not in what is asked for", () => {
    const outcome = { action: "BLOCK", rule: { id: "r1" } };
    expect(read({ data: { attributes: { outcome } } }).verdict).toBe("deny");
    expect(read({ data: { attributes: { outcome: { action: "update" } } } }).verdict).toBeNull();
    expect(read({ call: { api: { parameters: { action: "BLOCK" } } } }).verdict).toBeNull();
  });

  test.each([
    ["<EventID>5157</EventID>", "deny"],
    ["<EventID Qualifiers='0'>5156</EventID>", "allow"],
    ["<EventID>5150</EventID>", null],
  ])("by Windows' filtering platform: %s", (event, verdict) => {
    const data = "<Data Name='SourceAddress'>192.0.2.10</Data><Data Name='DestAddress'>203.0.113.5</Data>";
    const way = "<Data Name='Direction'>%%14593</Data>";
    expect(parseLine(`${head}<Event>${event}${data}${way}</Event>`)).toMatchObject({
      srcIp: "192.0.2.10",
      direction: "out",
      verdict,
    });
  });
});

test("a translation's ends by their shortest names", () => {
  const text = "event=create priv=192.0.2.10:50123 pub=198.51.100.7:1025 dest=203.0.113.5:443";
  expect(parseLine(head + text)).toMatchObject({ ...ENDS, natSrcIp: "198.51.100.7", natSrcPort: 1025 });
});

test("an object whose ends are known whole still says what else it has", () => {
  const whole = { protocol: "tcp", action: "allow", time: "2026-11-21T10:49:59Z" };
  expect(read({ ...whole, translated_src_ip: "198.51.100.7", translated_src_port: 1025 })).toMatchObject({
    ...ENDS,
    natSrcIp: "198.51.100.7",
    natSrcPort: 1025,
  });
});

test.each([
  ["CEF:0|V|P|1|7|n|5|src=192.0.2.10 srcIntf=eth0 dstIntf=eth1"],
  ["LEEF:2.0|V|P|1|7|^|src=192.0.2.10^inInterface=eth0^outInterface=eth1"],
])("carriers of pairs call interfaces as they like: %s", (line) => {
  expect(parseLine(line)).toMatchObject({ interface: "eth0", interfaceOut: "eth1" });
});
