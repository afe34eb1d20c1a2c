import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

describe("headers as devices vary them", () => {
  test.each<[line: string, object, time: string]>([
    [
      "<188>Nov 21 2026 10:56:14+01:00 sw-1 %%01SECE/4/ARPMISS(l)[7]:x",
      { sourceHost: "sw-1" },
      "2026-11-21T09:56:14.000000Z",
    ],
    [
      "<188>Nov 21 10:56:14-0500 sw-1 app[7]: x",
      { sourceHost: "sw-1", app: "app" },
      "2026-11-21T15:56:14.000000Z",
    ],
    [
      "<132>Nov 21 10:42:10 ltm-1 warning tmm1[18463]: x",
      { sourceHost: "ltm-1", app: "tmm1", procid: "18463", severity: 4 },
      "2026-11-21T10:42:10.000000Z",
    ],
    [
      "Nov 21 10:42:10 ltm-1 err mcpd[7]: x",
      { sourceHost: "ltm-1", app: "mcpd", procid: "7", severity: 3 },
      "2026-11-21T10:42:10.000000Z",
    ],
    [
      "<35>Nov 21 10:42:10 kdc-1 krb5kdc[741](info): x",
      { sourceHost: "kdc-1", app: "krb5kdc", procid: "741", message: "x" },
      "2026-11-21T10:42:10.000000Z",
    ],
    [
      "<30>Nov 21 10:42:10 U7PG2,788a2056b182,v4.0.66.10832: logread[5495]: x",
      { app: "logread", procid: "5495", message: "x" },
      "2026-11-21T10:42:10.000000Z",
    ],
    [
      '<30>Nov 21 10:42:10 ("U7PG2,788a2056b182,v4.0.66.10832") hostapd: x',
      { app: "hostapd", procid: null, message: "x" },
      "2026-11-21T10:42:10.000000Z",
    ],
    [
      "<30>Nov 21 10:42:10 ap-3 788a2056b182,UAP-AC-Pro-Gen2-6.6.65+15248: kernel: x",
      { sourceHost: "ap-3", app: "kernel", message: "x" },
      "2026-11-21T10:42:10.000000Z",
    ],
    [
      "<30>Nov 21 10:42:10 ap-3 AP7,78:8a:20:56:b1:82,6.6.65: mcad[12]: x",
      { sourceHost: "ap-3", app: "mcad", procid: "12", message: "x" },
      "2026-11-21T10:42:10.000000Z",
    ],
    [
      "<30>Nov 21 10:42:10 ap-3 AP7,788a2056b182,x: mcad[12]: x",
      { sourceHost: "ap-3", app: null, procid: null },
      "2026-11-21T10:42:10.000000Z",
    ],
    [
      "<132>Nov 21 10:42:10 ltm-1 Info Desk[7]: x",
      { sourceHost: "ltm-1", app: "Info Desk", procid: "7" },
      "2026-11-21T10:42:10.000000Z",
    ],
    [
      "<140>Nov 21 10:42:10 2026 [10.60.0.2] authmgr[3871]: x",
      { sourceHost: "10.60.0.2", app: "authmgr", procid: "3871" },
      "2026-11-21T10:42:10.000000Z",
    ],
    [
      "<140>Nov 21 10:42:10 [2001:db8::1] httpd: x",
      { sourceHost: "2001:db8::1", app: "httpd" },
      "2026-11-21T10:42:10.000000Z",
    ],
    [
      "<129>2026-11-21 10:43:44.210 +0000  waf-2 WF ALER x",
      { sourceHost: "waf-2" },
      "2026-11-21T10:43:44.210000Z",
    ],
    [
      "<181>Nov 21 10:49:00 psn1 CISE_Failed_Attempts 0000418842 1 0 2026-11-21 10:49:00.412 +00:00 x",
      { sourceHost: "psn1", app: "CISE_Failed_Attempts" },
      "2026-11-21T10:49:00.000000Z",
    ],
    [
      "<181>Nov 21 10:49:00 acs1 CSCOacs_Passed_Authentications 0000000006 3 0 x",
      { sourceHost: "acs1", app: "CSCOacs_Passed_Authentications" },
      "2026-11-21T10:49:00.000000Z",
    ],
  ])("%s", (line, expected, time) => {
    const message = parseLine(line);
    expect(message).toMatchObject(expected);
    expect(isoEventTime(message)).toBe(time);
  });
});

test.each([
  ["<140>Nov 21 10:42:10 [10.60.0.2] <124006> x"],
  ["<140>Nov 21 10:42:10 [main] worker: x"],
  ["<181>Nov 21 10:49:00 psn1 big_counter 12 1 0 x"],
])("a bracket without a program behind it is no host, and a word before a count no program: %s", (line) => {
  const { sourceHost, app } = parseLine(line);
  expect(["198.51.100.200", "psn1"]).toContain(sourceHost ?? "");
  expect(app).not.toBe("big_counter");
});
