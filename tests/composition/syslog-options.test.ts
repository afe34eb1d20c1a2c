import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataDirectory } from "#platform/data-directory";
import { parseSettings, SettingsError } from "../../src/settings/settings";
import { syslogOptions } from "../../src/composition/syslog-options";

function optionsOf(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "netatlas-options-"));
  const dataDirectory = openDataDirectory(folder);
  try {
    return syslogOptions(parseSettings(environment), dataDirectory);
  } finally {
    dataDirectory.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function problemsOf(environment: Record<string, string>): string[] {
  try {
    parseSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe("the receiver's options", () => {
  test("have UDP and TCP, one thread, and no TLS where nothing is set", () => {
    expect(optionsOf({}).receiver).toMatchObject({
      udpPort: 1514,
      tcpPort: 1514,
      tlsPort: null,
      trapPort: null,
      tlsFiles: null,
      threads: 1,
    });
  });

  test("have a port for traps where one is set, on an address of its own", () => {
    const options = optionsOf({
      SNMP_TRAP_PORT: "1162",
      SNMP_TRAP_HOST: "192.0.2.1",
      SNMP_TRAP_ANY_COMMUNITY: "true",
    });
    expect(options.receiver).toMatchObject({ host: "::", trapHost: "192.0.2.1", trapPort: 1162 });
    expect(options.isAnyTrapCommunity).toBeTrue();
    expect(optionsOf({}).isAnyTrapCommunity).toBeFalse();
  });

  test("have TLS on port 6514 where it is enabled, with client authorities where they are named", () => {
    const files = {
      SYSLOG_TLS_ENABLED: "true",
      SYSLOG_TLS_CERTFILE: "/tls/server.pem",
      SYSLOG_TLS_KEYFILE: "/tls/server.key",
    };
    expect(optionsOf(files).receiver).toMatchObject({
      tlsPort: 6514,
      tlsFiles: { certificate: "/tls/server.pem", key: "/tls/server.key", clientAuthorities: null },
    });
    const receiver = optionsOf({
      ...files,
      SYSLOG_TLS_PORT: "7",
      SYSLOG_TLS_CLIENT_CAFILE: "/tls/ca.pem",
    }).receiver;
    expect([receiver.tlsPort, receiver.tlsFiles?.clientAuthorities]).toEqual([7, "/tls/ca.pem"]);
  });

  test("zones stand by sender", () => {
    const zones = '{"192.0.2.0/24":"Europe/Berlin","2001:db8::1":"Asia/Tokyo","::ffff:192.0.2.7":"UTC"}';
    expect(
      optionsOf({ SYSLOG_TIME_ZONE: "America/New_York", SYSLOG_SENDER_TIME_ZONES: zones }).timeZones,
    ).toEqual({
      fallback: "America/New_York",
      senders: [
        ["192.0.2.0/24", "Europe/Berlin"],
        ["2001:db8::1/128", "Asia/Tokyo"],
        ["192.0.2.7/32", "UTC"],
      ],
    });
    expect(optionsOf({}).timeZones).toEqual({ fallback: "UTC", senders: [] });
  });
});

describe("a start is refused", () => {
  test.each([
    ['{"192.0.2.0/33":"UTC"}', ['SYSLOG_SENDER_TIME_ZONES: "192.0.2.0/33" must be an IP address or CIDR']],
    [
      '{"192.0.2.1":"Europe/Atlantis","fw1":"UTC"}',
      [
        'SYSLOG_SENDER_TIME_ZONES: "Europe/Atlantis" (of 192.0.2.1) is not a known time zone',
        'SYSLOG_SENDER_TIME_ZONES: "fw1" must be an IP address or CIDR',
      ],
    ],
    ["Europe/Berlin", ["SYSLOG_SENDER_TIME_ZONES: must be valid JSON"]],
    ['["UTC"]', [expect.stringContaining("SYSLOG_SENDER_TIME_ZONES: must be a JSON object")]],
    ['{"192.0.2.1":1}', [expect.stringContaining("SYSLOG_SENDER_TIME_ZONES: must be a JSON object")]],
  ])("by the zones %s, naming what is wrong", (zones, problems) => {
    expect(problemsOf({ SYSLOG_SENDER_TIME_ZONES: zones })).toEqual(problems);
  });

  test("by TLS without its files, naming them", () => {
    expect(problemsOf({ SYSLOG_TLS_ENABLED: "yes", SYSLOG_TLS_KEYFILE: " " })).toEqual([
      "SYSLOG_TLS_CERTFILE: is required by SYSLOG_TLS_ENABLED",
      "SYSLOG_TLS_KEYFILE: is required by SYSLOG_TLS_ENABLED",
    ]);
    expect(problemsOf({ SYSLOG_TLS_ENABLED: "no" })).toEqual([]);
  });

  test.each([
    ["SYSLOG_RECEIVER_THREADS", "0"],
    ["SYSLOG_RECEIVER_THREADS", "17"],
    ["SYSLOG_TLS_PORT", "65536"],
    ["SYSLOG_TLS_ENABLED", "perhaps"],
  ])("by %s=%s", (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(`${name}: must be`)]);
  });
});
