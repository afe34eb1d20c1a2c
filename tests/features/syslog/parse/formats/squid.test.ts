import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

describe("the native log", () => {
  test.each<[string, object]>([
    [
      "1795258199.123    827 192.0.2.1 TCP_MISS/200 512 GET http://example.org/ user HIER_DIRECT/198.51.100.2 text/html",
      { dstIp: "198.51.100.2", action: "tcp_miss", verdict: "other", bytes: 512, protocol: "tcp" },
    ],
    [
      "1795258199.123      0 192.0.2.1 TCP_DENIED/407 1752 CONNECT example.org:443 - HIER_NONE/- text/html",
      { dstIp: null, dstPort: 443, actionRaw: "TCP_DENIED", verdict: "deny" },
    ],
    [
      "1795258199.123 35 192.0.2.1 TCP_MISS/200 7 CONNECT tunnel://example.org:8443/ - DIRECT/example.org - ALLOW_WBRS_12-Default-Default-NONE <x> -",
      { dstPort: 8443, actionRaw: "ALLOW_WBRS", verdict: "allow" },
    ],
    [
      "1795258199.123 35 192.0.2.1 TCP_MISS/200 7 GET http://example.org/ bob DIRECT/example.org text/html DROP_WEBCAT_12-Default-Default-NONE <x> -",
      { actionRaw: "DROP_WEBCAT", verdict: "drop" },
    ],
    [
      "1795258199.123 35 192.0.2.1 TCP_MISS/200 7 GET http://example.org/ bob DIRECT/example.org text/html DEFAULT_CASE_12-Default-Default-NONE <x> -",
      { actionRaw: "TCP_MISS", verdict: "other" },
    ],
    [
      "1795258199.123 374.156 - 192.0.2.1 TCP_DENIED/403 298 CONNECT tunnel://example.org:443/ - - - - BLOCK_WEBCAT_12-Default-Default-NONE",
      { dstPort: 443, verdict: "deny" },
    ],
  ])("%s", (line, expected) => {
    const message = parseLine(line);
    expect(message).toMatchObject({ parser: "squid", srcIp: "192.0.2.1", ...expected });
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.123000Z");
  });

  test("stands behind a header too", () => {
    expect(
      parseLine(
        "<13>Nov 21 10:49:59 proxy squid[1]: 1795258199.123 1 192.0.2.1 TCP_HIT/200 1 GET http://a - NONE/- x",
      ),
    ).toMatchObject({ parser: "squid", sourceHost: "proxy", app: "squid" });
  });
});

test.each([["1795258199.123 1 192.0.2.1"], ["1795258199.123 1 name TCP_HIT/200 1 GET http://a - NONE/- x"]])(
  "%s is none",
  (line) => {
    expect(parseLine(line).parser).toBe("generic");
  },
);
