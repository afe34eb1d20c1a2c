import { describe, expect, test } from "bun:test";
import { isLoopback } from "../../../../../src/web/api/syslog-status";
import { recipesFor, targetOf } from "../../../../../src/web/pages/dashboard/senders/sender-setup";

const LISTENERS = {
  udp_enabled: true,
  udp_port: 5514,
  tcp_enabled: true,
  tcp_port: 6514,
  instance_url: null,
};

const textOf = (vendor: string, target: Parameters<typeof recipesFor>[0]) =>
  recipesFor(target).find((recipe) => recipe.vendor === vendor)?.text;

describe("the listener to send to", () => {
  test("is that of UDP, else that of TCP, else none", () => {
    expect(targetOf(LISTENERS, "netatlas.example")).toEqual({
      host: "netatlas.example",
      port: 5514,
      transport: "udp",
    });
    expect(targetOf({ ...LISTENERS, udp_enabled: false }, "a")).toMatchObject({
      port: 6514,
      transport: "tcp",
    });
    expect(targetOf({ ...LISTENERS, udp_enabled: false, tcp_enabled: false }, "a")).toBeUndefined();
  });

  test("is at the host of the process that receives, where that is another one on another machine", () => {
    const hostAt = (url: string) => targetOf({ ...LISTENERS, instance_url: url }, "netatlas.example")?.host;
    expect(hostAt("http://collector-1:8080")).toBe("collector-1");
    expect(hostAt("http://[2001:db8::7]:8080")).toBe("2001:db8::7");
    expect(hostAt("http://127.0.0.1:8081")).toBe("netatlas.example");
  });

  test("has an IPv6 address without the brackets of the address bar", () => {
    expect(targetOf(LISTENERS, "[2001:db8::1]")?.host).toBe("2001:db8::1");
  });
});

describe("the lines to paste", () => {
  const udp = { host: "192.0.2.9", port: 5514, transport: "udp" } as const;
  const tcp = { host: "2001:db8::1", port: 6514, transport: "tcp" } as const;

  test.each([
    ["pfSense", udp, "192.0.2.9:5514"],
    ["pfSense", tcp, "[2001:db8::1]:6514"],
    ["Cisco", udp, "logging host 192.0.2.9 transport udp port 5514\nlogging trap informational"],
    ["Cisco", tcp, "logging host ipv6 2001:db8::1 transport tcp port 6514\nlogging trap informational"],
    ["UniFi", udp, "Server Address: 192.0.2.9\nPort: 5514"],
    ["rsyslog", udp, '*.* action(type="omfwd" target="192.0.2.9" port="5514" protocol="udp")'],
    ["rsyslog", tcp, '*.* action(type="omfwd" target="2001:db8::1" port="6514" protocol="tcp")'],
  ])("for %s", (vendor, target, text) => {
    expect(textOf(vendor, target)).toBe(text);
  });

  test("for MikroTik, Juniper and Sophos name host, port and, where they can, the transport", () => {
    expect(textOf("MikroTik", udp)).toStartWith(
      "/system/logging/action/add name=netatlas target=remote remote=192.0.2.9 remote-port=5514\n",
    );
    expect(textOf("MikroTik", tcp)).toContain("remote=2001:db8::1 remote-port=6514 remote-protocol=tcp\n");
    expect(textOf("Juniper", udp)).toStartWith("set system syslog host 192.0.2.9 any info\n");
    expect(textOf("Juniper", tcp)).toEndWith("set security log stream netatlas transport protocol tcp");
    expect(textOf("Sophos", udp)).toContain("192.0.2.9\nPort: 5514\n");
  });

  test("for FortiGate name the transport in its own words", () => {
    expect(textOf("FortiGate", udp)).toContain("set mode udp\n    set port 5514");
    expect(textOf("FortiGate", tcp)).toContain("set mode reliable\n    set port 6514");
  });
});

test.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["::1", true],
  ["192.0.2.1", false],
  ["netatlas.example", false],
])("%s is loopback: %p", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
