import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService, type TestService } from "../../../support/app";
import { waitFor } from "../../../support/wait-for";

const Sent = z.object({ line: z.string(), transport: z.string(), port: z.int(), q: z.string() });
const Found = z.object({ events: z.array(z.looseObject({ raw_log: z.string(), transport: z.string() })) });

const services: TestService[] = [];
afterAll(async () => {
  for (const service of services) await service.close();
});

type Settings = NonNullable<Parameters<typeof createTestService>[0]>["settings"];

async function given(settings: Settings) {
  const service = await createTestService({ isOne: true, settings: { SYSLOG_ENABLED: "true", ...settings } });
  services.push(service);
  const token = await service.tokenOf(await service.givenAdmin());
  return {
    send: () => service.call("POST /api/v1/syslog/test-line", { token }),
    find: async (q: string) =>
      Found.parse((await service.call(`GET /api/v1/syslog/events?q=${q}`, { token })).body).events,
    sql: service.database.sql,
  };
}

describe.each([
  ["udp", { SYSLOG_UDP_ENABLED: "true", SYSLOG_TCP_ENABLED: "false" }],
  ["tcp", { SYSLOG_UDP_ENABLED: "false", SYSLOG_TCP_ENABLED: "true" }],
] as const)("by %s", (transport, listeners) => {
  test("a test line is received and found like a device's", async () => {
    const { send, find, sql } = await given({ ...listeners, SYSLOG_UDP_PORT: "0", SYSLOG_TCP_PORT: "0" });
    const sent = Sent.parse((await send()).body);
    expect(sent).toMatchObject({ transport });
    await waitFor("the line to be searchable", async () => (await find(sent.q)).length === 1);
    expect(await find(sent.q)).toMatchObject([{ raw_log: sent.line, transport, app: "netatlas" }]);
    const [row] = await sql`SELECT target, detail FROM audit_log WHERE action = 'syslog.test_line'`;
    expect(row).toEqual({ target: `listener:${transport}:${sent.port}`, detail: `q=${sent.q}` });
  });
});

test("without an open listener, and where the allowlist keeps this machine out, it says so", async () => {
  const off = await given({ SYSLOG_ENABLED: "false" });
  expect(await off.send()).toMatchObject({
    status: 409,
    body: { detail: "No syslog listener without TLS is open" },
  });
  const kept = await given({
    SYSLOG_UDP_ENABLED: "true",
    SYSLOG_HOST: "127.0.0.1",
    SYSLOG_UDP_PORT: "0",
    SYSLOG_SENDER_ALLOWLIST: '["192.0.2.0/24"]',
  });
  expect(await kept.send()).toMatchObject({
    status: 409,
    body: { detail: "SYSLOG_SENDER_ALLOWLIST does not have 127.0.0.1, from where the line was sent" },
  });
});
