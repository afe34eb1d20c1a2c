import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";
import { patient } from "../../../../support/patience";

const CONTEXT = { receivedAtMicros: Date.UTC(2026, 10, 24) * 1000, sender: "192.0.2.1" };

const parse = (line: string) => parseLine(line, CONTEXT);

describe("a trap as the receiver prints it", () => {
  test("has its name, its interface and the agent's address", () => {
    const line =
      '<28>1 - 192.0.2.9 snmptrap - linkDown - linkDown: ifIndex.3=3 ifDescr.3="GigabitEthernet1/0/3" ifName.3="Gi1/0/3" version=v2c uptime="00:00:05" oid=1.3.6.1.6.3.1.1.5.3';
    expect(parse(line)).toMatchObject({
      parser: "snmp-trap",
      app: "snmptrap",
      msgid: "linkDown",
      sourceHost: "192.0.2.9",
      facility: 3,
      severity: 4,
      interface: "Gi1/0/3",
      vendor: null,
      eventTimeMicros: null,
    });
  });

  test("without an agent's address is the sender's", () => {
    const line =
      '<29>1 - - snmptrap - linkUp - linkUp: ifDescr.4="eth4" version=v1 uptime="00:00:05" oid=1.3.6.1.6.3.1.1.5.4';
    expect(parse(line)).toMatchObject({ sourceHost: "192.0.2.1", interface: "eth4" });
  });

  test.each([
    ["oid=1.3.6.1.4.1.9.9.43.2.0.1", "cisco"],
    ["oid=1.3.6.1.6.3.1.1.5.3 enterprise=1.3.6.1.4.1.2636.1.1.1.2.29", "juniper"],
    ["oid=1.3.6.1.4.1.318.0.5 enterprise=1.3.6.1.4.1.318", "apc"],
    ["oid=1.3.6.1.4.1.4294967295.1", null],
    ["oid=1.3.6.1.6.3.1.1.5.3", null],
  ])("%s is of the vendor %p", (rest, vendor) => {
    expect(parse(`<29>1 - - snmptrap - x - x: version=v2c uptime="00:00:05" ${rest}`).vendor).toBe(vendor);
  });

  test("of a wrong community tells who asked, where the device says so", () => {
    const line =
      '<28>1 - - snmptrap - authenticationFailure - authenticationFailure: authAddr.0=198.51.100.7 version=v1 uptime="00:00:05" oid=1.3.6.1.6.3.1.1.5.5';
    expect(parse(line).srcIp).toBe("198.51.100.7");
  });

  test("has no other fields than its own, whatever its texts say", () => {
    const line = String.raw`<28>1 - - snmptrap - x - x: 1.2.3="\" ifName.1=\"forged\" enterprise=1.3.6.1.4.1.9" ifDescr.1="a \"b\" \\" version=v1 uptime="00:00:05" oid=1.2`;
    expect(parse(line)).toMatchObject({ interface: 'a "b" \\', vendor: null });
  });
});

test.each([
  "<28>1 - - snmptrap - linkDown - something else",
  "<28>1 - - snmptrap - - - linkDown: ifDescr.3=3",
  '<28>1 - - snmptrapd - linkDown - linkDown: ifName.3="x"',
])("%s is no such line", (line) => {
  expect(parse(line).parser).not.toBe("snmp-trap");
});

test("no line takes long, whatever is in it", () => {
  const texts = [' ifName.1="', ' ifDescr="\\', " authAddr.", " enterprise=1.3.6.1.4.1.", " oid=1."].map(
    (part) => part.repeat(Math.ceil(8000 / part.length)),
  );
  const begun = performance.now();
  for (const text of texts) parse(`<28>1 - - snmptrap - x - x: ${text}`);
  expect((performance.now() - begun) / texts.length).toBeLessThan(patient(50));
});
