import { expect, test } from "bun:test";
import { readClickHouseAddress } from "#platform/clickhouse/address";

test("an address names hosts, user, password, database and cluster, and has defaults for all but the host", () => {
  expect(readClickHouseAddress("clickhouse://ch1")).toEqual({
    urls: ["http://ch1:8123"],
    user: "default",
    password: "",
    database: "netatlas",
    cluster: undefined,
  });
  expect(
    readClickHouseAddress("clickhouse://log:p%40s%2Fs@ch1:9000,[2001:db8::1],ch3/events?cluster=main"),
  ).toEqual({
    urls: ["http://ch1:9000", "http://[2001:db8::1]:8123", "http://ch3:8123"],
    user: "log",
    password: "p@s/s",
    database: "events",
    cluster: "main",
  });
});

test.each(["clickhouses://ch1/net", "clickhouse://ch1/net?secure=1"])("%s is by TLS", (address) => {
  expect(readClickHouseAddress(address)?.urls).toEqual(["https://ch1:8443"]);
});

test.each([
  "http://ch1:8123",
  "clickhouse://",
  "clickhouse:///net",
  "clickhouse://ch1:0/net",
  "clickhouse://ch1:99999/net",
  "clickhouse://ch1,/net",
  "clickhouse://user:a@b@ch1/net",
  "clickhouse://user:%zz@ch1/net",
  "clickhouse://ch1/net?clster=main",
  "clickhouse://ch1/net?secure=yes",
])("%s is no address", (address) => {
  expect(readClickHouseAddress(address)).toBeUndefined();
});
