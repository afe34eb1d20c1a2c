import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const from = "192.0.2.9";

describe("programs tell in a line's head who they are", () => {
  test.each<[text: string, app: string | null, procid: string | null]>([
    [`2026-11-21 10:49:59 [4067] [4] INFO: Connected to bearerbox at ${from} port 14000.`, null, "4067"],
    [`2026-11-21 10:49:59 [4067] [4] WARNING: client ${from}:50122 gone`, null, "4067"],
    [`[10:49:59.294][4fb5] INFO[DATA]: [IP:${from}][PID:34237][Apache]`, null, "34237"],
    [`2026-11-21 10:49:59: netdata INFO  : WEB[1] : request from ${from}:57642`, "netdata", null],
    [`[nsqd] 2026/11/21 10:49:59.655677 ERROR: client(${from}:53326) - failed`, "nsqd", null],
    [`2026-11-21T10:49:59.928Z lightningd(7498): client ${from}:50122 gone`, "lightningd", "7498"],
    [`<30>Nov 21 10:49:59 host1 lightningd(7498): client ${from}:50122 gone`, "lightningd", "7498"],
    [`7:M 21 Nov 2026 10:49:59.123 - Accepted ${from}:50122`, null, "7"],
  ])("%s", (text, app, procid) => {
    const message = parseLine(text);
    expect([message.app, message.procid]).toEqual([app, procid]);
  });

  test.each([
    `2026-11-21 10:49:59 [7] INFO client ${from}:50122 gone`,
    `[main] 2026/11/21 10:49:59 client ${from}:50122 gone`,
    `[warn] 2026/11/21 10:49:59 client ${from}:50122 gone`,
    `2026-11-21 10:49:59: client ${from}:50122 INFO gone`,
  ])("a thread, a level or a part is none: %s", (text) => {
    const message = parseLine(text);
    expect([message.app, message.procid]).toEqual([null, null]);
  });

  test("what a module is called in a program's name is no process", () => {
    expect(parseLine(`<30>Nov 21 10:49:59 host1 ftpd(pam_unix)[44]: login from ${from}`)).toMatchObject({
      app: "ftpd(pam_unix)",
      procid: "44",
    });
  });
});

describe("a level by its first letter is no host", () => {
  test.each([
    `2026-11-21T10:49:59.308+0000 I  NETWORK  [listener] connection accepted from ${from}:60845`,
    `2026-11-21T10:49:59Z W svc: client ${from}`,
  ])("%s", (text) => {
    expect(parseLine(text).sourceHost).toBe("198.51.100.200");
  });
});

describe("the time of a line may stand in a bracket of its own", () => {
  test.each<[text: string, time: string]>([
    [`E[2026-11-21|13:40:46.042] Dialing failed addr=${from}:26656`, "2026-11-21T13:40:46.042000Z"],
    [`2026-Nov-21 13:40:46.042 Peer:DBG connected ${from}`, "2026-11-21T13:40:46.042000Z"],
    [`2026-11-21_13:40:46.042 client ${from}:50122`, "2026-11-21T13:40:46.042000Z"],
    [`[2026.11.21-13.40.46:042][  7]LogNet: from: ${from}:50122`, "2026-11-21T13:40:46.042000Z"],
    [`21.11.2026 13:40:46 *INFO* client ${from}:50122`, "2026-11-21T13:40:46.000000Z"],
    [`7:M 21 Nov 2026 13:40:46.042 - Accepted ${from}:50122`, "2026-11-21T13:40:46.042000Z"],
    [`Sat, 21 Nov 2026 13:40:46 +0000 client ${from}:50122`, "2026-11-21T13:40:46.000000Z"],
    [`I[2026-11-21|13:40:46.042] started`, "2026-11-21T13:40:46.042000Z"],
    [`(2026-11-21  8:59:52): [be] client ${from}`, "2026-11-21T08:59:52.000000Z"],
    [`(2026-11-21 18:59:52): [be] client ${from}`, "2026-11-21T18:59:52.000000Z"],
  ])("%s", (text, time) => {
    expect(isoEventTime(parseLine(text))).toBe(time);
  });

  test("a day without its year is none", () => {
    expect(isoEventTime(parseLine(`INFO [11-21|13:40:46.042] peers`))).toBeNull();
  });
});
