import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const SERVER = "<38>Nov 21 10:49:59 host-1 sshd[7]: ";
const ASA = "<166>Nov 21 10:49:59 fw-1 %ASA-6-199018: ";
const IOS = "<189>12: Nov 21 10:49:59 rtr-1: %SYS-5-RESTART: ";
const NAMELESS = "<134>Nov 21 10:49:59 fw-1 app: ";

describe.each([
  ["a server that is known", SERVER],
  ["a Cisco ASA", ASA],
  ["Cisco IOS", IOS],
  ["a program that nobody knows", NAMELESS],
])("a version of four numbers, of %s, is no end of traffic", (_, head) => {
  test.each([
    ["server started, version 10.0.19.4"],
    ["Version 1.2.3.4 started"],
    ["login failed, client version: 4.5.6.7"],
    ["ver=1.2.3.4 login denied"],
    ["app_version: 1.2.3.4 connection refused"],
    ["firmware 9.1.2.3 installed by admin"],
    ["upgraded from version 1.2.3.4 to 1.2.3.5"],
    ["versions 1.2.3.4, 5.6.7.8 and 9.10.11.12 denied"],
    ["from version '1.2.3.4' to version '5.6.7.8'"],
    ["the version is 1.2.3.4, the login failed"],
    ["patch 1.2.3.4 session opened"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: null });
  });

  test("and whoever is named beside it still is", () => {
    for (const text of [
      "Failed login of admin from 192.0.2.10, client version 1.2.3.4",
      "Failed login, client version 1.2.3.4, of admin from 192.0.2.10",
    ])
      expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: null });
  });
});

test.each([
  ['{"client":{"version":"1.2.3.4"},"event":"login failed"}'],
  ['{"clientVersion":"1.2.3.4","event":"login failed"}'],
  ["srcVersion=1.2.3.4 dst_version=1.2.3.5 action=deny"],
  ["serverBuild=1.2.3.4 clientFirmware=1.2.3.5 action=deny proto=tcp"],
])("a key that says version makes no end of it: %s", (text) => {
  expect(parseLine(NAMELESS + text)).toMatchObject({ srcIp: null, dstIp: null });
});
