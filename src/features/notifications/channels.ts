import type { Db } from "#platform/database";
import {
  compareNaturally,
  cutPage,
  mapPage,
  nameAndId,
  type MemoryOrdering,
  type Page,
  type PageQuery,
} from "#platform/http/paging";
import { filledChannels } from "./existing-channels";
import { readNotificationSettings } from "./service";
import { notificationProfiles } from "./tables";

/** A way out that alerts can take, without what it is set to. */
export type Channel = { target: string; name: string; provider: string; isReady: boolean };

const NAMES = { smtp: "Email", ntfy: "ntfy", telegram: "Telegram", signal: "Signal" } as const;

const BY_NAME: MemoryOrdering<{ name: string; id: number }> = {
  name: "alert channels",
  keysOfRow: ({ name, id }) => [name, id],
  schema: nameAndId,
  compare: compareNaturally,
};

/**
 * The channels of the settings that are filled in, and the profiles, by name: all of them or a page; a profile that is
 * switched off is not ready. Throws 422 for a bad cursor.
 */
export async function listChannels({ db }: { db: Db }, query: PageQuery): Promise<Page<Channel>> {
  return mapPage(cutPage(await readChannels(db), query, BY_NAME), ({ target, name, provider, isReady }) => ({
    target,
    name,
    provider,
    isReady,
  }));
}

/** What people call a way out; undefined where there is none, or it is switched off. */
export async function findChannelName(db: Db, target: string): Promise<string | undefined> {
  return (await readChannels(db)).find((channel) => channel.target === target && channel.isReady)?.name;
}

/** Those of the settings have no id. */
async function readChannels(db: Db): Promise<(Channel & { id: number })[]> {
  const filled = filledChannels(await readNotificationSettings({ db }));
  const { id, name, provider, enabled } = notificationProfiles;
  const profiles = await db.select({ id, name, provider, enabled }).from(notificationProfiles);
  return [
    ...filled.map((channel) => ({
      id: 0,
      target: channel,
      name: NAMES[channel],
      provider: channel,
      isReady: true,
    })),
    ...profiles.map((profile) => ({
      id: profile.id,
      target: `profile:${profile.id}`,
      name: profile.name,
      provider: profile.provider,
      isReady: profile.enabled,
    })),
  ];
}
