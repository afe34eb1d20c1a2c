import { describe, expect, test } from "bun:test";
import { authJobs } from "#features/auth";
import { cookiesOf, createTestService, uniqueAddress, uniqueName } from "../../support/app";
import { believedClock } from "../../support/deletion-clock";

/** Many sign-ins from one address: they wait for themselves, lock themselves out, and leave few rows. */
const generous = await createTestService();
const { database } = generous;

function login(
  username: string,
  password: string,
  {
    peer = uniqueAddress(),
    on = generous,
    headers = {},
  }: { peer?: string; on?: typeof generous; headers?: Record<string, string> } = {},
) {
  return on.call("POST /api/v1/auth/login", { body: { username, password }, peer, headers });
}

const statuses = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    [401, 429, 503].map((status) => [status, answers.filter((answer) => answer.status === status).length]),
  );

async function runJobs() {
  for (const job of authJobs({ ...database, deletions: await believedClock() }))
    await job.run({ token: 1, signal: new AbortController().signal });
}

const rowsOf = (address: string) => database.sql<{ action: string; target: string; detail: string }[]>`
  SELECT action, target, detail FROM audit_log WHERE client_address = ${address} ORDER BY id`;

test("150 parallel sign-ins of one address do not delay a right one of another beyond 2 s", async () => {
  const unlimited = await createTestService({ database, settings: { AUTH_IP_MAX_FAILED_ATTEMPTS: "0" } });
  const user = await generous.givenUser();
  const signIn = async () => {
    const started = performance.now();
    expect((await login(user.username, user.password, { on: unlimited })).status).toBe(200);
    return (performance.now() - started) / 1000;
  };
  await signIn();
  const alone = await signIn();
  const peer = uniqueAddress();
  const flood = Array.from({ length: 150 }, () =>
    login(uniqueName("nobody"), "not the password", { peer, on: unlimited }),
  );
  let ended = 0;
  for (const answer of flood) void answer.then(() => (ended += 1));
  await Bun.sleep(50);
  const seconds = await signIn();
  // It overtook nearly all that had come before it.
  expect(ended).toBeLessThan(25);
  // A machine that takes long for one alone is busy with something else.
  expect({ isSoon: seconds < Math.max(2, 6 * alone), seconds, alone }).toMatchObject({ isSoon: true });
  expect(statuses(await Promise.all(flood))).toEqual({ 401: 150, 429: 0, 503: 0 });
});

describe("by default", () => {
  test("100 wrong passwords of an address lock it, whatever the names; other addresses and known browsers sign in", async () => {
    const user = await generous.givenUser();
    const known = await login(user.username, user.password);
    const headers = { Cookie: `svc_device=${cookiesOf(known).get("svc_device")?.split(";")[0] ?? ""}` };
    const peer = uniqueAddress();
    const guess = () => login(uniqueName("nobody"), "not the password", { peer });
    const answers = await Promise.all(Array.from({ length: 110 }, guess));
    expect(statuses(answers)).toEqual({ 401: 100, 429: 10, 503: 0 });
    expect((await login(user.username, user.password, { peer })).status).toBe(429);
    expect((await login(user.username, user.password, { peer, headers })).status).toBe(200);
    expect((await login(user.username, user.password)).status).toBe(200);
  });

  test("an office behind one address is not locked: people who get in forget what others mistyped", async () => {
    const peer = uniqueAddress();
    const user = await generous.givenUser();
    for (let failure = 0; failure < 30; failure++) {
      expect((await login(uniqueName("colleague"), "mistyped password", { peer })).status).toBe(401);
    }
    expect((await login(user.username, user.password, { peer })).status).toBe(200);
    const left =
      await database.sql`SELECT failures FROM lockouts WHERE scope = 'login_address' AND subject = ${peer}`;
    expect([...left]).toEqual([]);
  });

  test("a quarter of an hour without a failure forgets those before", async () => {
    const peer = uniqueAddress();
    await database.sql`INSERT INTO lockouts (scope, subject, failures, updated_at)
      VALUES ('login_address', ${peer}, 99, now() - interval '16 minutes')`;
    expect((await login(uniqueName("nobody"), "not the password", { peer })).status).toBe(401);
    const user = await generous.givenUser();
    expect((await login(user.username, user.password, { peer })).status).toBe(200);
  });
});

test("failures of one address are ten rows and one with a count, a locked one's tries one row and a count", async () => {
  const peer = uniqueAddress();
  const guess = () => login(uniqueName("nobody"), "not the password", { peer });
  await Promise.all(Array.from({ length: 130 }, guess));
  await database.sql`UPDATE failed_logins SET ends_at = ends_at - interval '1 hour' WHERE client = ${peer}`;
  await database.sql`UPDATE blocked_logins SET locked_until = locked_until - interval '1 hour' WHERE client = ${peer}`;
  await runJobs();
  const rows = await rowsOf(peer);
  const count = (action: string) => rows.filter((row) => row.action === action).length;
  // The windows begin at full ten minutes: one may have begun meanwhile.
  expect(count("auth.login_failed")).toBeWithin(10, 21);
  const counted = rows.filter(({ action }) => action === "auth.login_failures");
  expect(counted.length).toBeWithin(1, 3);
  for (const { target } of counted) expect(target).toBe(`ip:${peer}`);
  const sum = counted.reduce((total, { detail }) => total + Number(/attempts=(\d+)/.exec(detail)?.[1]), 0);
  expect(sum + count("auth.login_failed")).toBe(100);
  expect(rows.filter(({ action }) => action === "auth.login_blocked")).toMatchObject([
    { target: `ip:${peer}` },
  ]);
  expect(rows.filter(({ action }) => action === "auth.lockout_ended")).toMatchObject([
    { target: `ip:${peer}`, detail: expect.stringContaining("blocked=30 ") as string },
  ]);
});
