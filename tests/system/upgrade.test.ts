import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import changelog from "../../CHANGELOG.md" with { type: "text" };
import migrations from "../../drizzle/meta/_journal.json" with { type: "json" };
import packageManifest from "../../package.json" with { type: "json" };
import { parseChangelog } from "../../src/features/system/changelog";
import { signIn, waitForDatabase } from "../support/api-client";
import { numbersFrom } from "../support/numbered-burst";
import { expectBalance } from "../support/numbered-balance";
import { FIRST_KEPT, keptVersions, unpackRelease } from "../support/release-fixture";
import { startService, type ServiceProcess } from "../support/service-process";
import { temporaryPath } from "../support/temporary-path";
import { patient } from "../support/patience";

setDefaultTimeout(patient(120_000));

/** What is kept of a release is older with each day, and must not expire. */
const KEEP_ALL = { FIREWALL_LOG_RETENTION_DAYS: "3650" };

const BEFORE = new RegExp(`^netatlas-backup-\\d{8}-\\d{6}-before-${packageManifest.version}\\.tar\\.zst$`);

let service: ServiceProcess | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const kept = keptVersions();
const isKept = (version: string) => Bun.semver.order(version, FIRST_KEPT) >= 0;

test(
  kept.length === 0 && !isKept(packageManifest.version)
    ? `fault 27: no released version yet: from ${FIRST_KEPT} on the data of each is kept`
    : "fault 27: the data of every released version is kept",
  () => {
    const released = parseChangelog(changelog).map(({ version }) => version);
    const wanted = new Set([...released, packageManifest.version].filter(isKept));
    expect([...wanted].filter((version) => !kept.includes(version))).toEqual([]);
  },
);

describe.if(kept.length > 0)("fault 27: a data directory of an earlier version", () => {
  test.each(kept)(
    "%s is taken over: its users, devices and events, and the lines of its journal; where it is older it is backed up before, once",
    async (version) => {
      const dataDirectory = temporaryPath("upgrade");
      const release = await unpackRelease(version, dataDirectory);
      const { usernames, devices, stored, journaled } = release;
      for (const start of ["first", "second"]) {
        service = await startService({ dataDirectory, environment: KEEP_ALL });
        await waitForDatabase(service.url);
        const client = await signIn(service.url);
        const users = await client.get<{ username: string }[]>("/api/v1/auth/users");
        expect({ start, users: users.map(({ username }) => username).sort() }).toEqual({
          start,
          users: [...usernames].sort(),
        });
        const found = await client.get<{ display_name: string }[]>("/api/v1/topology/devices");
        expect(found.map(({ display_name: name }) => name).sort()).toEqual([...devices].sort());
        await expectBalance({ client, dataDirectory }, { sent: numbersFrom(0, stored + journaled) });
        const hasThisSchema = release.migrations === migrations.entries.length;
        const before = hasThisSchema ? [] : [expect.stringMatching(BEFORE)];
        expect(readdirSync(join(dataDirectory, "backups"))).toEqual(before);
        expect(await service.stop()).toBe(0);
      }
    },
  );
});
