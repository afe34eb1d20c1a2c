import { beforeAll, describe, expect, test } from "bun:test";
import { createTestService, type TestService } from "../../support/app";
import { waitFor } from "../../support/wait-for";

const LINES = [
  "<134>1 2026-06-01T12:00:00Z fw1 filterlog 1 - - 5,,,1000000103,igb0,match,block,in,4,0x0,,64,1,0,DF,6,tcp,60,10.0.0.1,192.168.1.1,1234,443,0,S,1,,64240,,mss",
  "<38>Jun  1 12:00:00 web1 sshd[7]: Failed password for root from 203.0.113.9",
  "<38>Jun  1 12:00:00 web1 sshd[7]: Accepted password for ann 100% \\o/",
];

let service: TestService;
let key: string;

async function get(
  path: string,
  credentials: { key?: string } = { key },
): Promise<{ status: number; body: unknown }> {
  const { status, body } = await service.call(`GET ${path}`, credentials);
  return { status, body };
}

async function total(query: string): Promise<unknown> {
  const { status, body } = await get(`/api/v1/syslog/events?${query}`);
  expect(status).toBe(200);
  return typeof body === "object" && body !== null && "total" in body ? body.total : undefined;
}

beforeAll(async () => {
  service = await createTestService({
    isOne: true,
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
  const { body } = await get("/api/v1/syslog/status");
  const port = typeof body === "object" && body !== null && "udp_port" in body ? Number(body.udp_port) : 0;
  const socket = await Bun.udpSocket({});
  for (const line of LINES) socket.send(line, port, "127.0.0.1");
  await waitFor("the lines to be searchable", async () => (await total("")) === LINES.length);
  socket.close();
}, 60_000);

test("the status tells the ports as they are set, of listeners that are off, too", async () => {
  const settings = { SYSLOG_UDP_PORT: "5514", SYSLOG_TCP_PORT: "5515", SYSLOG_TLS_PORT: "5516" };
  const own = await createTestService({ settings: { ...settings, SYSLOG_TCP_ENABLED: "false" } });
  const token = await own.tokenOf(await own.givenAdmin());
  const { body } = await own.call("GET /api/v1/syslog/status", { token });
  expect(body).toMatchObject({ enabled: false, udp_port: 5514, tcp_port: 5515, tls_port: 5516 });
  expect(body).toMatchObject({ udp_enabled: true, tcp_enabled: false, tls_enabled: false });
  await own.close();
});

describe("GET /syslog/events", () => {
  test("gives the newest event first, with every field", async () => {
    const { body } = await get("/api/v1/syslog/events?q=filterlog");
    expect(body).toMatchObject({
      retention_days: 7,
      total: 1,
      total_is_lower_bound: false,
      offset: 0,
      limit: 100,
      events: [
        {
          source_host: "fw1",
          src_ip: "10.0.0.1",
          dst_ip: "192.168.1.1",
          src_port: 1234,
          dst_port: 443,
          protocol: "tcp",
          action: "block",
          interface: "igb0",
          direction: "in",
          event_time: "2026-06-01T12:00:00.000Z",
          sender: "127.0.0.1",
          transport: "udp",
          raw_log: LINES[0] ?? "",
        },
      ],
    });
  });

  const FOUND: [query: string, count: number][] = [
    ["q=PASSWORD", 2],
    ["q=password%20-root", 1],
    ["q=%22failed%20password%22", 1],
    ["q=100%25", 1],
    ["q=%5Co", 1],
    ["q=action:block", 1],
    ["q=%20", 3],
    ["src_ip=10.0.0.1&dst_port=443", 1],
    ["action=BLOCK&protocol=TCP&interface=igb0", 1],
    ["interface=IGB0", 0],
    ["source_host=web1", 2],
    ["app=sshd", 2],
    ["severity=6&sender=127.0.0.1", 3],
    ["start_time=2020-01-01T00:00:00Z", 3],
    ["end_time=2020-01-01", 0],
    ["start_time=2020-01-01T00:00:00%2B02:00&end_time=2100-01-01T00:00:00", 3],
  ];
  for (const [query, count] of FOUND) {
    test(`${query} finds ${count}`, async () => expect(await total(query)).toBe(count));
  }

  test("an event's own received_at as both ends of the window finds it", async () => {
    const { body } = await get("/api/v1/syslog/events?q=filterlog");
    const at = /"received_at":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? "";
    expect(at).toMatch(/\.\d{3}Z$/);
    expect(await total(`q=filterlog&start_time=${at}&end_time=${at}`)).toBe(1);
  });

  const REFUSED: [query: string, status: number, detail: unknown][] = [
    ["src_ip=nowhere", 400, "'nowhere' does not appear to be an IPv4 or IPv6 address"],
    ["action=%20", 400, "Field value is required"],
    ["interface=a%07b", 400, "Field contains invalid control characters"],
    ["limit=0", 422, [expect.objectContaining({ loc: ["query", "limit"], type: "greater_than_equal" })]],
    [
      "limit=1000000000",
      422,
      [expect.objectContaining({ loc: ["query", "limit"], type: "less_than_equal" })],
    ],
    ["offset=-1", 422, [expect.objectContaining({ loc: ["query", "offset"] })]],
    ["sort_by=raw_log", 422, [expect.objectContaining({ loc: ["query", "sort_by"] })]],
    ["sort_dir=down", 422, [expect.objectContaining({ loc: ["query", "sort_dir"] })]],
    ["src_port=65536", 422, [expect.objectContaining({ loc: ["query", "src_port"] })]],
    ["start_time=soon", 422, [expect.objectContaining({ loc: ["query", "start_time"] })]],
    [
      `q=${"x".repeat(501)}`,
      422,
      [expect.objectContaining({ loc: ["query", "q"], type: "string_too_long" })],
    ],
  ];
  for (const [query, status, detail] of REFUSED) {
    test(`${query.slice(0, 40)} is refused with ${status}`, async () => {
      expect(await get(`/api/v1/syslog/events?${query}`)).toEqual({ status, body: { detail } });
    });
  }

  test("needs the permission security_view", async () => {
    const viewer = await service.apiKeyOf(await service.givenUser({ role: "Viewer" }));
    for (const path of ["events", "events/1", "status"]) {
      expect(await get(`/api/v1/syslog/${path}`, { key: viewer.key })).toEqual({
        status: 403,
        body: { detail: "Security event access is not permitted for your role" },
      });
    }
  });
});

test("GET /syslog/events/{event_id} gives the bytes as they came", async () => {
  const { body: list } = await get("/api/v1/syslog/events?q=Accepted");
  const id = /"id":(\d+)/.exec(JSON.stringify(list))?.[1] ?? "";
  const { status, body } = await get(`/api/v1/syslog/events/${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: Number(id),
    app: "sshd",
    procid: "7",
    raw_base64: Buffer.from(LINES[2] ?? "").toString("base64"),
  });
  expect(await get("/api/v1/syslog/events/5")).toEqual({ status: 404, body: { detail: "Event not found" } });
});

test("GET /syslog/status balances: received = stored, nothing lost, nothing waiting", async () => {
  const { body } = await get("/api/v1/syslog/status");
  expect(body).toMatchObject({
    enabled: true,
    udp_enabled: true,
    tcp_enabled: false,
    retention_days: 7,
    allowlist_enabled: false,
    total_events: LINES.length,
    received_packets: LINES.length,
    stored_events: LINES.length,
    dropped_unparsed: 0,
    denied_senders: 0,
    last_packet_sender: "127.0.0.1",
    last_stored_sender: "127.0.0.1",
    last_denied_at: null,
    journal: { messages: 0, lag_seconds: 0, damaged_bytes: 0, refusal: null },
    quarantine: [],
    store_error: null,
    replayed_events: 0,
  });
});

test("GET /exports/firewall gives the events as a file, and only to whom it is permitted", async () => {
  const csv = await service.call("GET /api/v1/exports/firewall?q=filterlog", { key });
  expect(csv.status).toBe(200);
  expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(csv.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="netatlas-firewall-events-\d{8}-\d{6}\.csv"$/,
  );
  expect(csv.text.split("\r\n")).toHaveLength(3);
  const json = await service.call("GET /api/v1/exports/firewall?format=json&all=true", { key });
  expect(json.headers.get("Content-Type")).toBe("application/json");
  expect(json.body).toHaveLength(LINES.length);
  for (const query of ["limit=0", "limit=10001", "format=xml"]) {
    expect((await get(`/api/v1/exports/firewall?${query}`)).status).toBe(422);
  }
  expect(await get("/api/v1/exports/firewall?end_time=soon")).toEqual({
    status: 400,
    body: { detail: "Invalid datetime filter" },
  });
  const viewer = await service.apiKeyOf(await service.givenUser({ role: "Viewer" }));
  expect(await get("/api/v1/exports/firewall", { key: viewer.key })).toEqual({
    status: 403,
    body: { detail: "Firewall log export is not permitted for your role" },
  });
});
