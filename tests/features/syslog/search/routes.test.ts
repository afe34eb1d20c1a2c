import { beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService, type TestService } from "../../../support/app";
import { waitFor } from "../../../support/wait-for";

const LINES = [
  "<134>1 2026-06-01T12:00:00Z fw1 filterlog 1 - - 5,,,1000000103,igb0,match,block,in,4,0x0,,64,1,0,DF,6,tcp,60,10.1.0.1,192.168.1.1,1234,443,0,S,1,,64240,,mss",
  "<134>1 2026-06-01T12:00:00Z fw1 filterlog 1 - - 7,,,1000000104,igb0,match,pass,out,6,0x00,0x12345,64,tcp,6,40,2001:db8::1,2001:db8:2::5,51000,22,0,S,1,,64240,,mss",
  '<189>date=2026-11-21 time=10:50:00 devname="fg" devid="FG1" logid="0000000013" type="traffic" subtype="forward" level="notice" srcip=10.2.0.7 srcport=40000 srcintf="port1" dstip=198.51.100.9 dstport=443 dstintf="wan1" sessionid=1 proto=6 action="close" policyid=7 trandisp="snat" transip=203.0.113.9 transport=60000 sentbyte=1200 rcvdbyte=5266 sentpkt=12 rcvdpkt=9',
  "<38>Jun  1 12:00:00 web1 sshd[7]: Failed password for root from 203.0.113.9",
  String.raw`<38>Jun  1 12:00:00 web1 sshd[7]: odd 100% a_b back\slash "quoted" 'single'`,
];

const List = z.object({
  total: z.int(),
  next_cursor: z.string().nullable(),
  events: z.array(z.looseObject({ id: z.int(), raw_log: z.string() })),
});

let service: TestService;
let key: string;

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const { status, body } = await service.call(`GET /api/v1/syslog/${path}`, { key });
  return { status, body };
}

async function find(query: Record<string, string>): Promise<z.infer<typeof List>> {
  const { status, body } = await get(`events?${new URLSearchParams(query).toString()}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return List.parse(body);
}

beforeAll(async () => {
  service = await createTestService({
    settings: {
      SYSLOG_ENABLED: "true",
      SYSLOG_HOST: "127.0.0.1",
      SYSLOG_UDP_PORT: "0",
      SYSLOG_TCP_ENABLED: "false",
      SYSLOG_RECEIVE_BUFFER_BYTES: "65536",
      API_KEY_RATE_LIMIT_MAX_CALLS: "10000",
    },
  });
  ({ key } = await service.apiKeyOf(await service.givenAdmin()));
  const { udp_port: port } = z.object({ udp_port: z.int() }).parse((await get("status")).body);
  const socket = await Bun.udpSocket({});
  for (const line of LINES) socket.send(line, port, "127.0.0.1");
  await waitFor("the lines to be searchable", async () => (await find({})).total === LINES.length);
  socket.close();
}, 60_000);

describe("filters of GET /syslog/events", () => {
  const FOUND: [query: Record<string, string>, lines: number[]][] = [
    [{ src_ip: "10.0.0.0/8" }, [0, 2]],
    [{ src_ip: "10.1.255.255/16" }, [0]],
    [{ src_ip: "2001:db8::/32" }, [1]],
    [{ dst_ip: "2001:db8:2::/48" }, [1]],
    [{ dst_ip: "0.0.0.0/0" }, [0, 2]],
    [{ ip: "203.0.113.9" }, [2, 3]],
    [{ ip: "203.0.113.0/24", app: "sshd" }, [3]],
    [{ port: "22" }, [1]],
    [{ verdict: "deny" }, [0]],
    [{ rule_id: "7" }, [1, 2]],
    [{ sender: "127.0.0.0/8" }, [0, 1, 2, 3, 4]],
    [{ q: "nat_src_ip:203.0.113.9" }, [2]],
    [{ q: "10.0.0.0/8" }, [0, 2]],
    [{ q: "10.2.0.9/24" }, [2]],
    [{ q: "-10.0.0.0/8 filterlog" }, [1]],
    [{ q: '"10.0.0.0/8"' }, []],
    [{ q: "127.0.0.0/8" }, [0, 1, 2, 3, 4]],
    [{ q: "2001:db8:2::/48" }, [1]],
    [{ q: "2001:0DB8:0:0::1" }, [1]],
    [{ q: "-2001:0db8::1 -fg -web1" }, [0]],
    [{ q: "nat_src_port:60000 interface_out:wan1" }, [2]],
    [{ q: "tracker_id:1000000103 -direction:out" }, [0]],
    [{ q: "bytes:6466 packets:21" }, [2]],
    [{ q: "procid:7 parser:generic" }, [4]],
    [{ q: "src_ip:10.0.0.0/8 -ip:203.0.113.9" }, [0]],
    [{ q: "-src_ip:10.0.0.0/8 -src_ip:2001:db8::/32 -app:sshd" }, []],
    [{ q: "HOST:web1 host:web1" }, [3, 4]],
    [{ q: "vendor:Fortinet parser:FORTINET" }, [2]],
    [{ vendor: "Fortinet" }, [2]],
    [{ q: "verdict:DENY protocol:TCP direction:In transport:UDP" }, [0]],
  ];
  for (const [query, lines] of FOUND) {
    test(`${JSON.stringify(query)} finds lines ${lines.join(", ") || "none"}`, async () => {
      const { events } = await find(query);
      expect(events.map((event) => event.raw_log).toSorted()).toEqual(
        lines.map((line) => LINES[line] ?? "").toSorted(),
      );
    });
  }

  test("a name of q that is no field is told with the nearest one, its term is a word", async () => {
    const Unknown = z.object({ total: z.int(), unknown_fields: z.unknown() });
    const unknownOf = async (q: string) =>
      Unknown.parse((await get(`events?${new URLSearchParams({ q }).toString()}`)).body);
    expect(await unknownOf("verdit:deny foo:bar")).toEqual({
      total: 0,
      unknown_fields: [
        { name: "verdit", nearest: "verdict" },
        { name: "foo", nearest: null },
      ],
    });
    expect(await unknownOf("-foo:bar src:10.1.0.1")).toMatchObject({
      total: 1,
      unknown_fields: [{ name: "foo", nearest: null }],
    });
    expect(await unknownOf('sshd "foo:bar" app:sshd')).toMatchObject({ unknown_fields: [] });
  });

  test("device_id finds what a device sent and what it took part in", async () => {
    const { token } = await adminSession();
    const create = (body: object) => service.call("POST /api/v1/topology/devices", { token, body });
    const Device = z.object({ id: z.int() });
    const peer = Device.parse((await create({ ip_address: "203.0.113.9" })).body);
    const nameless = Device.parse((await create({ display_name: "no address" })).body);
    expect((await find({ device_id: String(peer.id) })).total).toBe(2);
    expect((await find({ device_id: String(nameless.id) })).total).toBe(0);
  });

  test("device_id finds the events of every address of a device, and of its host name", async () => {
    const { token } = await adminSession();
    const lines = async (body: object) => {
      const made = await service.call("POST /api/v1/topology/devices", { token, body });
      const device = z.object({ id: z.int() }).parse(made.body);
      const { events } = await find({ device_id: String(device.id) });
      return events.map((event) => LINES.indexOf(event.raw_log)).toSorted((one, other) => one - other);
    };
    const interfaces = [{ name: "eth1", ip_addresses: ["2001:DB8:0:0::1"] }];
    expect(await lines({ ip_address: "10.2.0.7", additional_addresses: ["10.1.0.1"], interfaces })).toEqual([
      0, 1, 2,
    ]);
    expect(await lines({ display_name: "x", hostname: "WEB1.example.net" })).toEqual([3, 4]);
    // Two devices may be meant.
    expect(await lines({ display_name: "fw1" })).toEqual([0, 1]);
    expect(await lines({ display_name: "y", hostname: "fw1.example.net" })).toEqual([]);
  });

  test("the answer has the translated addresses and the other fields", async () => {
    const { events } = await find({ src_ip: "10.2.0.7" });
    expect(events[0]).toMatchObject({
      nat_src_ip: "203.0.113.9",
      nat_src_port: 60_000,
      nat_dst_ip: null,
      interface: "port1",
      interface_out: "wan1",
      bytes: 6466,
      packets: 21,
      parser: "fortinet",
    });
  });

  async function adminSession() {
    return service.sessionOf(await service.givenAdmin());
  }
});

test("GET /syslog/events/{event_id} gives the message and the length of its line", async () => {
  const [event] = (await find({ q: "Failed" })).events;
  const { body } = await get(`events/${event?.id}`);
  expect(body).toMatchObject({
    message: "Failed password for root from 203.0.113.9",
    original_bytes: LINES[3]?.length ?? 0,
    action_raw: null,
  });
});

test("next_cursor leads through all pages, and the last has none", async () => {
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const page = await find({ limit: "2", ...(cursor === null ? {} : { cursor }) });
    expect(page.total).toBe(LINES.length);
    ids.push(...page.events.map((event) => event.id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(ids).toEqual((await find({})).events.map((event) => event.id));
});

describe("GET /syslog/histogram", () => {
  test("covers the last 24 hours by verdict where nothing is said", async () => {
    const { status, body } = await get("histogram");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      step_seconds: 900,
      by: "verdict",
      time_zone: "UTC",
      total: LINES.length,
      is_partial: false,
    });
    const { buckets } = z.object({ buckets: z.array(z.object({ total: z.int().nullable() })) }).parse(body);
    expect(buckets.length).toBeLessThanOrEqual(97);
    expect(buckets[0]?.total).toBeNull();
  });

  test("takes filters, step and zone", async () => {
    const { body } = await get("histogram?by=action&action=block&step_seconds=3600&time_zone=Asia/Kathmandu");
    expect(body).toMatchObject({ step_seconds: 3600, by: "action", time_zone: "Asia/Kathmandu", total: 1 });
  });
});

test("GET /syslog/facets gives the values of several fields, within the filters", async () => {
  expect(await get("facets?fields=dst_port,app&limit=1&q=-app:sshd")).toMatchObject({
    status: 200,
    body: {
      total: 3,
      facets: [
        { field: "dst_port", values: [{ value: "443", count: 2 }], without_value: 0, distinct_values: 2 },
        { field: "app", values: [{ value: "filterlog", count: 2 }], without_value: 1, distinct_values: 1 },
      ],
      is_partial: false,
    },
  });
  const many = await get(`facets?fields=${["verdict", "app", "sender"].join(",")},app&q=absent`);
  expect(many.body).toMatchObject({
    total: 0,
    facets: [{ values: [] }, { values: [] }, { field: "sender", distinct_values: 0 }],
  });
});

test("GET /syslog/top gives values by count, within the filters", async () => {
  expect(await get("top?field=dst_port&limit=1&q=-app:sshd")).toMatchObject({
    status: 200,
    body: { field: "dst_port", values: [{ value: "443", count: 2 }], other: 1, without_value: 0, total: 3 },
  });
});

describe("refusals", () => {
  const REFUSED: [path: string, status: number, loc: string | null][] = [
    ["events?src_ip=10.0.0.0/33", 400, null],
    ["events?dst_ip=2001:db8::/129", 400, null],
    ["events?ip=10.0.0/8", 400, null],
    ["events?verdict=%20", 400, null],
    ["events?rule_id=a%07b", 400, null],
    ["events?port=65536", 422, "port"],
    ["events?device_id=x", 422, "device_id"],
    ["events?device_id=99999999", 422, "device_id"],
    ["events?q=src_ip:here", 422, "q"],
    ["events?q=ip:10.0.0.0/40", 422, "q"],
    ["events?q=bytes:many", 422, "q"],
    ["events?q=severity:8", 422, "q"],
    ["events?q=facility:24", 422, "q"],
    ["events?q=a%00b", 422, "q"],
    ["events?cursor=forged", 422, "cursor"],
    ["events?cursor=e30&sort_by=src_ip", 422, "cursor"],
    ["events?cursor=e30&offset=1", 422, "cursor"],
    ["histogram?by=raw_log", 422, "by"],
    ["histogram?step_seconds=7", 422, "step_seconds"],
    ["histogram?step_seconds=1", 422, "step_seconds"],
    ["histogram?time_zone=Mars/Olympus", 422, "time_zone"],
    ["histogram?start_time=2026-01-02&end_time=2026-01-01", 422, "start_time"],
    ["histogram?end_time=soon", 422, "end_time"],
    ["top", 422, "field"],
    ["top?field=raw_log", 422, "field"],
    ["top?field=sender&limit=0", 422, "limit"],
    ["top?field=sender&limit=101", 422, "limit"],
    ["top?field=sender&start_time=x", 422, "start_time"],
    ["facets", 422, "fields"],
    ["facets?fields=", 422, "fields"],
    ["facets?fields=sender,raw_log", 422, "fields"],
    [
      "facets?fields=sender,source_host,src_ip,dst_ip,src_port,dst_port,protocol,action,verdict,app,vendor,parser,reason",
      422,
      "fields",
    ],
    ["facets?fields=sender&limit=21", 422, "limit"],
  ];
  for (const [path, status, loc] of REFUSED) {
    test(`${path} is refused with ${status}`, async () => {
      const answer = await get(path);
      expect(answer.status).toBe(status);
      if (loc !== null) expect(answer.body).toMatchObject({ detail: [{ loc: ["query", loc] }] });
    });
  }
});

test("a refusal's text says once that a value is wrong", async () => {
  const { body } = await get("histogram?time_zone=Mars/Olympus");
  expect(body).toMatchObject({ detail: [{ msg: "Value error, this is no IANA time zone" }] });
});

describe("fault 28: hostile searches", () => {
  const LITERAL: [q: string, lines: number][] = [
    ["%", 1],
    ["_b", 1],
    [String.raw`\slash`, 1],
    [`'single'`, 1],
    ['a"b', 0],
    [`"'; DROP TABLE event_segments; --"`, 0],
    [".*", 0],
    [`(${"a+".repeat(100)})+$`, 0],
  ];
  for (const [q, lines] of LITERAL) {
    test(`fault 28: ${JSON.stringify(q.slice(0, 30))} is taken literally`, async () => {
      expect((await find({ q })).total).toBe(lines);
    });
  }

  test("fault 28: a pattern of 10 kB is refused, with its place", async () => {
    for (const path of ["events", "histogram", "top"]) {
      const answer = await get(`${path}?field=sender&q=${"a%2B".repeat(3500)}`);
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ["query", "q"], type: "string_too_long" }] },
      });
    }
  });

  test("fault 28: ten years take 120 buckets at most", async () => {
    const { status, body } = await get("histogram?start_time=2020-01-01&end_time=2030-01-01");
    expect(status).toBe(200);
    const { buckets, total } = z.object({ buckets: z.array(z.unknown()), total: z.int() }).parse(body);
    expect(buckets.length).toBeLessThanOrEqual(120);
    expect(total).toBe(LINES.length);
    expect((await find({ start_time: "2020-01-01", end_time: "2030-01-01" })).total).toBe(LINES.length);
  });

  test("fault 28: from the year 1 to the year 9999 all is counted, and every instant is one", async () => {
    const window = "start_time=0001-01-01T00:00:00Z&end_time=9999-12-31T23:59:59.999Z";
    for (const path of [`histogram?${window}`, `top?field=sender&${window}`]) {
      const { body } = await get(path);
      const { from, to, total } = z
        .object({ from: z.iso.datetime(), to: z.iso.datetime(), total: z.int() })
        .parse(body);
      expect([from.slice(0, 4), to.slice(0, 4), total]).toEqual(["1970", "2255", LINES.length]);
    }
    expect(await get("histogram?end_time=0001-01-01T00:00:00Z")).toMatchObject({ body: { total: 0 } });
  });

  test("fault 28: a limit of 10^9 is refused, an offset of 10^9 gives an empty page", async () => {
    expect((await get("events?limit=1000000000")).status).toBe(422);
    expect((await find({ offset: "1000000000" })).events).toEqual([]);
  });
});

test("events, histogram, top and facets need the permission security_view", async () => {
  const viewer = await service.apiKeyOf(await service.givenUser({ role: "Viewer" }));
  for (const path of ["events", "histogram", "top?field=sender", "facets?fields=sender"]) {
    const { status } = await service.call(`GET /api/v1/syslog/${path}`, { key: viewer.key });
    expect(status).toBe(403);
  }
});
