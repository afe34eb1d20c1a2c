import { describe, expect, test } from "bun:test";
import { compilePattern } from "../../../../src/features/syslog/parse/own-formats/pattern/pattern";
import { Matcher } from "../../../../src/features/syslog/parse/own-formats/pattern/matcher";
import { pieceOf, suggestPattern } from "../../../../src/web/pages/log-format-form/pieces";

test("a building block is the likeliest field that the pattern has not got yet", () => {
  expect(pieceOf("ip", "")).toBe("%{ip:src_ip}");
  expect(pieceOf("ip", "%{ip:src_ip} ")).toBe("%{ip:dst_ip}");
  expect(pieceOf("ip", "(?<src_ip>.) %{ip:dst_ip} ")).toBe("%{ip:nat_src_ip}");
  expect(pieceOf("space", "")).toBe("%{space}");
});

describe("a suggested pattern reads the line that it was made of", () => {
  test.each([
    [
      "PERMIT udp 192.0.2.7:51234 >> 198.51.100.9:53 (zone 7)",
      String.raw`%{word:action} %{word:protocol} %{ip:src_ip}:%{port:src_port} >> %{ip:dst_ip}:%{port:dst_port} \(zone %{number}\)`,
    ],
    [
      "at 2026-11-21 10:50:00: a.b[3] 1.2.3.4/80",
      String.raw`at %{time:event_time}: a\.b\[%{number}\] %{ip:src_ip}/%{port:src_port}`,
    ],
    ["2001:db8::7 dropped by rule r7", "%{ip:src_ip} %{word:action} by rule r7"],
    ["nothing of the kind", "nothing of the kind"],
    ["00:00:5e:00:53:01 joined", "%{mac} joined"],
  ])("%s", (message, pattern) => {
    expect(suggestPattern(message)).toBe(pattern);
    expect(new Matcher().find(compilePattern(pattern), message, 50_000)).toBe("match");
  });
});
