import { asc } from "drizzle-orm";
import type { Db } from "#platform/database";
import { filledChannels } from "./existing-channels";
import { readNotificationSettings } from "./service";
import { notificationProfiles } from "./tables";

/** A way out that alerts can take, without what it is set to. */
export type Channel = { target: string; name: string; provider: string; isReady: boolean };

const NAMES = { smtp: "Email", ntfy: "ntfy", telegram: "Telegram", signal: "Signal" } as const;

/** The channels of the settings that are filled in, and the profiles by name; one that is switched off is not ready. */
export async function listChannels({ db }: { db: Db }): Promise<Channel[]> {
  const filled = filledChannels(await readNotificationSettings({ db }));
  const { id, name, provider, enabled } = notificationProfiles;
  const profiles = await db
    .select({ id, name, provider, enabled })
    .from(notificationProfiles)
    .orderBy(asc(name), asc(id));
  return [
    ...filled.map((channel) => ({ target: channel, name: NAMES[channel], provider: channel, isReady: true })),
    ...profiles.map((profile) => ({
      target: `profile:${profile.id}`,
      name: profile.name,
      provider: profile.provider,
      isReady: profile.enabled,
    })),
  ];
}
