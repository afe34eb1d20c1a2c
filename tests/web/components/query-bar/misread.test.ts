import { expect, test } from "bun:test";
import { findMisread, findNoFields } from "../../../../src/web/components/query-bar/misread";

test.each([
  ["source:198.51.100.20", "src_ip:198.51.100.20"],
  ["tcp -from:2001:db8::1 x", "tcp -src_ip:2001:db8::1 x"],
  ["host:192.0.2.1", "ip:192.0.2.1"],
  ["-hostname=nas", "-source_host:nas"],
  ["src_ip=10.0.0.0/8", "src_ip:10.0.0.0/8"],
  ["level==3", "severity:3"],
  ["dport=22 srcip=10.0.0.5 -proto=tcp", "dst_port:22 src_ip:10.0.0.5 -protocol:tcp"],
  ["tcp and udp", "tcp udp"],
  ["host:asa*", "asa"],
  ["src:10.0.0.1 and dst:10.0.0.2 -proto=udp", "src:10.0.0.1 dst:10.0.0.2 -protocol:udp"],
  ["source_host:asa*", "asa"],
  ["dst_port:22 or dport:23 tcp", "dst_port:22,23 tcp"],
  [
    "src:10.0.0.5 OR src:10.0.0.6 || src_ip:2001:db8::1 action=deny",
    "src_ip:10.0.0.5,10.0.0.6,2001:db8::1 action:deny",
  ],
])("%p was perhaps meant as %p", (query, meant) => {
  expect(findMisread(query).meant).toBe(meant);
});

test.each([
  "bogus:1",
  "_time:5m",
  "dst_port:22 or src_port:22",
  "src:10.0.0.0/8 or src:10.0.0.1",
  "-port:1 or -port:2",
  "not tcp",
  "( tcp",
  "(tcp or",
  "a || b",
])("%p is read otherwise than it may be meant, and how is told", (query) => {
  const { texts, meant } = findMisread(query);
  expect(texts[0]).toContain("was looked for");
  expect(meant).toBeUndefined();
});

test.each([
  "",
  "src_ip:10.0.0.0/8 -verdict:deny",
  "src:10.0.0.5 -dst:10.0.0.0/8 dport:1024-2000 proto:tcp severity:<=3",
  "https://example.com/a 12:30:01 aa:bb:cc:dd:ee:ff 2001:db8::1",
  '"src:1 or 2" "a*"',
  "devname=fg",
  "%ASA-4-106023: (inside) f(x)",
])("%p is read as it is meant", (query) => {
  expect(findMisread(query)).toEqual({ texts: [], meant: undefined });
});

test("a name that is no field is told with the nearest, which is what is perhaps meant", () => {
  const { texts, meant } = findMisread("tcp verdit:deny", [{ name: "verdit", nearest: "verdict" }]);
  expect(texts).toEqual([
    "“verdit” is no field; the nearest is verdict. “verdit:deny” was looked for in the lines as it is.",
  ]);
  expect(meant).toBe("tcp verdict:deny");
});

test("of a query that finds something the names are told that are no field, and nothing else of it", () => {
  const unknown = [
    { name: "verdit", nearest: "verdict" },
    { name: "foo", nearest: null },
  ];
  expect(findNoFields("verdit:deny and foo:1", unknown)).toEqual({
    texts: ["“verdit” is no field; the nearest is verdict.", "“foo” is no field."],
    meant: "verdict:deny foo:1",
  });
});

test("what is said of several terms alike is said once", () => {
  expect(findMisread("a or b or c").texts).toHaveLength(1);
});
