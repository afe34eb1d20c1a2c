import { asc, isNull } from "drizzle-orm";
import {
  defaultsOf,
  fieldsOf,
  fromPlainItem,
  idOf,
  named,
  textOf,
  toPlainItem,
  type ConfigurationKind,
  type Fields,
  type Form,
} from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import { conflict } from "#platform/errors";
import { canonicalText, optionalText } from "#platform/http/fields";
import { canonicalAddress } from "#platform/ip";
import { canonicalMacAddress } from "#platform/mac-address";
import {
  inOneForm,
  IpReservationCreate,
  IpReservationUpdate,
  toReservationFields,
} from "../reservations/models";
import { reserveEach } from "../reservations/reserve";
import { deleteReservation, updateReservation } from "../reservations/service";
import { ipReservations } from "../tables";

const OWN = ["ip_address", "label", "mac_address", "notes", "expires_at"];
const FORM: Form = [
  ...OWN.slice(0, 2),
  { field: "subnet", column: "subnet_id", kind: "subnets" },
  ...OWN.slice(2),
];

/** What an older version took stays where a bundle has it as it is stored, and is refused only where it would be written. */
const readMacAddress = optionalText(64)
  .transform(inOneForm)
  .openapi({ type: ["string", "null"], maxLength: 64, description: "in any form" });
const writtenMacAddress = canonicalText({
  maxLength: 64,
  canonical: canonicalMacAddress,
  refusal: (text) => `'${text}' is no MAC address: correct it, or leave the field out`,
});
const Written = IpReservationCreate.extend({ mac_address: writtenMacAddress.default(null) });
const Changed = IpReservationUpdate.extend({ mac_address: writtenMacAddress.optional() });

/** Reservations, by their address. */
export const RESERVATION_KIND: ConfigurationKind = {
  name: "reservations",
  noun: "reservation",
  key: "its address",
  reads: "authenticated",
  writes: { permission: "ipam_write" },
  refersTo: ["subnets"],
  isKeyUnique: true,
  fields: {
    ...fieldsOf(IpReservationCreate.shape, OWN),
    mac_address: readMacAddress,
    subnet: named("CIDR of the subnet that it is kept with"),
  },
  defaults: { ...defaultsOf(IpReservationCreate.shape, OWN), subnet: null },
  keyOf: (fields) => textOf(fields, "ip_address"),
  nameOf: (fields) => textOf(fields, "ip_address"),
  toItem: (fields, names) => toPlainItem(FORM, fields, names),
  fromItem: (item, ids) => fromPlainItem(FORM, item, ids),
  async read(db) {
    const rows = await db
      .select()
      .from(ipReservations)
      .where(isNull(ipReservations.releasedAt))
      .orderBy(asc(ipReservations.id));
    return rows.map((row) => ({ id: row.id, fields: toReservationFields(row) }));
  },
  createsAtOnce: 500,
  async create(ctx, things) {
    const wanted = things.map(({ fields }) => toDetails(fields));
    const made = new Map(
      (await reserveEach(ctx, wanted)).map((row) => [canonicalAddress(row.address) ?? row.address, row.id]),
    );
    return wanted.map(({ address }) => {
      const id = made.get(address);
      if (id === undefined) throw conflict(`IP address ${address} is already reserved`);
      return id;
    });
  },
  async update(ctx, changes) {
    for (const { id, fields } of changes)
      await updateReservation(ctx, {
        id,
        changes: readRequest(Changed, fields),
        ifMatch: undefined,
      });
  },
  async remove(ctx, gone) {
    for (const { id } of gone) await deleteReservation(ctx, { id, ifMatch: undefined, isDryRun: false });
  },
};

function toDetails(fields: Fields) {
  const read = readRequest(Written, fields);
  return {
    address: read.ip_address,
    subnetId: idOf(fields, "subnet_id"),
    label: read.label,
    macAddress: read.mac_address,
    notes: read.notes,
    expiresAt: read.expires_at,
  };
}
