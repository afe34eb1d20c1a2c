import { expect, test } from "bun:test";
import { findUnknownFields } from "../../../../src/features/syslog/query/unknown-fields";

test.each([
  ["foo:bar", "foo", null],
  ["source.ip:10.0.0.1", "source.ip", "src_ip"],
  ["source:10.0.0.1", "source", "src_ip"],
  ["destinationPort:443", "destinationPort", "dst_port"],
  ["src-ip:10.0.0.1", "src-ip", "src_ip"],
  ["verdit:deny", "verdit", "verdict"],
  ["protcool:tcp", "protcool", "protocol"],
  ["prot:443", "prot", "port"],
  ["-rule:7", "rule", "rule_id"],
  ["level:3", "level", "severity"],
  ["device_id:3", "device_id", null],
  ["_time:5m", "_time", null],
])("%p names no field: %p; the nearest is %p", (query, name, nearest) => {
  expect(findUnknownFields(`tcp ${query} src_ip:10.0.0.1`)).toEqual([{ name, nearest }]);
});

test("each name is told once, in the order of the query", () => {
  expect(findUnknownFields("foo:1 bar:2 -foo:3").map(({ name }) => name)).toEqual(["foo", "bar"]);
});

test.each([
  "",
  "src_ip:10.0.0.0/8 -verdict:deny SRC:10.0.0.1 host:nas",
  "https://example.com/a 12:30:01 aa:bb:cc:dd:ee:ff 2001:db8::1 fe80::1 std::move",
  '"foo:bar" -"foo:bar" user="x:y"',
  "%ASA-4-106023: sshd: f(x):3",
])("%p names none that is unknown", (query) => {
  expect(findUnknownFields(query)).toEqual([]);
});

test("a query of the greatest length is read at once", () => {
  expect(findUnknownFields(`${"y".repeat(497)}:z`)).toEqual([{ name: "y".repeat(497), nearest: null }]);
});
