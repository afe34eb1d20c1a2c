import { parseChangelog } from "./changelog";
import type { ReadinessCheck, VersionInfo } from "./models";

/** One condition of being ready; says what is wrong when it is not met. */
export type ReadinessProbe = { name: string; check: () => Promise<{ ok: boolean; message: string }> };

const PROBE_TIMEOUT_MS = 2000;

/** Runs every probe; one that throws or does not answer in 2 s has failed. */
export function checkReadiness(probes: readonly ReadinessProbe[]): Promise<ReadinessCheck[]> {
  return Promise.all(
    probes.map(async ({ name, check }) => {
      try {
        return { name, ...(await Promise.race([check(), timeout()])) };
      } catch {
        return { name, ok: false, message: "the check failed" };
      }
    }),
  );
}

async function timeout(): Promise<{ ok: boolean; message: string }> {
  await Bun.sleep(PROBE_TIMEOUT_MS);
  return { ok: false, message: `no answer in ${PROBE_TIMEOUT_MS / 1000} s` };
}

export type InstalledVersion = {
  version: string;
  channel: string;
  /** CHANGELOG.md */
  changelog: string;
};

const MAX_RELEASES = 5;

/**
 * The installed version, without a leading `v`, and what came with it and the releases before it. No release is looked up.
 */
export function describeVersion(installed: InstalledVersion): VersionInfo {
  const current = installed.version.replace(/^v/, "") || "dev";
  const releases = parseChangelog(installed.changelog);
  const newest = releases.findIndex(({ version }) => version === current);
  return {
    current,
    channel: installed.channel || null,
    latest: null,
    up_to_date: true,
    release_url: "",
    current_release_url: "",
    whats_new: releases.slice(Math.max(0, newest)).slice(0, MAX_RELEASES),
  };
}
