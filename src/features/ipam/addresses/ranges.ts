import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { invalid } from "#platform/errors";
import { canonicalAddress } from "#platform/ip";
import { findRelatives, reservedEnds, type Relative } from "../allocation/space";
import { toExactInteger } from "../exact-integer";
import { occupiedAddresses } from "../occupied-addresses";
import {
  contains,
  formatAddress,
  parseHostAddress,
  sizeOf,
  subtractIntervals,
  type Interval,
  type Prefix,
} from "../prefix";
import type { SubnetRow } from "../subnets/models";
import { findSubnetRow, toPrefix } from "../subnets/service";
import { describeAddress } from "./describe";
import { findHolders } from "./holders";
import type { AddressRangePage, AddressRangeQuery } from "./models";

/**
 * A subnet of any size as rows: one for each address that is held or set apart, one for each stretch of free ones
 * between, so that gaps show. Reads one page. Throws 404; 422 where `from` is not in the subnet.
 */
export async function listRanges(
  { db }: { db: Db },
  { subnetId, query }: { subnetId: number; query: AddressRangeQuery },
): Promise<AddressRangePage> {
  const subnet = await findSubnetRow(db, subnetId);
  const prefix = toPrefix(subnet.network);
  const rest = { first: startOf(prefix, query.from), last: prefix.last };
  const relatives = await findRelatives(db, subnet);
  const held = await findHeld(db, { subnet, rest, limit: query.limit + 1 });
  const points = new Set([...held, ...setApart(relatives).filter((value) => isIn(rest, value))]);
  const intervals = cutAt([...points], { rest, relatives });
  const page = intervals.slice(0, query.limit);
  const next = intervals[query.limit];
  const text = (value: bigint) => formatAddress({ family: prefix.family, value });
  const range = { firstAddress: text(rest.first), lastAddress: text(page.at(-1)?.last ?? rest.first) };
  const holders = await findHolders(db, range);
  return {
    ranges: page.map(({ first, last }) => {
      const count = sizeOf({ first, last });
      const { ip, ...entry } = describeAddress({ prefix, value: first }, { relatives, holders });
      return {
        first: ip,
        last: text(last),
        count: toExactInteger(count),
        count_text: String(count),
        ...entry,
      };
    }),
    next: next === undefined ? null : text(next.first),
  };
}

function startOf(prefix: Prefix, from: string | undefined): bigint {
  if (from === undefined) return prefix.first;
  const address = parseHostAddress(from);
  if (address !== undefined && contains(prefix, address)) return address.value;
  throw invalid([{ loc: ["query", "from"], msg: "Address must be inside the subnet", type: "value_error" }]);
}

function isIn({ first, last }: Interval, value: bigint): boolean {
  return first <= value && value <= last;
}

async function findHeld(
  db: Db,
  { subnet, rest, limit }: { subnet: SubnetRow; rest: Interval; limit: number },
): Promise<bigint[]> {
  const from = formatAddress({ family: toPrefix(subnet.network).family, value: rest.first });
  const rows = await db.execute<{ address: string }>(sql`
    SELECT DISTINCT address FROM ${occupiedAddresses} AS occupied
    WHERE address BETWEEN ${from}::inet AND ${subnet.lastAddress}::inet ORDER BY address LIMIT ${limit}`);
  return rows.flatMap(({ address }) => parseHostAddress(canonicalAddress(address) ?? "")?.value ?? []);
}

/** Addresses that are rows of their own although nobody may hold them. */
function setApart(relatives: readonly Relative[]): bigint[] {
  return relatives.flatMap((relative) => [
    ...reservedEnds(relative).map(({ first }) => first),
    ...(relative.gateway === undefined ? [] : [relative.gateway]),
  ]);
}

/** The points, and what lies between them, cut where a DHCP range begins or ends; ascending. */
function cutAt(
  points: readonly bigint[],
  { rest, relatives }: { rest: Interval; relatives: readonly Relative[] },
): Interval[] {
  const single = points.map((value) => ({ first: value, last: value }));
  const ranges = relatives.flatMap(({ dhcpRange }) => dhcpRange ?? []);
  const gaps = subtractIntervals(rest, single).flatMap((gap) => {
    const outside = subtractIntervals(gap, ranges);
    return [...outside, ...subtractIntervals(gap, outside)];
  });
  return [...single, ...gaps].sort((left, right) => (left.first < right.first ? -1 : 1));
}
