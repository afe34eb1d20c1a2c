import type { Model } from "../../api/client";

export type Release = Model<"VersionInfo">["whats_new"][number];

/**
 * Of releases, newest first, those that came after the one that the person has acknowledged; the newest alone where
 * that is none of them.
 */
export function newsSince(releases: readonly Release[], acknowledged: string | null): readonly Release[] {
  const seen = releases.findIndex(({ version }) => version === acknowledged);
  return releases.slice(0, seen === -1 ? 1 : seen);
}
