import { RecentMap } from "#platform/recent-map";
import type { Sighting } from "./sighting";

/**
 * A renewal so soon after the last that was written says nothing new, nor one so much sooner than its lease is over.
 */
const SOON_MS = 60_000;
const SHARE_OF_LEASE = 1 / 8;
const MAX_KEPT = 32_768;

type Sign = { macAddress: string | null; clientId: string | null; host: string | null; seenAt: number };

/**
 * What was written last of an address, as far as it is remembered: machines that ask again and again cost the database
 * nothing.
 */
export class RecentSigns {
  readonly #signs = new RecentMap<string, Sign>(MAX_KEPT);

  /** False: what is written says the same already, to a minute or an eighth of the lease. */
  isNews(sighting: Sighting): boolean {
    const { holder, isHeld, firstAt, lastAt, endsAt } = sighting;
    const sign = this.#signs.get(keyOf(sighting));
    if (sign === undefined || !isHeld || firstAt < sign.seenAt) return true;
    const isSame = sign.macAddress === holder.macAddress && sign.clientId === holder.clientId;
    if (!isSame || (holder.host !== null && holder.host !== sign.host)) return true;
    return lastAt - sign.seenAt >= Math.min(SOON_MS, (endsAt - lastAt) * SHARE_OF_LEASE);
  }

  /** Remembers what was written. */
  note(sighting: Sighting): void {
    const key = keyOf(sighting);
    if (!sighting.isHeld) return this.#signs.delete(key);
    const { macAddress, clientId, host } = sighting.holder;
    this.#signs.set(key, { macAddress, clientId, host, seenAt: sighting.lastAt });
  }
}

function keyOf({ reporter, address }: Sighting): string {
  return `${reporter} ${address}`;
}
