import { z } from "@hono/zod-openapi";
import type { Ids, Names } from "#features/configuration-kinds";

const Channels = z.array(z.string());
const PROFILE = "profile:";

/** Channels of a bundle. */
export const ChannelItems = z.array(z.string().min(1).max(1024)).max(100).openapi({
  description: "`smtp`, `ntfy`, `telegram`, `signal`, or a profile as `profile:<its name>`",
});

/** Channels as bundles name them: profiles by name. One whose name the reader may not know keeps its number. */
export function toChannels(channels: unknown, names: Names): string[] {
  return Channels.parse(channels).map((channel) => {
    if (!channel.startsWith(PROFILE)) return channel;
    const name = names.nameOf("notification_profiles", Number(channel.slice(PROFILE.length)));
    return name === undefined ? channel : `${PROFILE}${name}`;
  });
}

const NUMBERED = /^profile:[1-9]\d{0,14}$/;

/** The same by ids: for who may not know their names, profiles are their numbers. Throws an `ItemFault`. */
export function fromChannels(
  given: unknown,
  { ids, field }: { ids: Ids; field: readonly (string | number)[] },
): string[] {
  return Channels.parse(given).map((channel, place) => {
    if (!channel.startsWith(PROFILE)) return channel;
    if (!ids.knows("notification_profiles") && NUMBERED.test(channel)) return channel;
    const id = ids.idOf("notification_profiles", channel.slice(PROFILE.length), [...field, place]);
    return `${PROFILE}${id}`;
  });
}
