import { and, gt, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import {
  IpReservationCreate,
  IpReservationUpdate,
  reserveEach,
  toReservationFields,
  updateReservation,
} from "#features/ipam";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { ipReservations, subnets } from "#tables/ipam";
import { readModel, saidOf } from "./read-model";
import type { KindRules } from "./rules";

/** A reservation is told by its address; it belongs to the smallest subnet around it. */
export const RESERVATION_RULES: KindRules = {
  kind: "reservation",
  permission: "ipam_write",
  atOnce: 250,
  nameOf: ({ ip_address: address = "" }) => String(address),
  read(_run, fields) {
    const made = readModel(IpReservationCreate, fields);
    const said = saidOf(Object.keys(fields), { ...made, expires_at: made.expires_at?.toISOString() ?? null });
    return { input: { ...fields, ip_address: made.ip_address }, said };
  },
  keyOf: ({ said }) => String(said["ip_address"]),
  async find({ db }, wanted) {
    const addresses = wanted.map(({ said }) => String(said["ip_address"]));
    const { address, releasedAt, expiresAt } = ipReservations;
    const rows = await db
      .select()
      .from(ipReservations)
      .where(
        and(
          sql`${address} = ${anyOf(addresses, "inet")}`,
          isNull(releasedAt),
          or(isNull(expiresAt), gt(expiresAt, sql`now()`)),
        ),
      );
    const known = new Map(rows.map(toReservationFields).map((found) => [found.ip_address, found]));
    return addresses.map((one) => {
      const found = known.get(one);
      return found && { id: found.id, fields: found };
    });
  },
  targetOf: (id) => `reservation:${id}`,
  async create(run, wanted) {
    const inputs = wanted.map(({ input }) => IpReservationCreate.parse(input));
    const around = await subnetsAround(
      run.db,
      inputs.map((input) => input.ip_address),
    );
    const rows = await reserveEach(
      run,
      inputs.map((input) => ({
        address: input.ip_address,
        subnetId: around.get(input.ip_address) ?? null,
        label: input.label,
        macAddress: input.mac_address,
        notes: input.notes,
        expiresAt: input.expires_at,
      })),
    );
    const ids = new Map(rows.map(toReservationFields).map((row) => [row.ip_address, row.id]));
    return inputs.map((input) => ids.get(input.ip_address));
  },
  async update(run, { id, fields }) {
    await updateReservation(run, { id, changes: readModel(IpReservationUpdate, fields), ifMatch: undefined });
  },
};

const Around = z.array(z.object({ address: z.string(), subnet_id: z.coerce.number().nullable() }));

/** Of each address the smallest subnet in which it lies. */
async function subnetsAround(db: Db, addresses: readonly string[]): Promise<Map<string, number | null>> {
  const rows = await db.execute(sql`
    SELECT given.value AS address, (
      SELECT id FROM ${subnets} WHERE network >>= given.value::inet ORDER BY masklen(network) DESC LIMIT 1
    ) AS subnet_id
    FROM jsonb_array_elements_text(${JSON.stringify(addresses)}::text::jsonb) AS given`);
  return new Map(Around.parse([...rows]).map((row) => [row.address, row.subnet_id]));
}
