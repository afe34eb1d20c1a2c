import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { ifInTime } from "#platform/pause";
import { parseChangelog } from "./changelog";
import type { ReadinessCheck, VersionInfo } from "./models";
import type { KnownReleases } from "./release-feed";
import { compareVersions } from "./release-list";
import { startedVersions } from "./tables";

/** One condition of being ready; says what is wrong when it is not met. */
export type ReadinessProbe = { name: string; check: () => Promise<{ ok: boolean; message: string }> };

const PROBE_TIMEOUT_MS = 2000;
const SILENCE = { ok: false, message: `no answer in ${PROBE_TIMEOUT_MS / 1000} s` };

/** Runs every probe; one that throws or does not answer in 2 s has failed. */
export function checkReadiness(probes: readonly ReadinessProbe[]): Promise<ReadinessCheck[]> {
  return Promise.all(
    probes.map(async ({ name, check }) => {
      try {
        return { name, ...((await ifInTime(PROBE_TIMEOUT_MS, check())) ?? SILENCE) };
      } catch {
        return { name, ok: false, message: "the check failed" };
      }
    }),
  );
}

export type InstalledVersion = {
  /** Without a leading `v`; `dev` where it is not known. */
  version: string;
  channel: string;
  /** CHANGELOG.md */
  changelog: string;
};

const MAX_RELEASES = 5;

/** What came with the installed version and the releases before it, newest first. */
export function describeNews({ version, changelog }: InstalledVersion): VersionInfo["whats_new"] {
  const releases = parseChangelog(changelog);
  const newest = releases.findIndex((release) => release.version === version);
  return releases.slice(Math.max(0, newest)).slice(0, MAX_RELEASES);
}

/** The installed version beside the newest one that is known. */
export function describeVersion(
  { version, channel }: Pick<InstalledVersion, "version" | "channel">,
  { releases, checkedAt, error }: KnownReleases,
): Omit<VersionInfo, "whats_new"> {
  const [latest] = releases;
  return {
    current: version,
    channel: channel || null,
    latest: latest?.version ?? null,
    up_to_date: latest === undefined || compareVersions(version, latest.version) >= 0,
    release_url: latest?.url ?? "",
    current_release_url: releases.find((release) => release.version === version)?.url ?? "",
    checked_at: toTimestamp(checkedAt),
    check_error: error,
  };
}

/**
 * Notes that this version runs on this database; of the users who were there before, each is told once what is new in
 * it.
 */
export async function recordStartedVersion({ db }: { db: Db }, version: string): Promise<void> {
  await db.insert(startedVersions).values({ version }).onConflictDoNothing();
}
