import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine, SENDER } from "../parse-line";

const BODIES = ["peer 192.0.2.1:4711 left", "nobody is named here"];

function timesOf(head: string): string[] {
  return BODIES.map((body) => isoEventTime(parseLine(`${head}${body}`))?.slice(0, 23) ?? "-");
}

describe("the time in a logger's head", () => {
  test.each([
    ["I20261121 10:49:59 12 net.cc:20] "],
    ["[I 261121 10:49:59 web:2162] "],
    ["261121 10:49:59 [Note] "],
    ["20261121104959 "],
    ["E[2026-11-21|10:49:59] "],
    ["[2026-11-21][10:49:59][app::net][INFO] "],
    ["2026-11-21, 10:49:59, Info                  CBS    "],
    ["21.11.2026, 10:49:59: "],
    ["2026-Nov-21 10:49:59 UTC "],
    ["21-Nov-26 10:49:59 "],
    ["[21Nov2026 10:49:59] [Server thread/INFO]: "],
    ["2026-11-21_10:49:59 "],
    ["7:M 21 Nov 2026 10:49:59 * "],
    ["=INFO REPORT==== 21-Nov-2026::10:49:59 === "],
    ["####<Nov 21, 2026 10:49:59 AM UTC> <Notice> <Net> <"],
    ["[11/21/26 10:49:59:000 UTC] 0000003a Net           I   "],
    ["30,11/21/26,10:49:59,"],
    ["[GIN] 2026/11/21 - 10:49:59 | 200 | "],
    ["[pod/app-5d8f7c-x2/app] 2026-11-21T10:49:59Z "],
    ["app_1  | 2026-11-21T10:49:59Z "],
    ["0|app  | 2026-11-21T10:49:59: "],
    ["[xorm] [info]  2026/11/21 10:49:59 "],
    ["{app} 2026-11-21 10:49:59 "],
    ["app[712] 2026-11-21 10:49:59 "],
    ["Bridge:info  2026-11-21 10:49:59: "],
    ["[Nest] 712  - 11/21/2026, 10:49:59 AM     LOG [Net] "],
    ["(7) 2026-11-21 10:49:59 "],
    ["# 2026-11-21 10:49:59 "],
    ["*** 2026-11-21 10:49:59 "],
    ["'2026-11-21 10:49:59' "],
    ["<2026-11-21 10:49:59> "],
    ["INFO - 2026-11-21 10:49:59 --> "],
    ["[INFO ] 2026-11-21 10:49:59.000 [main] Net - "],
    ["[1795258199] "],
    ["1795258199: "],
    ["[ INFO] [1795258199.000000000]: "],
    ["1.7952581990e+09\tinfo\t"],
    ["Sat 21 Nov 10:49:59 UTC 2026 "],
    ["Sat 2026-11-21 10:49:59.000000 UTC [s=9b0c;i=1f] "],
  ])("%s", (head) => {
    expect(timesOf(head)).toEqual(BODIES.map(() => "2026-11-21T10:49:59.000"));
  });

  test("has the year of long ago, also in a bracket", () => {
    for (const head of ["[Sat Mar 14 10:49:59 2020] ", "Sat Mar 14 10:49:59 2020 "])
      expect(timesOf(head)).toEqual(BODIES.map(() => "2020-03-14T10:49:59.000"));
  });

  test("an hour of one digit is one", () => {
    expect(timesOf("(2026-11-21  9:49:59): [be[example.com]] [net] (0x0020): ")).toEqual(
      BODIES.map(() => "2026-11-21T09:49:59.000"),
    );
  });

  test.each([
    ["INFO  [main] 2026-11-21 10:49:59,123 Net.java:12 - "],
    ["2026-11-21 10:49:59:123 INFO "],
    ["app_1  | 2026-11-21 10:49:59,123 [net] DEBUG "],
    ["[11/21/26 10:49:59:123 CET] 0000003a Net I "],
    ["1.795258199123456e+09\tinfo\t"],
  ])("has its fraction: %s", (head) => {
    expect(timesOf(head)).toEqual(BODIES.map(() => "2026-11-21T10:49:59.123"));
  });

  test.each([
    ["26/11/21 10:49:59 INFO ", "whose year may be the day"],
    ["11-21 10:49:59.123  7  8 I Net: ", "has no year"],
    ["I1121 10:49:59.123456   17 file.go:208] ", "has none either"],
    ["app 2026-11-21 10:49:59 ", "stands behind a word of a sentence, as an expiry does"],
    ["1095258199: ", "is a number of the past"],
    ["991351 10:49:59 ", "has no such month"],
    ["[2026-11-21|10:49:59|7] ", "is a row's"],
  ])("none is taken that %s%s", (head) => {
    expect(timesOf(head)).toEqual(BODIES.map(() => "-"));
  });
});

/** Host unless it is the sender, program and process of a head. */
function namesOf(head: string): string {
  const named = BODIES.map((body) => {
    const { sourceHost, app, procid } = parseLine(`${head}${body}`);
    return [sourceHost === SENDER ? "-" : sourceHost, app ?? "-", procid ?? "-"].join(" ");
  });
  return [...new Set(named)].join("; ");
}

describe("program, process and host in a logger's head", () => {
  test.each([
    ["I, [2026-11-21T10:49:59.123456 #712]  INFO -- : ", "- - 712"],
    ["E, [2026-11-21T10:49:59.123456 #712] ERROR -- web: ", "- web 712"],
    ["[2026-11-21 10:49:59.123 +0000] INFO (web/712 on fw1): ", "fw1 web 712"],
    ["[10:49:59.123] INFO (712): ", "- - 712"],
    ["[2026-11-21T10:49:59.123Z]  INFO: web/712 on fw1: ", "fw1 web 712"],
    ["2026-11-21 10:49:59.123  INFO 712 --- [main] com.example.Net : ", "- - 712"],
    ["2026-11-21T10:49:59.123Z  INFO 712 --- [web] [main] com.example.Net : ", "- - 712"],
    ["2026-11-21 10:49:59.123 712 INFO nova.compute [req-12 - - - -] ", "- - 712"],
    ["[2026-11-21 10:49:59 +0000] [712] [INFO] ", "- - 712"],
    ["2026/11/21 10:49:59 [error] 712#8: *9 ", "- - 712"],
    ["2026-11-21 10:49:59.123 UTC [712] LOG:  ", "- - 712"],
    ["2026-11-21 10:49:59.123 CET [712] alice@web ERROR:  ", "- - 712"],
    ["2026-11-21 10:49:59 UTC::@:[712]:LOG:  ", "- - 712"],
    ["712:M 21 Nov 2026 10:49:59.123 * ", "- - 712"],
    ["[712] 2026/11/21 10:49:59.123456 [INF] ", "- - 712"],
    ["[712:8:1121/104959.123456:ERROR:net.cc(20)] ", "- - 712"],
    ["[2026/11/21 10:49:59.123456,  3, pid=712, effective(0, 0), real(0, 0)] ../net.c:12(run) ", "- - 712"],
    ["[Sat Nov 21 10:49:59.123456 2026] [core:error] [pid 712:tid 140] ", "- - 712"],
    ["Sat Nov 21 10:49:59 2026 [pid 712] ", "- - 712"],
    ["[1795258199] nsd[712:0] notice: ", "- nsd 712"],
    ["2026-11-21 10:49:59,123 fail2ban.filter         [712]: INFO    ", "- fail2ban.filter 712"],
    ["2026-11-21 10:49:59 web[712] INFO: ", "- web 712"],
    ["2026-11-21 10:49:59 web(712): ", "- web 712"],
    ["Nov 21 10:49:59 fw1 web(712): ", "fw1 web 712"],
    ["Nov 21 10:49:59 fw1 web [712]: ", "fw1 web 712"],
    ["I1121 10:49:59.123456   712 net.go:208] ", "- - 712"],
    ["2026-11-21 10:49:59 [712] [4] INFO: ", "- - 712"],
    ["ICE[712] 2026-11-21 10:49:59: ", "- ICE 712"],
    ["2026-11-21T10:49:59.123456Z [368.801460940] user.info web[712] ", "- web 712"],
  ])("%s", (head, names) => {
    expect(namesOf(head)).toBe(names);
  });

  test.each([
    ["I1121 10:49:59.123456   712 net.cc:208] ", "- - -", "a thread"],
    ["2026-11-21 10:49:59,123 [712] INFO  App.Net - ", "- - -", "a thread in brackets"],
    ["[2026-11-21 10:49:59.123][712][info][net] ", "- - -", "a thread between brackets"],
    ["[2026-11-21 10:49:59] NOTICE[712] net.c: ", "- - -", "a level with its thread"],
    ["2026.11.21 10:49:59 LOG5[712]: ", "- - -", "a numbered level with its thread"],
    ["2026-11-21T10:49:59.123456Z 7 [Note] ", "- - -", "a connection's number"],
    ["Nov 21 10:49:59 fw1 ls(1): ", "fw1 ls(1) -", "a page of a manual"],
    ["Nov 21 10:49:59 fw1 web [core]: ", "fw1 web -", "a module"],
  ])("%s has %s: %s", (head, names) => {
    expect(namesOf(head)).toBe(names);
  });
});

describe("ends behind a head", () => {
  test.each([
    ["[Sat Nov 21 10:49:59 2026] "],
    ["[Sat Nov 21 10:49:59 2026] [error] "],
    ["[Sat Nov 21 10:49:59.123456 2026] [proxy:error] [pid 712] "],
    ["Sat Nov 21 10:49:59 2026 "],
    ["2026-11-21T10:49:59.123456789Z "],
    ["2026-11-21T10:49:59.123456789Z stderr F "],
    ["2026-11-21T10:49:59.123456Z 7 [Note] "],
    ["Nov 21 10:49:59 fw1 INFO: "],
  ])("%s", (head) => {
    expect(parseLine(`${head}accepted 192.0.2.1:4711 -> 198.51.100.1:443`)).toMatchObject({
      srcIp: "192.0.2.1",
      srcPort: 4711,
      dstIp: "198.51.100.1",
      dstPort: 443,
    });
    expect(parseLine(`${head}connection from 192.0.2.1:4711 refused`)).toMatchObject({
      srcIp: "192.0.2.1",
      srcPort: 4711,
      dstIp: null,
    });
  });
});

describe("a head that goes on and on takes no time", () => {
  test.each([
    ["[a] ".repeat(2000)],
    [`[${"a ".repeat(4000)}`],
    [`app${" ".repeat(8000)}| 2026`],
    [`INFO${" ".repeat(8000)}2026-11-21`],
    ["2026-11-21 ".repeat(700)],
    [`[7] ${"a ".repeat(4000)}LOG`],
    [`Nov 21 10:49:59 fw1 ${"a@".repeat(4000)}[7]: `],
    [`Nov 21 10:49:59 ${"f".repeat(4000)}(${"1.".repeat(2000)})`],
  ])("%#", (line) => {
    parseLine(line);
    const start = performance.now();
    parseLine(line);
    expect(performance.now() - start).toBeLessThan(100);
  });
});
