import { beforeAll, expect, test } from "bun:test";
import pino from "pino";
import { getSecurityEvents } from "../../../src/features/device-events/service";
import { openSegmentStore } from "../../../src/features/syslog/search/segment-store";
import { EventDatabase } from "../../../src/features/syslog/segments/duckdb";
import { DeviceRead } from "../../../src/features/topology/devices/models";
import { createTestService, type TestService } from "../../support/app";
import { segmentContext } from "../../support/test-store";
import { waitFor } from "../../support/wait-for";

const filterlog = (action: string, source: string, destination: string) =>
  `<134>1 2026-06-01T12:00:00Z fw1 filterlog 1 - - 5,,,1000000103,igb0,match,${action},in,4,0x0,,64,1,0,DF,6,tcp,60,${source},${destination},1234,443,0,S,1,,64240,,mss`;
const LINES = [
  filterlog("block", "203.0.113.9", "10.5.0.1"),
  filterlog("block", "203.0.113.9", "10.5.0.2"),
  filterlog("pass", "10.5.0.1", "203.0.113.9"),
  filterlog("pass", "10.5.0.1", "10.5.0.2"),
  filterlog("pass", "10.5.0.11", "203.0.113.9"),
];

let service: TestService;
let token: string;
let id: number;

beforeAll(async () => {
  service = await createTestService({
    settings: {
      SYSLOG_ENABLED: "true",
      SYSLOG_HOST: "127.0.0.1",
      SYSLOG_UDP_PORT: "0",
      SYSLOG_TCP_ENABLED: "false",
      SYSLOG_RECEIVE_BUFFER_BYTES: "65536",
    },
  });
  token = await service.tokenOf(await service.givenAdmin());
  const body = { ip_address: "10.5.0.1", additional_addresses: ["10.5.0.2"] };
  const created = await service.call("POST /api/v1/topology/devices", { token, body });
  id = DeviceRead.parse(created.body).id;
  const { body: status } = await service.call("GET /api/v1/syslog/status", { token });
  const port =
    typeof status === "object" && status !== null && "udp_port" in status ? Number(status.udp_port) : 0;
  const socket = await Bun.udpSocket({});
  for (const line of LINES) socket.send(line, port, "127.0.0.1");
  await waitFor("the lines to be searchable", async () => {
    const { body: events } = await service.call("GET /api/v1/syslog/events", { token });
    return (
      typeof events === "object" && events !== null && "total" in events && events.total === LINES.length
    );
  });
  socket.close();
}, 60_000);

const read = (query = "") =>
  service.call(`GET /api/v1/topology/devices/${id}/security-events${query}`, { token });

test("counts what was blocked and passed for all of a device's addresses, and says on which side it was", async () => {
  const answer = await read();
  expect(answer).toMatchObject({
    status: 200,
    body: {
      device_id: id,
      window_hours: 24,
      blocked_count: 2,
      passed_count: 2,
      total_count: 4,
      last_seen_event_time: expect.any(String),
      is_partial: false,
    },
  });
  expect(answer.body).toHaveProperty(
    "events",
    ["both", "source", "destination", "destination"].map((relation) => expect.objectContaining({ relation })),
  );
});

test("the window and the limit are clamped; the counts are of the whole window", async () => {
  expect((await read("?window_hours=9999&limit=0")).body).toMatchObject({
    window_hours: 168,
    total_count: 4,
    events: [{ relation: "both" }],
  });
  expect((await read("?window_hours=-5&limit=1000")).body).toMatchObject({ window_hours: 1 });
  for (const name of ["window_hours", "limit"]) {
    expect(await read(`?${name}=many`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["query", name] }] },
    });
  }
});

test("an unknown device is 404; a device without address has no events", async () => {
  const path = (of: number) => `GET /api/v1/topology/devices/${of}/security-events`;
  expect(await service.call(path(999_999), { token })).toMatchObject({
    status: 404,
    body: { detail: "Device not found" },
  });
  const created = await service.call("POST /api/v1/topology/devices", { token, body: {} });
  const { id: bare } = DeviceRead.parse(created.body);
  expect((await service.call(path(bare), { token })).body).toMatchObject({
    total_count: 0,
    is_partial: false,
  });
});

test("where the events cannot be read it answers with zeros, says so, and the log says why", async () => {
  const { db } = service.database;
  const { queues, options } = service.syslog;
  const { events: eventsFolder } = options.folders;
  const closed = new EventDatabase({
    eventsFolder,
    temporaryFolder: eventsFolder,
    memoryMegabytes: 64,
    threads: 1,
  });
  await closed.close();
  const search = segmentContext({ db, database: closed, folders: options.folders });
  const syslog = { db, queues, options, events: openSegmentStore({ search }) };
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const wanted = { id, userId: 1, window_hours: 24, limit: 10, now: new Date() };
  const answer = await getSecurityEvents({ db, syslog, log }, wanted, new AbortController().signal);
  expect(answer).toMatchObject({ total_count: 0, events: [], is_partial: true });
  expect(logged.join()).toContain("the event store is closed");
});
