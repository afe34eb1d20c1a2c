import { readRelays, type RelayRead } from "#features/syslog";
import type { Condition, ConditionContext, Found } from "./condition";
import { counted, durationText, expiryOf } from "../words";

/** A key that expires makes its relay silent: so long before, somebody can still give it another one. */
const KEY_DAYS_BEFORE = 14;
const DAY_MS = 86_400_000;

/**
 * Relays of which nothing was heard for five minutes, as what happens there nobody sees; and those whose API key expires
 * within two weeks.
 */
export const relaySilent: Condition = async ({ db, now }) =>
  (await readRelays(db)).flatMap((relay) =>
    relay.state === "silent" ? [describeSilence(relay, now)] : describeExpiry(relay, now),
  );

function describeSilence(relay: RelayRead, now: Date): Found {
  const lastSeenAt = new Date(relay.last_seen_at);
  const duration = durationText(now.getTime() - lastSeenAt.getTime());
  return {
    subject: subjectOf(relay),
    sentence: `Relay ${nameOf(relay)} has not been heard for ${duration}: its lines wait there, if it runs`,
    startedAt: lastSeenAt,
  };
}

function describeExpiry(relay: RelayRead, now: Date): Found[] {
  const expiresAt = relay.api_key_expires_at === null ? null : new Date(relay.api_key_expires_at);
  if (expiresAt === null || expiresAt.getTime() - now.getTime() > KEY_DAYS_BEFORE * DAY_MS) return [];
  const sentence = `The API key of relay ${nameOf(relay)} ${expiryOf(expiresAt, now)}: without another one it is refused then`;
  return [{ subject: `relay-key:${relay.id}`, sentence }];
}

/** Relays that have lost lines within the last five minutes. */
export async function findLosingRelays({ db }: Pick<ConditionContext, "db">): Promise<Found[]> {
  const losing = (await readRelays(db)).filter(({ state }) => state === "losing");
  return losing.map((relay) => {
    const counts = { ...relay.lost, missing: relay.missing, skipped: relay.skipped };
    const reasons = Object.entries(counts).flatMap(([reason, count]) =>
      count > 0 ? [`${reason} ${count}`] : [],
    );
    const total = counted(relay.lost_total, "message");
    const sentence = `Relay ${nameOf(relay)} is losing messages: ${total} so far (${reasons.join(", ")})`;
    return { subject: subjectOf(relay), sentence };
  });
}

function nameOf({ name, id }: RelayRead): string {
  return `${name} (${id})`;
}

function subjectOf({ id }: RelayRead): string {
  return `relay:${id}`;
}
