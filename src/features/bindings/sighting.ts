import type { LeaseSighting } from "#features/syslog";
import { type Holder, type Timeline, withEnd, withSign } from "./timeline";

/** Whose timeline it is. */
export type TimelineKey = {
  address: string;
  source: string;
  reporter: string;
};

/** What a source says of an address: signs at both moments, and nobody else's between them that it knows of. */
export type Sighting = TimelineKey & {
  holder: Holder;
  isHeld: boolean;
  firstAt: number;
  lastAt: number;
  /** When it ends if nothing else comes. */
  endsAt: number;
};

export const DHCP_SOURCE = "dhcp";

export function sightingOf(lease: LeaseSighting): Sighting {
  const { address, isHeld, macAddress, clientId, host, firstAt, lastAt, endsAt } = lease;
  const holder = { macAddress, clientId, host, switchName: null, switchPort: null };
  return { address, source: DHCP_SOURCE, reporter: lease.sender, holder, isHeld, firstAt, lastAt, endsAt };
}

/** The timeline with what the sighting says. */
export function withSighting(timeline: Timeline, sighting: Sighting): Timeline {
  const { holder, isHeld, firstAt, lastAt, endsAt } = sighting;
  if (!isHeld) return withEnd(timeline, { at: firstAt, holder });
  const begun = firstAt < lastAt ? withSign(timeline, { at: firstAt, to: lastAt, holder }) : timeline;
  return withSign(begun, { at: lastAt, to: endsAt, holder });
}
