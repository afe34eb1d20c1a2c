import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const CALL = "Connecting to 192.0.2.1:1502";
const AT = "2026-11-21T10:49:59.000000Z";

describe("a whole date behind what a logger sets in front of it", () => {
  test.each([
    "[site  ] ERROR 2026/11/21 10:49:59 ",
    "(main) INFO 2026-11-21 10:49:59 ",
    "[12] WARN 2026-11-21 10:49:59 ",
    "[INFO][main] 2026-11-21 10:49:59 ",
    "[INFO] - 2026-11-21 10:49:59 - ",
    "[ERROR] site: 2026-11-21 10:49:59 ",
    "<ERROR> 2026-11-21 10:49:59 ",
    "site ERROR 2026-11-21 10:49:59 ",
    "site [error] 2026-11-21 10:49:59 ",
    "web-1 | INFO 2026-11-21 10:49:59 ",
    "| INFO | 2026-11-21 10:49:59 | ",
    "INFO:main:2026-11-21 10:49:59:",
    "main:INFO:2026-11-21 10:49:59:",
    "info 2026-11-21 10:49:59 ",
    "app.db - 2026-11-21 10:49:59 - INFO - ",
    "#7 2026-11-21 10:49:59 ",
    "srv(7) 2026-11-21 10:49:59 ",
    "--2026-11-21 10:49:59--  ",
    "{2026-11-21 10:49:59} ",
  ])("%p", (head) => {
    expect(isoEventTime(parseLine(head + CALL))).toBe(AT);
  });

  test.each([
    "cert info 2026-11-21 10:49:59 ",
    "expires 2026-11-21 10:49:59 ",
    "valid until - 2026-11-21 10:49:59 ",
    "[lease] expires: 2026-11-21 10:49:59 ",
  ])("not behind any word: %p", (head) => {
    expect(isoEventTime(parseLine(head + CALL))).toBeNull();
  });
});

describe("dates whose parts stand as programs print them", () => {
  test.each([
    ["[2026:11:21:10:49:59]: ", AT],
    ["[2026:11:21 10:49:59] ", AT],
    ["2026_11_21_10_49_59 ", AT],
    ["2026-11-21-10-49-59 ", AT],
    ["[PID:09313:025 2026.11.21 10:49:59 INFO  Manager] ", AT],
    ["[main 2026.11.21 10:49:59] ", AT],
    ["[INFO:2026.11.21 10:49:59] ", AT],
    ["21. 11. 2026 10:49:59 ", AT],
    ["2026-11-21, 10:49:59 ", AT],
    ["November 21, 2026 10:49:59 ", AT],
    ["[21/11/2026, 10:49:59] ", AT],
    ["11/21/2026, 10:49:59 - ", AT],
    ["1.2.2026 7:49:59 [Notification] ", "2026-02-01T07:49:59.000000Z"],
    ["4.12.2026 17:49:59 ", "2026-12-04T17:49:59.000000Z"],
    ["Sat  1 Nov 10:49:59 UTC 2025 ", "2025-11-01T10:49:59.000000Z"],
  ])("%p", (head, time) => {
    expect(isoEventTime(parseLine(head + CALL))).toBe(time);
  });

  test.each([
    "3/4/2026, 10:49:59 ",
    "1.2.2026.7 10:49:59 ",
    "2026:11:21:99:49:59 ",
    "2001:10:20:10:30:40:50:60 ",
  ])("not where the day is open, or there is none: %p", (head) => {
    expect(isoEventTime(parseLine(head + CALL))).toBeNull();
  });
});

describe("the process of an object that a program printed of itself", () => {
  test.each([
    [
      '{"name":"registry","hostname":"web-1","pid":15632,"level":35,"remoteIP":"192.0.2.1","msg":"a","v":0}',
      "registry",
    ],
    [
      '{"level":30,"time":1795258199000,"pid":15632,"hostname":"web-1","req":{"remoteAddress":"192.0.2.1"},"msg":"a"}',
      null,
    ],
  ])("%s", (text, app) => {
    expect(parseLine(text)).toMatchObject({ sourceHost: "web-1", app, procid: "15632" });
  });

  test.each([
    '{"event":"exec","pid":15632,"hostname":"web-1","src_ip":"192.0.2.1"}',
    '{"level":"info","pid":15632,"hostname":"web-1","src_ip":"192.0.2.1"}',
    '{"level":3,"pid":15632,"src_ip":"192.0.2.1"}',
  ])("not of another: %s", (text) => {
    expect(parseLine(text)).toMatchObject({ app: null, procid: null });
  });
});
