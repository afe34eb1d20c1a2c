import { runRoom, runRoomTests } from "./support/room";

/**
 * `bun tests/processes.ts <minutes>`: tests of the API that go to two processes of the operating system in turns, as
 * behind a balancer: sessions and their end, lock-outs, limits, keys, operations, idempotency keys and entity tags,
 * imports, undo, settings, alerts, notices, and what else they share. A test that looks behind the answer of the service
 * that it calls, such as into its log, its outbox or its pool of connections, is not among them. Fails beyond its
 * minutes; ends with the line `N passed, N failed`.
 */
const SPREAD = [
  "./tests/contract/by-key.test.ts",
  "./tests/contract/if-match.test.ts",
  "./tests/platform/http/idempotency.test.ts",
  ...[
    "alerts/acknowledge-link.test.ts",
    "alerts/course.test.ts",
    "alerts/live/live.test.ts",
    "alerts/rules.test.ts",
    "alerts/timing/telling.test.ts",
    "alerts/why.test.ts",
    "api-keys/",
    "auth/account-limits.test.ts",
    "auth/address-limit.test.ts",
    "auth/change-password.test.ts",
    "auth/lock-outs.test.ts",
    "auth/refresh.test.ts",
    "auth/session-list.test.ts",
    "auth/sessions.test.ts",
    "auth/takeover.test.ts",
    "imports/csv.test.ts",
    "imports/netbox.test.ts",
    "ipam/allocation/",
    "maintenance/maintenance.test.ts",
    "notifications/acknowledge-links.test.ts",
    "notifications/alerts.test.ts",
    "notifications/deliveries.test.ts",
    "notifications/profiles.test.ts",
    "notifications/routes.test.ts",
    "operations/",
    "second-factor/enrolment.test.ts",
    "second-factor/login.test.ts",
    "second-factor/passkey-sign-in.test.ts",
    "second-factor/passkeys.test.ts",
    "second-factor/required-roles.test.ts",
    "settings/",
    "syslog/saved-searches/",
    "undo/restore.test.ts",
    "undo/trash.test.ts",
    "undo/undo.test.ts",
    "users/deactivation.test.ts",
    "users/roles.test.ts",
  ].map((name) => `./tests/features/${name}`),
];

await runRoom(Number(process.argv[2]), async (environment) => [
  await runRoomTests(SPREAD, {
    heading: "tests of the API on two processes",
    environment: { ...environment, NETATLAS_TEST_SPREAD: "processes" },
  }),
]);
