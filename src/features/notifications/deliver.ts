import type { Db } from "#platform/database";
import { UnreadableSecret, type Encryption } from "#platform/encryption";
import type { Message } from "./delivery/message";
import { outcomeOf, refused, refusedForGood, type Outcome } from "./delivery/outcome";
import type { Senders } from "./delivery/senders";
import { PROVIDERS } from "./profile-models";
import { findProfile } from "./profiles";
import { openNotificationSettings } from "./service";

type Delivery = { target: string; message: Message };
type Context = { db: Db; encryption: Encryption; senders: Senders };

/** The ways out that the notification settings have one of each. */
const CHANNELS = ["smtp", "ntfy", "telegram", "signal"] as const;

export function isChannel(name: string): boolean {
  return CHANNELS.some((channel) => channel === name);
}

/**
 * Delivers to a channel of the settings or to `profile:<id>`, once. Gives `ok` or the failure in words clients know;
 * throws only where the database does not answer.
 */
export async function deliver(ctx: Context, delivery: Delivery): Promise<Outcome> {
  try {
    if (delivery.target.startsWith("profile:")) return await deliverToProfile(ctx, delivery);
    return await deliverToChannel(ctx, delivery);
  } catch (error) {
    if (error instanceof UnreadableSecret) return refused("Error: delivery failed", error.message);
    throw error;
  }
}

const PROFILE_TARGET = /^profile:([1-9]\d{0,14})$/;

/** True for what a notice may go to: a channel, or a profile whether there is one of the id or not. */
export function isNotificationTarget(text: string): boolean {
  return isChannel(text) || PROFILE_TARGET.test(text);
}

async function deliverToChannel(ctx: Context, { target, message }: Delivery): Promise<Outcome> {
  const channel = CHANNELS.find((name) => name === target);
  if (channel === undefined) return refusedForGood(`Unknown channel: ${target}`);
  const settings = await openNotificationSettings(ctx);
  return outcomeOf(() => ctx.senders[channel](settings, message));
}

async function deliverToProfile(ctx: Context, { target, message }: Delivery): Promise<Outcome> {
  const [, id] = PROFILE_TARGET.exec(target) ?? [];
  if (id === undefined) return refusedForGood(`Invalid notification profile target: ${target}`);
  const profile = await findProfile(ctx, Number(id));
  if (profile === undefined) return refusedForGood(`Notification profile ${id} was not found`);
  if (!profile.enabled) return refusedForGood("Notification profile is disabled");
  const provider = PROVIDERS.find((known) => known === profile.provider);
  if (provider === undefined) return refusedForGood(`Unknown notification provider: ${profile.provider}`);
  return outcomeOf(() => ctx.senders[provider](profile.config, message));
}
