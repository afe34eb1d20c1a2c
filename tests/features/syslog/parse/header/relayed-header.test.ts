import { expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const PACKET = "DROP IN=eth0 OUT= SRC=192.0.2.1 DST=198.51.100.2 PROTO=TCP SPT=1 DPT=2";

test.each([
  [
    "RFC 3164 in RFC 5424",
    `<13>1 2026-11-21T10:50:00Z relay rsyslogd - - - <4>Nov 21 10:49:58 gw kernel: ${PACKET}`,
  ],
  [
    "behind a byte order mark",
    `<13>1 2026-11-21T10:50:00Z relay - - - - \uFEFF<4>Nov 21 10:49:58 gw kernel: ${PACKET}`,
  ],
  ["RFC 3164 in RFC 3164", `<13>Nov 21 10:50:00 relay <4>Nov 21 10:49:58 gw kernel: ${PACKET}`],
  ["RFC 5424 in RFC 3164", `<13>Nov 21 10:50:00 relay <4>1 2026-11-21T10:49:58Z gw kernel - - - ${PACKET}`],
])("what the device said of itself wins over the relay: %s", (_, line) => {
  const message = parseLine(line);
  expect(message).toMatchObject({
    parser: "key-value",
    sourceHost: "gw",
    app: "kernel",
    facility: 0,
    severity: 4,
    srcIp: "192.0.2.1",
    verdict: "drop",
  });
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:58.000000Z");
});

test.each([
  ["Nov 21 10:49:58 gw kernel:"],
  ["2026-11-21T11:49:58+01:00 gw kernel:"],
  ["1 2026-11-21T10:49:58Z gw kernel - - -"],
])("the inner header may have lost its priority: %s", (header) => {
  const message = parseLine(`<13>Nov 21 10:50:00 relay ${header} ${PACKET}`);
  expect(message).toMatchObject({ sourceHost: "gw", app: "kernel", facility: 1, severity: 5, dstPort: 2 });
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:58.000000Z");
});

test.each([
  ["Jan  1 00:00:00 is when it began"],
  ["<4>is no header"],
  ["<4>Nov 21 10:49:58"],
  ["2026-11-20T00:00:00Z"],
])("a text that only begins like one keeps the relay's header: %s", (text) => {
  const message = parseLine(`<13>Nov 21 10:50:00 relay ${text}`);
  expect(message).toMatchObject({ sourceHost: "relay", app: null, facility: 1, severity: 5, message: text });
  expect(isoEventTime(message)).toBe("2026-11-21T10:50:00.000000Z");
});

test("Sophos UTM's time has colons in its date", () => {
  const message = parseLine(
    '<30>2026:11:21-10:49:59 utm ulogd[1234]: id="2001" severity="info" sys="SecureNet" sub="packetfilter" name="Packet dropped" action="drop" fwrule="60001" initf="eth0" outitf="eth1" srcip="192.0.2.1" dstip="203.0.113.1" proto="6" srcport="40000" dstport="23"',
  );
  expect(message).toMatchObject({
    parser: "sophos-utm",
    sourceHost: "utm",
    app: "ulogd",
    procid: "1234",
    verdict: "drop",
    ruleId: "60001",
    interfaceOut: "eth1",
    srcPort: 40_000,
  });
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
});
