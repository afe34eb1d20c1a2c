import { expect, test } from "bun:test";
import { whatToWatch } from "../../../../../src/web/pages/monitoring/watch/what-to-watch";

test.each(["192.0.2.1", "2001:db8::1", "::1", "fe80::1%eth0", "2001:DB8:0:0:0:0:0:1"])(
  "%s is a host",
  (text) => {
    expect(whatToWatch(` ${text} `)).toEqual({ kind: "host", address: text });
  },
);

test("an address in brackets, as URLs have it, is one without", () => {
  expect(whatToWatch("[2001:db8::1]")).toEqual({ kind: "host", address: "2001:db8::1" });
});

test.each(["https://www.example.com", "HTTP://192.0.2.1:8080/health"])("%s is a page", (url) => {
  expect(whatToWatch(url)).toEqual({ kind: "page", url });
});

test.each([
  ["192.0.2.1:22", "192.0.2.1", "22"],
  ["example.com:8080", "example.com", "8080"],
  ["tcp://nas:22/", "nas", "22"],
  ["[2001:db8::1]:53", "2001:db8::1", "53"],
])("%s is a port of a host", (text, host, port) => {
  expect(whatToWatch(text)).toEqual({ kind: "port", host, port });
});

test.each(["192.0.2.0/24", "2001:db8::/64"])("%s is a network", (network) => {
  expect(whatToWatch(network)).toEqual({ kind: "network", network });
});

test.each([
  ["www.example.com", "www.example.com"],
  ["NAS", "nas"],
  ["4.nas-1.lan.", "4.nas-1.lan"],
])("%s is a host by its name", (text, name) => {
  expect(whatToWatch(text)).toEqual({ kind: "name", name });
});

test.each(["nas/files", "the nas", "-nas", "nas-.lan", "10.0.0", "10.0.0.", "nas..lan", "a".repeat(64)])(
  "%p is none of them",
  (text) => {
    expect(whatToWatch(text)).toEqual({ kind: "unclear", text });
  },
);

test("nothing is nothing", () => {
  expect(whatToWatch("  ")).toBeUndefined();
});
