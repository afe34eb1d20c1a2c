import { readRelays, type RelayRead } from "#features/syslog";
import type { Condition, ConditionContext, Found } from "./condition";
import { counted, durationText } from "../words";

/** Relays of which nothing was heard for five minutes: what happens there nobody sees. */
export const relaySilent: Condition = async ({ db, now }) => {
  const silent = (await readRelays(db)).filter(({ state }) => state === "silent");
  return silent.map((relay) => {
    const lastSeenAt = new Date(relay.last_seen_at);
    const duration = durationText(now.getTime() - lastSeenAt.getTime());
    return {
      subject: subjectOf(relay),
      sentence: `Relay ${nameOf(relay)} has not been heard for ${duration}: its lines wait there, if it runs`,
      startedAt: lastSeenAt,
    };
  });
};

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
