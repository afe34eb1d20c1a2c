import * as fc from "fast-check";

const ADDRESSES = [
  "0.0.0.0",
  "10.0.0.1",
  "10.0.15.255",
  "10.0.16.0",
  "10.128.0.1",
  "100.0.0.1",
  "192.0.2.7",
  "255.255.255.255",
  "::",
  "::1",
  "1::",
  "2001:db8::",
  "2001:db8::1",
  "2001:db8:0:1::",
  "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
  "2001:db9::1",
  "fe80::1:2:3:4",
  "1:2:3:4:5:6:7:8",
  "1:0:3:4:5:6:7:8",
  "64:ff9b::c000:201",
  "::ffff:0:0:1",
];

/** What case folding, patterns and quoting could make of a text. */
const FRAGMENTS = [
  ...Array.from("aAbB019 -:\"'%_\\.*+?[](){}^$|/#,;=<>"),
  ...Array.from("äÄßẞſsSkKKİıIiΣσςµΜǅ"),
  "\u{10400}",
  "\u{10428}",
  "é",
  "\ufffd",
  "app:x",
  "time:12",
  "-",
  "\t",
  "日本",
];

const text = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 5 }).map((parts) => parts.join(""));
const address = fc.option(fc.constantFrom(...ADDRESSES), { nil: null });
const port = fc.option(fc.constantFrom(0, 22, 443, 65_535), { nil: null });
const word = fc.option(fc.constantFrom("pass", "block", "Lan1", "x"), { nil: null });

/** What a line says, and what case folding, patterns, quoting and networks stumble over. */
export const randomEvent = fc.record({
  rawLog: text,
  sourceHost: fc.option(text, { nil: null }),
  srcIp: address,
  dstIp: address,
  natSrcIp: address,
  srcPort: port,
  dstPort: port,
  action: word,
  app: word,
  structuredData: fc.option(text, { nil: null }),
});

/** A network around one of the addresses. */
export const randomNetwork = fc
  .tuple(fc.constantFrom(...ADDRESSES), fc.nat(128))
  .map(([base, length]) => `${base}/${base.includes(":") ? length : length % 33}`);

/** A term of a search text. */
export const randomTerm = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(
      text.map((value) => value.replaceAll(/\s/g, "")),
      text.map((value) => `"${value.replaceAll('"', "")}"`),
      fc.constantFrom(...ADDRESSES).map((value) => `src_ip:${value}`),
      fc.constantFrom(...ADDRESSES).map((value) => `ip:${value}`),
      randomNetwork.map((value) => `ip:${value}`),
      randomNetwork.map((value) => `dst_ip:${value}`),
      randomNetwork,
      fc.constantFrom(...ADDRESSES),
      fc.constantFrom("port:443", "dst_port:0", "action:PASS", "app:Lan1", "structured_data:a"),
      fc.constantFrom("port:443,>1023", "dst_port:0-442", "dport:<443", "src_port:>=443", "src:0.0.0.0/0"),
    ),
  )
  .map((parts) => parts.join(""));
