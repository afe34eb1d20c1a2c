import { runRoom, runRoomTests } from "./support/room";

/**
 * `bun tests/processes.ts <minutes>`: tests of the API that go to two processes of the operating system in turns, as
 * behind a balancer: sessions and their end, lock-outs, limits, keys, operations and what they share. A test that looks
 * behind the answer of the service that it calls, such as into its log or its outbox, is not among them. Fails beyond its
 * minutes; ends with the line `N passed, N failed`.
 */
const SPREAD = [
  "api-keys/",
  "auth/account-limits.test.ts",
  "auth/address-limit.test.ts",
  "auth/change-password.test.ts",
  "auth/lock-outs.test.ts",
  "auth/refresh.test.ts",
  "auth/session-list.test.ts",
  "auth/sessions.test.ts",
  "auth/takeover.test.ts",
  "operations/",
  "second-factor/enrolment.test.ts",
  "second-factor/passkey-sign-in.test.ts",
  "second-factor/passkeys.test.ts",
  "second-factor/recovery-codes.test.ts",
].map((name) => `./tests/features/${name}`);

await runRoom(Number(process.argv[2]), async (environment) => [
  await runRoomTests(SPREAD, {
    heading: "tests of the API on two processes",
    environment: { ...environment, NETATLAS_TEST_SPREAD: "processes" },
  }),
]);
