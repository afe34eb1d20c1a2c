import { eq, inArray, sql } from "drizzle-orm";
import { changesOf, recordAudits } from "#features/audit";
import type { Db } from "#platform/database";
import { invalid, notFound } from "#platform/errors";
import { parseEntityTags, requireUnchanged } from "#platform/http/conditional";
import { DELETED, keepBelongings, type DeletionContext } from "../devices/belongings";
import { lockDevices } from "../devices/delete";
import { getDevice } from "../devices/device-rows";
import { DEVICE_VERSION, type DeviceRead } from "../devices/models";
import { devices } from "../tables";
import { chooseFields, type Choice } from "./choose-fields";
import { UNITED_FIELDS, type DeviceMerged, type DeviceMergeRequest, type MergedField } from "./models";
import { interfaceMover, tidyAddresses } from "./move-interfaces";
import { linkMover } from "./move-links";
import { favouriteMover, identityMover, keepLostKeys, positionMover } from "./move-rest";
import { presentMoves, type DeviceMover, type Merge, type Moved } from "./mover";
import { requireRoom, uniteLists } from "./unite-lists";

/** Of the tables of this feature itself. */
export const OWN_MOVERS: readonly DeviceMover[] = [
  interfaceMover,
  linkMover,
  positionMover,
  favouriteMover,
  identityMover,
];

type Input = { id: number; userId: number; request: DeviceMergeRequest };
type MergeContext = DeletionContext & { movers: readonly DeviceMover[] };
type Row = typeof devices.$inferSelect;

/**
 * Makes two devices one: the first stays, with the chosen value of each field and all that belongs to the second, which
 * goes. All of it or nothing. Throws 404 for either, 412 where one is not that of its tag, 422 for a device with
 * itself, 409 where the united lists are longer than a device may have them.
 */
export function mergeDevices(ctx: MergeContext, input: Input): Promise<DeviceMerged> {
  const { id: kept, userId, request } = input;
  const gone = request.other_device_id;
  if (kept === gone) throw refused("a device cannot be merged with itself");
  const movers = [...OWN_MOVERS, ...ctx.movers];
  return ctx.db.transaction(async (db) => {
    for (const mover of movers) await mover.lock?.(db);
    await requireBoth(db, { kept, gone });
    const before = await readBoth(db, { kept, gone, userId });
    requireUnchanged(parseEntityTags(request.etag), { current: before.kept, versioned: DEVICE_VERSION });
    requireUnchanged(parseEntityTags(request.other_etag), {
      current: before.gone,
      versioned: DEVICE_VERSION,
    });
    const belongings = await keepBelongings({ ...ctx, db }, [gone]);
    const rows = await readRows(db, { kept, gone });
    const choices = chooseFields(rows, request.fields);
    const moved = await moveAll({ db, kept, gone, joinedChecks: new Map() }, { movers, rows, choices });
    const after = await getDevice({ db }, { id: kept, userId });
    requireRoom(after);
    const merge = {
      removed_device: before.gone,
      fields: [...choices.map((choice) => fieldOf(choice, before)), ...unitedFields(before)],
      belongings: moved.map(({ names, ...rest }) => ({
        ...rest,
        count: names.length,
        names: names.slice(0, NAMED),
      })),
      is_undoable: false,
    };
    await recordAudits({ db, actor: ctx.actor }, [
      {
        action: "topology.devices_merged",
        target: `device:${kept}`,
        detail: `other=device:${gone}`,
        ...mergedStates(before, { after, belongings: merge.belongings }),
      },
      {
        action: DELETED,
        target: `device:${gone}`,
        detail: `merged into device:${kept}`,
        before: { ...before.gone, removed: belongings.get(gone) ?? {} },
      },
    ]);
    return { ...after, warnings: [], merge };
  });
}

const NAMED = 20;

type Both<Kind> = { kept: Kind; gone: Kind };

function refused(message: string) {
  return invalid([{ loc: ["body", "other_device_id"], msg: `Value error, ${message}`, type: "value_error" }]);
}

async function requireBoth(db: Db, { kept, gone }: Both<number>): Promise<void> {
  const known = await lockDevices(db, [kept, gone]);
  if (!known.includes(kept)) throw notFound("Device not found");
  if (!known.includes(gone)) throw notFound("Other device not found");
}

async function readBoth(
  db: Db,
  { kept, gone, userId }: Both<number> & { userId: number },
): Promise<Both<DeviceRead>> {
  return {
    kept: await getDevice({ db }, { id: kept, userId }),
    gone: await getDevice({ db }, { id: gone, userId }),
  };
}

async function readRows(db: Db, { kept, gone }: Both<number>): Promise<Both<Row>> {
  const rows = await db
    .select()
    .from(devices)
    .where(inArray(devices.id, [kept, gone]));
  const [keptRow, goneRow] = [kept, gone].map((id) => rows.find((row) => row.id === id));
  if (keptRow === undefined || goneRow === undefined)
    throw new Error("our bug: a locked device is not there");
  return { kept: keptRow, gone: goneRow };
}

type Plan = { movers: readonly DeviceMover[]; rows: Both<Row>; choices: readonly Choice[] };

async function moveAll(merge: Merge, { movers, rows, choices }: Plan): Promise<Moved[]> {
  const { db, kept, gone } = merge;
  const moved: Moved[] = [];
  for (const mover of movers) moved.push(...(await mover.move(merge)));
  await db.delete(devices).where(eq(devices.id, gone));
  const chosen = choices.reduce<Choice["columns"]>((all, { columns }) => ({ ...all, ...columns }), {});
  const [stays] = await db
    .update(devices)
    .set({ ...chosen, ...uniteLists(rows), updatedAt: sql`now()` })
    .where(eq(devices.id, kept))
    .returning();
  if (stays === undefined) throw new Error("our bug: a locked device was not updated");
  for (const lost of [rows.kept, rows.gone]) {
    await tidyAddresses(merge, { primary: stays.ipAddress, lost: lost.ipAddress });
    moved.push(...(await keepLostKeys(merge, { lost, stays })));
  }
  return presentMoves(moved);
}

function fieldOf({ field, side }: Choice, { kept, gone }: Both<DeviceRead>): MergedField {
  const [own, other] = [kept, gone].map((device) => valueOf(device, field));
  const isDifferent = own !== other;
  return { field, this: own, other, kept: isDifferent ? side : "both", is_different: isDifferent };
}

/** A group that only follows from the address is none. */
function valueOf(device: DeviceRead, field: Choice["field"]): unknown {
  return field === "topology_group" && device.topology_group_id === null ? null : device[field];
}

function unitedFields({ kept, gone }: Both<DeviceRead>): MergedField[] {
  return UNITED_FIELDS.map((field) => {
    const [own, other] = [kept[field], gone[field]];
    const isDifferent = JSON.stringify(own) !== JSON.stringify(other);
    return { field, this: own, other, kept: "both", is_different: isDifferent };
  });
}

/** What both were, and what they are as one. */
function mergedStates(
  { kept, gone }: Both<DeviceRead>,
  { after, belongings }: { after: DeviceRead; belongings: DeviceMerged["merge"]["belongings"] },
) {
  const changes = changesOf(kept, after);
  return {
    before: { ...changes.before, other_device: gone },
    after: { ...changes.after, belongings },
  };
}
