import { afterAll, beforeAll, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService, type TestService } from "../../support/app";
import { waitFor } from "../../support/wait-for";

/** Terminal escapes, line breaks, markup, an order that is turned round, and NUL, in fields and in the message. */
const HOSTILE = Buffer.from(
  '<13>1 2026-06-01T12:00:00Z h\u001b[2Jst app - - - \u001b]0;owned\u0007 <script>alert(1)</script> \u202Egnp.exe a\r\nb\u0000c \u009b31m "q",=1+1',
);

const Events = z.object({
  total: z.int(),
  events: z.array(z.looseObject({ id: z.int(), raw_log: z.string() })),
});

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await createTestService({
    isOne: true,
    settings: {
      SYSLOG_ENABLED: "true",
      SYSLOG_HOST: "127.0.0.1",
      SYSLOG_UDP_PORT: "0",
      SYSLOG_TCP_ENABLED: "false",
      SYSLOG_RECEIVE_BUFFER_BYTES: "65536",
    },
  });
  token = await service.tokenOf(await service.givenAdmin());
  const { body } = await service.call("GET /api/v1/syslog/status", { token });
  const { udp_port: port } = z.object({ udp_port: z.int() }).parse(body);
  const socket = await Bun.udpSocket({});
  socket.send(HOSTILE, port, "127.0.0.1");
  await waitFor("the line to be searchable", async () => (await list()).total === 1);
  socket.close();
}, 60_000);
afterAll(() => service.close());

async function list() {
  return Events.parse((await service.call("GET /api/v1/syslog/events", { token })).body);
}

test("fault 22: the API gives a hostile line as JSON text without a control character, and its bytes as they came", async () => {
  const answer = await service.call("GET /api/v1/syslog/events", { token });
  expect(answer.headers.get("Content-Type")).toStartWith("application/json");
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(answer.text).not.toMatch(/\p{Cc}/u);
  const [event] = Events.parse(answer.body).events;
  for (const mark of ["\r", "\n", "\0"]) expect(event?.raw_log).not.toContain(mark);
  expect(event?.raw_log).toContain("<script>alert(1)</script>");
  const detail = await service.call(`GET /api/v1/syslog/events/${event?.id}`, { token });
  const { raw_base64: bytes } = z.looseObject({ raw_base64: z.string() }).parse(detail.body);
  expect(Buffer.from(bytes, "base64").equals(HOSTILE)).toBe(true);
});

test("fault 22: the line is one record of the CSV export, whatever it holds", async () => {
  const { status, text } = await service.call("GET /api/v1/exports/firewall?format=csv", { token });
  expect(status).toBe(200);
  // The header and the line: it broke no row.
  expect(text.trimEnd().split(/\r?\n/)).toHaveLength(2);
});
