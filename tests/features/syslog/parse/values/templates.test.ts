import { describe, expect, test } from "bun:test";
import { emptyMessage, type ParsedMessage } from "../../../../../src/features/syslog/parse/line";
import { applyTemplate, compileTemplate } from "../../../../../src/features/syslog/parse/values/templates";

function read(form: string, text: string): ParsedMessage | null {
  const message = emptyMessage();
  return applyTemplate(compileTemplate(form), text, message) ? message : null;
}

describe("an end", () => {
  test.each<[string, string | null, number | null, string | null]>([
    ["outside:192.0.2.1/443", "192.0.2.1", 443, "outside"],
    ["outside:192.0.2.1", "192.0.2.1", null, "outside"],
    ["inside/192.0.2.1(443)", "192.0.2.1", 443, "inside"],
    ["192.0.2.1/443", "192.0.2.1", 443, null],
    ["192.0.2.1(443)", "192.0.2.1", 443, null],
    ["192.0.2.1:443", "192.0.2.1", 443, null],
    ["192.0.2.1,", "192.0.2.1", null, null],
    ["(192.0.2.1)", "192.0.2.1", null, null],
    ["<192.0.2.1>", "192.0.2.1", null, null],
    ["user@192.0.2.1(LOCAL\\user)", "192.0.2.1", null, null],
    ["192.0.2.1:http://example.org/x", "192.0.2.1", null, null],
    ["out:192.0.2.1/443(LOCAL\\user)", "192.0.2.1", 443, "out"],
    ["2001:db8::1/443", "2001:db8::1", 443, null],
    ["outside:2001:db8::1", "2001:db8::1", null, "outside"],
    ["inside/2001:db8::1(443)", "2001:db8::1", 443, "inside"],
    ["dmz:SERVER/443", null, 443, "dmz"],
    ["192.0.2.1/123412", "192.0.2.1", null, null],
    ["192.0.2.1/ssh", "192.0.2.1", null, null],
  ])("%s", (word, srcIp, srcPort, ingress) => {
    expect(read("from <src>", `from ${word}`)).toMatchObject({ srcIp, srcPort, interface: ingress });
  });
});

describe("a form", () => {
  test("looks for its words in order and passes over what stands between", () => {
    expect(
      read("Deny <protocol> src <src> dst <dst>", "Deny tcp (why) src 192.0.2.1 or dst 192.0.2.2 end"),
    ).toMatchObject({
      protocol: "tcp",
      srcIp: "192.0.2.1",
      dstIp: "192.0.2.2",
    });
  });

  test("does not fit where a word is missing, and then sets nothing", () => {
    const message = emptyMessage();
    expect(applyTemplate(compileTemplate("src <src> dst <dst>"), "src 192.0.2.1", message)).toBe(false);
    expect(applyTemplate(compileTemplate("src <src>"), "src ", message)).toBe(false);
    expect(message).toEqual(emptyMessage());
  });

  test("may have a part that counts only directly behind", () => {
    const form = "for <src>[ (<natSrc>)] to <dst>";
    expect(read(form, "for 192.0.2.1/1 (192.0.2.9/2) to 192.0.2.3")).toMatchObject({
      natSrcIp: "192.0.2.9",
      natSrcPort: 2,
    });
    expect(read(form, "for 192.0.2.1/1 to 192.0.2.3 (192.0.2.9/2)")).toMatchObject({
      natSrcIp: null,
      dstIp: "192.0.2.3",
    });
  });

  test("with a field that does not exist is our bug", () => {
    expect(() => compileTemplate("x <nothing>")).toThrow("no field nothing");
  });
});
