import { expect, test } from "bun:test";
import { unauthorized } from "#platform/errors";
import type { Caller } from "#platform/http/guard";
import { type Viewer, Viewers } from "#platform/http/viewers";
import { mayView } from "../../../src/features/syslog/live/may-view";
import { atRunEnd } from "../../support/run-end";
import { waitFor } from "../../support/wait-for";

/** Who may keep on viewing, as time goes on. */
const SECOND = 1_000;

function callerOf(change: Partial<Caller> = {}): Caller {
  return {
    userId: 1,
    username: "ann",
    role: "SecurityAnalyst",
    isSuperAdmin: false,
    permissions: ["security_view"],
    apiKeyId: null,
    sessionId: crypto.randomUUID(),
    mustEnrol: false,
    ...change,
  };
}

function givenViewers(recheck: (caller: Caller) => Promise<Caller> = async (caller) => caller): Viewers {
  return new Viewers({ authenticate: async () => callerOf(), recheck }, { inAll: 100, perUser: 5 });
}

type Watched = Viewer & { refusals: string[] };

function addViewer(viewers: Viewers, caller: Caller): Watched {
  const viewer: Watched = {
    caller,
    mayView,
    refusals: [],
    refuse(reason) {
      this.refusals.push(reason);
      viewers.remove(this);
    },
  };
  expect(viewers.add(viewer)).toBe("taken");
  atRunEnd(async () => viewers.remove(viewer));
  return viewer;
}

const expiring = (seconds: number) => callerOf({ tokenExpiresAt: new Date(Date.now() + seconds * SECOND) });

test("a connection ends a minute behind its token, unless a fresh one came", async () => {
  const viewers = givenViewers();
  const [late, renewed, inGrace] = [-61, -61, -30].map((seconds) => addViewer(viewers, expiring(seconds)));
  if (renewed !== undefined) renewed.caller = expiring(3_600);
  await waitFor("the end", () => late?.refusals.length === 1);
  expect(late?.refusals).toEqual(["the token has expired"]);
  expect([renewed?.refusals, inGrace?.refusals]).toEqual([[], []]);
});

test.each([
  ["loses the permission", { permissions: [] }],
  ["must enrol a second factor", { mustEnrol: true }],
])("a connection ends whose caller %s", async (_, change) => {
  const viewers = givenViewers(async (caller) => ({ ...caller, ...change }));
  const viewer = addViewer(viewers, callerOf());
  await waitFor("the end", () => viewer.refusals.length === 1);
  expect(viewer.refusals).toEqual(["access to events has ended"]);
});

test("while the database is away connections stay, and end when it says so", async () => {
  let isAway = true;
  let asked = 0;
  const viewers = givenViewers(async () => {
    asked++;
    throw isAway ? new Error("connection refused") : unauthorized("Invalid or inactive user");
  });
  const viewer = addViewer(viewers, callerOf());
  await waitFor("the first check", () => asked > 0);
  expect(viewer.refusals).toEqual([]);
  isAway = false;
  await waitFor("the end", () => viewer.refusals.length === 1);
});

test("one check serves all connections of a session", async () => {
  let asked = 0;
  const viewers = givenViewers(async (caller) => {
    asked++;
    return { ...caller, permissions: [] };
  });
  const caller = callerOf();
  const watched = [1, 2, 3].map(() => addViewer(viewers, caller));
  await waitFor("the end of all", () => watched.every(({ refusals }) => refusals.length === 1));
  expect(asked).toBe(1);
});

test("connections without a token are counted by address, IPv6 by its /64, and all together", () => {
  const viewers = givenViewers();
  const leave = Array.from({ length: 4 }, (_, index) => viewers.admitUnauthenticated(`2001:db8::${index}`));
  expect(() => viewers.admitUnauthenticated("2001:db8::ffff")).toThrow();
  leave[0]?.();
  leave[0]?.();
  const again = viewers.admitUnauthenticated("2001:db8::ffff");
  expect(() => viewers.admitUnauthenticated("2001:db8::1:1")).toThrow();
  again();
  for (const go of leave) go();
  for (let index = 0; index < 100; index++) viewers.admitUnauthenticated(`192.0.2.${index}`);
  expect(() => viewers.admitUnauthenticated("198.51.100.1")).toThrow();
});
