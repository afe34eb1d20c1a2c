import { describe, expect, test } from "bun:test";
import { resolveClient } from "#platform/http/client-address";
import { parseNetwork } from "#platform/ip";

const PROXIES = ["10.0.0.0/8", "192.0.2.1", "2001:db8:ffff::/48", "::1"].flatMap(
  (text) => parseNetwork(text) ?? [],
);

function addressOf(peer: string, forwardedFor?: string, proxies = PROXIES): string {
  return resolveClient({ peer, forwardedFor, forwardedProto: undefined, isTls: false }, proxies).address;
}

describe("the client's address is the peer's", () => {
  test.each([
    ["without the header", "203.0.113.5", undefined],
    ["with the header of an untrusted peer", "203.0.113.5", "198.51.100.9"],
    ["with an empty header of a trusted peer", "10.1.1.1", ""],
    ["with a header of blanks and commas", "10.1.1.1", " , ,, "],
    ["with a header that is no address", "10.1.1.1", "unknown"],
    ["with an obfuscated header", "10.1.1.1", "_hidden"],
    ["with a name", "10.1.1.1", "client.example"],
    ["with octal and short forms", "10.1.1.1", "0300.0.2.1"],
    ["with an address and a zone", "10.1.1.1", "fe80::1%eth0"],
    ["with a network", "10.1.1.1", "203.0.113.0/24"],
  ])("%s", (_, peer, forwardedFor) => {
    expect(addressOf(peer, forwardedFor)).toBe(peer);
  });

  test("whatever the header says where no proxy is trusted", () => {
    expect(addressOf("10.1.1.1", "203.0.113.5", [])).toBe("10.1.1.1");
    expect(addressOf("127.0.0.1", "203.0.113.5", [])).toBe("127.0.0.1");
  });

  test("in canonical text", () => {
    expect(addressOf("2001:DB8:0:0:0:0:0:7")).toBe("2001:db8::7");
    expect(addressOf("::ffff:203.0.113.5")).toBe("203.0.113.5");
    expect(addressOf("")).toBe("");
  });
});

describe("a trusted peer's header is walked from the right to the first hop that is not trusted", () => {
  test.each([
    ["one hop", "10.1.1.1", "203.0.113.5", "203.0.113.5"],
    ["what the client wrote itself is left of it", "10.1.1.1", "198.51.100.9, 203.0.113.5", "203.0.113.5"],
    ["a forged trusted address left of it", "10.1.1.1", "10.9.9.9, 203.0.113.5", "203.0.113.5"],
    [
      "trusted proxies right of it",
      "10.1.1.1",
      "198.51.100.9, 203.0.113.5, 10.2.2.2, 192.0.2.1",
      "203.0.113.5",
    ],
    ["only trusted hops: the left-most", "10.1.1.1", "10.3.3.3, 10.2.2.2", "10.3.3.3"],
    ["no blanks", "10.1.1.1", "198.51.100.9,203.0.113.5,10.2.2.2", "203.0.113.5"],
    ["empty entries", "10.1.1.1", "203.0.113.5, , ,", "203.0.113.5"],
    ["what is no address ends the walk", "10.1.1.1", "203.0.113.5, nonsense, 10.2.2.2", "10.2.2.2"],
    ["IPv6", "::1", "198.51.100.9, 2001:db8::5", "2001:db8::5"],
    ["IPv6 through a trusted IPv6 proxy", "::1", "2001:db8::5, 2001:db8:ffff::9", "2001:db8::5"],
    ["IPv6 in capitals", "10.1.1.1", "2001:DB8::ABCD", "2001:db8::abcd"],
    ["IPv4 written as IPv6", "::ffff:10.1.1.1", "::ffff:203.0.113.5", "203.0.113.5"],
    ["an IPv4 port", "10.1.1.1", "203.0.113.5:4711", "203.0.113.5"],
    ["an IPv6 port", "10.1.1.1", "[2001:db8::5]:4711", "2001:db8::5"],
    ["IPv6 in brackets", "10.1.1.1", "[2001:db8::5]", "2001:db8::5"],
    ["a port on a trusted hop", "10.1.1.1", "203.0.113.5, 10.2.2.2:80", "203.0.113.5"],
  ])("%s", (_, peer, forwardedFor, client) => {
    expect(addressOf(peer, forwardedFor)).toBe(client);
  });

  test("a header of 10,000 hops is walked", () => {
    const hops = `203.0.113.5, ${Array.from({ length: 10_000 }, () => "10.2.2.2").join(", ")}`;
    expect(addressOf("10.1.1.1", hops)).toBe("203.0.113.5");
  });
});

describe("the scheme", () => {
  const isHttps = (peer: string, forwardedProto: string | undefined, isTls = false) =>
    resolveClient({ peer, forwardedFor: undefined, forwardedProto, isTls }, PROXIES).isHttps;

  test("is the first entry of a trusted peer's X-Forwarded-Proto", () => {
    expect(isHttps("10.1.1.1", "https")).toBe(true);
    expect(isHttps("10.1.1.1", " HTTPS , http")).toBe(true);
    expect(isHttps("10.1.1.1", "http, https", true)).toBe(false);
  });

  test("is the connection's own otherwise", () => {
    expect(isHttps("203.0.113.5", "https")).toBe(false);
    expect(isHttps("203.0.113.5", "http", true)).toBe(true);
    expect(isHttps("10.1.1.1", undefined, true)).toBe(true);
  });
});
