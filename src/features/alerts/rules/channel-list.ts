import { z } from "@hono/zod-openapi";
import { isNotificationTarget } from "#features/notifications";

const MAX_CHANNELS = 16;

/** Ways out by their names, each once. */
export const channelList = z
  .array(z.string().trim().max(64))
  .max(MAX_CHANNELS)
  .transform((given) => [...new Set(given)])
  .superRefine((given, context) => {
    const wrong = given.filter((channel) => !isNotificationTarget(channel));
    if (wrong.length === 0) return;
    const names = wrong.map((name) => `'${name}'`).join(", ");
    context.addIssue({ code: "custom", message: `Invalid channels: {${names}}` });
  })
  .openapi({
    type: "array",
    items: { type: "string" },
    maxItems: MAX_CHANNELS,
    description: "channels (`smtp`, `ntfy`, `telegram`, `signal`), or profiles as `profile:<id>`",
  });
