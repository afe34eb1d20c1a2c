import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import {
  assignableInterval,
  parseHostAddress,
  subtractIntervals,
  type Family,
  type Interval,
  type Prefix,
} from "../prefix";
import { toPrefix } from "../subnets/service";
import type { SubnetRow } from "../subnets/models";
import { subnets } from "../tables";

/** Addresses of a subnet that may be given out if nobody holds them, ascending. */
export type Space = { family: Family; intervals: Interval[] };

/** A subnet that another lies in, that lies in it, or that it is. */
export type Relative = {
  prefix: Prefix;
  isPool: boolean;
  gateway: bigint | undefined;
  dhcpRange: Interval | undefined;
};

/**
 * What of a subnet (or of `within` it) is neither an end of it or of a subnet in it, nor in anyone's DHCP range.
 * Gateways are left to the search, as every address that somebody holds.
 */
export async function findSpace(
  db: Db,
  { subnet, within }: { subnet: SubnetRow; within?: Interval | undefined },
): Promise<Space> {
  const prefix = toPrefix(subnet.network);
  const holes = (await findRelatives(db, subnet)).flatMap((relative) => [
    ...(relative.dhcpRange === undefined ? [] : [relative.dhcpRange]),
    ...(relative.prefix.length > prefix.length ? reservedEnds(relative) : []),
  ]);
  const assignable = assignableInterval(prefix, subnet);
  const whole = within === undefined ? assignable : intersect(assignable, within);
  return { family: prefix.family, intervals: subtractIntervals(whole, holes) };
}

/** The subnet itself, those around it and those in it. */
export async function findRelatives(db: Db, subnet: SubnetRow): Promise<Relative[]> {
  const { network, isPool, gateway, dhcpStart, dhcpEnd } = subnets;
  const rows = await db
    .select({ network, isPool, gateway, dhcpStart, dhcpEnd })
    .from(subnets)
    .where(sql`${network} && ${subnet.network}`);
  return rows.map((row) => ({
    prefix: toPrefix(row.network),
    isPool: row.isPool,
    gateway: valueOf(row.gateway),
    dhcpRange: rangeOf(valueOf(row.dhcpStart), valueOf(row.dhcpEnd)),
  }));
}

function valueOf(address: string | null): bigint | undefined {
  return address === null ? undefined : parseHostAddress(address)?.value;
}

function rangeOf(first: bigint | undefined, last: bigint | undefined): Interval | undefined {
  return first === undefined || last === undefined ? undefined : { first, last };
}

/** Addresses of a subnet that are no host's: none, or its first and perhaps its last. */
export function reservedEnds({ prefix, isPool }: Pick<Relative, "prefix" | "isPool">): Interval[] {
  const { first, last } = assignableInterval(prefix, { isPool });
  const ends = [
    { first: prefix.first, last: first - 1n },
    { first: last + 1n, last: prefix.last },
  ];
  return ends.filter((end) => end.first <= end.last);
}

export function intersect(left: Interval, right: Interval): Interval {
  return {
    first: left.first > right.first ? left.first : right.first,
    last: left.last < right.last ? left.last : right.last,
  };
}
