import { describe, expect, test } from "bun:test";
import { isHostOfOurs, isLoopbackHost } from "../../../src/features/setup/host";

describe("a host that no stranger's DNS can make point here", () => {
  test.each(
    "127.0.0.1 10.1.2.3:8080 [::1]:8080 [fd00::7] localhost localhost:8080 LOCALHOST localhost. nas nas:8080 0x7f.1".split(
      " ",
    ),
  )("%p is one", (host) => {
    expect(isHostOfOurs(host, "")).toBe(true);
  });

  test.each([
    "evil.example",
    "evil.example:8080",
    "127.0.0.1.evil.example",
    "nas.local",
    "localhost.evil.example.",
    "",
  ])("%p is none", (host) => {
    expect(isHostOfOurs(host, "")).toBe(false);
  });

  test("APP_URL's own is one, in any case and with any port; its neighbours are none", () => {
    const appUrl = "https://Atlas.example.com/x";
    for (const host of ["atlas.example.com", "ATLAS.example.com:8443", "atlas.example.com."]) {
      expect(isHostOfOurs(host, appUrl)).toBe(true);
    }
    for (const host of ["x.atlas.example.com", "example.com", "atlas.example.com.evil.example"]) {
      expect(isHostOfOurs(host, appUrl)).toBe(false);
    }
  });
});

test("loopback is told by its names and addresses", () => {
  const hosts = [
    "localhost",
    "localhost:8080",
    "127.0.0.1:1",
    "127.9.9.9",
    "[::1]:8080",
    "[::ffff:127.0.0.1]",
  ];
  expect(hosts.filter((host) => !isLoopbackHost(host))).toEqual([]);
  const others = ["nas", "10.0.0.1", "[fe80::1]", "localhost.evil.example", "127.0.0.1.evil.example", ""];
  expect(others.filter(isLoopbackHost)).toEqual([]);
});
