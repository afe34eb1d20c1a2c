import { afterAll, describe, expect, test } from "bun:test";
import { createMonitoringService, CHECKS, MONITORS } from "../monitoring-service";

const service = await createMonitoringService();
const { send } = service;
afterAll(service.close);

const HOSTILE = [
  "-oX /tmp/x",
  "8.8.8.8;id",
  "$(id)",
  "`id`",
  "a\nb",
  "a b",
  "a\u0000b",
  "@file",
  "|id",
  `${"a".repeat(300)}.example`,
];

describe("fault 46: hostile values of hosts are refused", () => {
  test.each(HOSTILE)("as a device's address: %j", async (value) => {
    const answer = await send("POST /api/v1/topology/devices", { display_name: "x", ip_address: value });
    expect(answer.status).toBe(422);
  });

  // Before a host `@` ends a user's name, and is none of it.
  const hostsOfUrls = HOSTILE.filter((value) => value !== "@file");
  test.each(hostsOfUrls)("as the host of a monitor's URL: %j", async (value) => {
    const answer = await send(`POST ${MONITORS}`, { name: "x", url: `http://${value}/` });
    expect(answer.status).toBe(422);
  });

  test.each(HOSTILE)("as the name that DNS is asked for, and as that of a certificate: %j", async (value) => {
    const dns = await send(`POST ${CHECKS}`, { label: "x", check_type: "dns", options: { name: value } });
    expect(dns.status).toBe(422);
    const options = { tls: "implicit", server_name: value };
    expect((await send(`POST ${CHECKS}`, { label: "x", check_type: "smtp", options })).status).toBe(422);
  });
});

test.each(["bücher.example", "xn--bcher-kva.example", "192.0.2.1", "[2001:db8::1]", "my_host", "a.example."])(
  "a monitor's host may be %s",
  async (host) => {
    const answer = await send(`POST ${MONITORS}`, { name: host, url: `http://${host}:8080/x` });
    expect(answer.status).toBe(201);
  },
);

test("names in other scripts are names", async () => {
  const options = { name: "bücher.example" };
  expect((await send(`POST ${CHECKS}`, { label: "x", check_type: "dns", options })).status).toBe(201);
});
