import { eq, sql } from "drizzle-orm";
import type { Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { conflict, invalid, notFound, unavailable } from "#platform/errors";
import { formatAddress, parseHostAddress, subtractIntervals, type Interval } from "../prefix";
import { toReservationOut, type IpReservationOut, type ReservationRow } from "../reservations/models";
import { reserveAddresses } from "../reservations/reserve";
import type { SubnetRow } from "../subnets/models";
import { findSubnetRow, toPrefix } from "../subnets/service";
import { subnets } from "../tables";
import { findFreeAddresses } from "./free-addresses";
import type { AllocationRequest } from "./models";
import { findSpace, type Space } from "./space";
import { randomBelow, visitingOrder, type Strategy } from "./visiting-order";

type Context = { db: Db; actor: Actor };

const FULL = "No free IP available in this subnet (outside the DHCP pool)";
/** Each failed attempt means that others got addresses meanwhile. */
const MAX_ATTEMPTS = 50;

/** Advice only: another may take it before the caller does. Throws 404, and 409 where the subnet is full. */
export async function nextAvailable({ db }: { db: Db }, subnetId: number): Promise<{ ip: string }> {
  const subnet = await findSubnetRow(db, subnetId);
  const space = await findSpace(db, { subnet });
  const [ip] = await pickFree(db, space, { strategy: "first", count: 1 });
  if (ip === undefined) throw conflict(FULL);
  return { ip };
}

/**
 * Finds free addresses and reserves them in one step: all of them or none. Throws 404; 422 for a range or a preferred
 * address outside the subnet; 409 where there are too few, or where the preferred one is not free and `on_taken` says
 * error.
 */
export async function allocateAddresses(
  ctx: Context,
  { subnetId, request }: { subnetId: number; request: AllocationRequest },
): Promise<IpReservationOut[]> {
  return ctx.db.transaction(async (db) => {
    const subnet = await lockTree(db, subnetId);
    const within = rangeOf(subnet, request);
    const space = await findSpace(db, { subnet, within });
    const preferred = await reservePreferred({ db, actor: ctx.actor }, { subnet, request, space });
    const rows = [...preferred];
    for (let attempt = 0; rows.length < request.count; attempt++) {
      if (attempt === MAX_ATTEMPTS) throw unavailable("Too many want addresses of this subnet at once", 1);
      const count = request.count - rows.length;
      const addresses = await pickFree(db, space, { strategy: request.strategy, count });
      if (addresses.length < count) throw conflict(tooFew(rows.length + addresses.length, request.count));
      const reserved = { addresses: addresses.toSorted(byValue), details: detailsOf(subnet, request) };
      rows.push(...(await reserveAddresses({ db, actor: ctx.actor }, reserved)));
    }
    return rows.map((row) => toReservationOut(row));
  });
}

/**
 * The subnet, kept from being removed, with the largest subnet around it locked: allocations in one tree of subnets go
 * one after the other, so that fifty that want the first free address do not all try the same one.
 */
export async function lockTree(db: Db, subnetId: number): Promise<SubnetRow> {
  const [subnet] = await db.select().from(subnets).where(eq(subnets.id, subnetId)).for("key share");
  if (subnet === undefined) throw notFound("Subnet not found");
  await db
    .select({ id: subnets.id })
    .from(subnets)
    .where(sql`${subnets.network} >>= ${subnet.network}`)
    .orderBy(sql`masklen(${subnets.network})`)
    .limit(1)
    .for("no key update");
  return subnet;
}

function tooFew(free: number, wanted: number): string {
  return free === 0 ? FULL : `Only ${free} of the ${wanted} addresses are free in this subnet`;
}

function byValue(left: string, right: string): number {
  const [first, second] = [parseHostAddress(left)?.value ?? 0n, parseHostAddress(right)?.value ?? 0n];
  return first < second ? -1 : Number(first > second);
}

function detailsOf(subnet: SubnetRow, request: AllocationRequest) {
  return {
    subnetId: subnet.id,
    label: request.label,
    macAddress: request.mac_address,
    notes: request.notes,
    expiresAt: request.expires_at,
  };
}

async function pickFree(
  db: Db,
  { family, intervals }: Space,
  { strategy, count }: { strategy: Strategy; count: number },
): Promise<string[]> {
  const direction = strategy === "last" ? "down" : "up";
  const picked: bigint[] = [];
  const perSearch = strategy === "random" ? 1 : count;
  while (picked.length < count) {
    const left = intervals.flatMap((interval) => subtractIntervals(interval, picked.map(toInterval)));
    const visited = visitingOrder(left, { strategy, random: randomBelow });
    const found = await findFreeAddresses(db, { family, direction, visited, count: perSearch });
    picked.push(...found);
    if (found.length < perSearch) break;
  }
  return picked.map((value) => formatAddress({ family, value }));
}

function toInterval(value: bigint): Interval {
  return { first: value, last: value };
}

function rangeOf(subnet: SubnetRow, request: AllocationRequest): Interval {
  const first = placeIn(subnet, "range_start", request.range_start);
  const last = placeIn(subnet, "range_end", request.range_end);
  const prefix = toPrefix(subnet.network);
  const range = { first: first ?? prefix.first, last: last ?? prefix.last };
  if (range.first > range.last)
    throw invalid([
      { loc: ["body", "range_end"], msg: "Range start must not be after the end", type: "value_error" },
    ]);
  return range;
}

/** The number of an address that must be the subnet's; undefined where none is given. */
function placeIn(
  subnet: SubnetRow,
  field: "range_start" | "range_end" | "prefer",
  text: string | null,
): bigint | undefined {
  if (text === null) return undefined;
  const address = parseHostAddress(text);
  const prefix = toPrefix(subnet.network);
  const isInside =
    address?.family === prefix.family && prefix.first <= address.value && address.value <= prefix.last;
  if (isInside) return address.value;
  throw invalid([{ loc: ["body", field], msg: "Address must be inside the subnet", type: "value_error" }]);
}

async function reservePreferred(
  ctx: Context,
  { subnet, request, space }: { subnet: SubnetRow; request: AllocationRequest; space: Space },
): Promise<ReservationRow[]> {
  const value = placeIn(subnet, "prefer", request.prefer);
  if (value === undefined || request.prefer === null) return [];
  const isAssignable = space.intervals.some(({ first, last }) => first <= value && value <= last);
  const { family } = space;
  const free = isAssignable
    ? await findFreeAddresses(ctx.db, { family, direction: "up", visited: [toInterval(value)], count: 1 })
    : [];
  const order = { addresses: [request.prefer], details: detailsOf(subnet, request) };
  const rows = free.length === 0 ? [] : await reserveAddresses(ctx, order);
  if (rows.length === 0 && request.on_taken === "error")
    throw conflict(`${request.prefer} is not free in this subnet`);
  return rows;
}
