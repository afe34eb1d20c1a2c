import { expect, test } from "bun:test";
import { refusalWords, trapRecipes, trapRefusals } from "../../../../src/web/pages/syslog-status/trap-words";

test("refusals that are not 0 come first, and a reason that the page does not know is shown all the same", () => {
  const refused = { wrong_community: 0, wrong_key: 2, eaten_by_mice: 1 };
  expect(trapRefusals({ refused }).map(({ label, count }) => [label, count])).toEqual([
    ["Wrong key", 2],
    ["eaten by mice", 1],
    ["Another community", 0],
  ]);
});

test.each([
  ["wrong_community", "another community"],
  ["eaten_by_mice", "eaten_by_mice"],
  [null, "unknown"],
])("the reason %p is read as %p", (reason, words) => {
  expect(refusalWords(reason)).toBe(words);
});

test("what is pasted names this host and port, an address of IPv6 as Net-SNMP has it", () => {
  const texts = (host: string) => trapRecipes({ host, port: 1162 }).map(({ text }) => text);
  expect(texts("192.0.2.1")).toEqual([
    "snmp-server host 192.0.2.1 version 2c NAME udp-port 1162\nsnmp-server enable traps",
    "set snmp trap-group netatlas version v2 destination-port 1162 targets 192.0.2.1",
    "trap2sink 192.0.2.1:1162 NAME",
    "snmptrap -v 2c -c NAME 192.0.2.1:1162 '' 1.3.6.1.6.3.1.1.5.3 1.3.6.1.2.1.2.2.1.2.1 s eth0",
  ]);
  expect(texts("2001:db8::1")[2]).toBe("trap2sink udp6:[2001:db8::1]:1162 NAME");
});
