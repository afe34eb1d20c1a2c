import { expect, test } from "bun:test";
import { relyingPartyOf } from "../../../src/features/second-factor/relying-party";

test.each([
  ["https://atlas.example.org", "10.0.0.5:8080", "https://atlas.example.org"],
  ["https://atlas.example.org:8443/", "x", "https://atlas.example.org:8443"],
  ["https://Atlas.Example.org/ui/", "x", "https://atlas.example.org"],
  ["", "atlas.example.org", "https://atlas.example.org"],
  ["", "atlas.example.org:443", "https://atlas.example.org"],
])("APP_URL %p, Host %p over https is %s", (appUrl, host, origin) => {
  expect(relyingPartyOf(appUrl, { host, isHttps: true })).toEqual({ id: "atlas.example.org", origin });
});

test("a developer's own machine needs no https", () => {
  const party = { id: "localhost", origin: "http://localhost:8080" };
  expect(relyingPartyOf("", { host: "localhost:8080", isHttps: false })).toEqual(party);
});

test.each([
  ["", "192.0.2.1:8080"],
  ["", "[2001:db8::1]:8080"],
  ["https://192.0.2.1", "atlas.example.org"],
  ["", ""],
  ["", "no host at all"],
])("APP_URL %p, Host %p has no name that passkeys could belong to", (appUrl, host) => {
  expect(() => relyingPartyOf(appUrl, { host, isHttps: true })).toThrow("Passkeys need a host name");
});
