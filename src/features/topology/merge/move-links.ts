import { eq, inArray, or, sql } from "drizzle-orm";
import { deviceNameOf, devices, relationships } from "../tables";
import { presentMoves, type DeviceMover, type Merge, type Moved } from "./mover";

type Link = typeof relationships.$inferSelect;

/**
 * Links: those between the two would lead to the device itself and go, and what leads to the same interfaces is one
 * link.
 */
export const linkMover: DeviceMover = {
  columns: ["relationships.source_device_id", "relationships.target_device_id"],
  async move(merge) {
    const { db, kept, gone } = merge;
    const { sourceDeviceId, targetDeviceId, id } = relationships;
    const links = await db
      .select()
      .from(relationships)
      .where(or(inArray(sourceDeviceId, [kept, gone]), inArray(targetDeviceId, [kept, gone])))
      .orderBy(id);
    const known = new Map(
      links.filter((link) => !endsOf(link).includes(gone)).map((link) => [keyOf(link), link]),
    );
    const sorted: Record<Moved["outcome"], Link[]> = { moved: [], joined: [], dropped: [] };
    for (const link of links.filter((one) => endsOf(one).includes(gone))) {
      const next = redirected(link, merge);
      const same = known.get(keyOf(next));
      if (next.sourceDeviceId === next.targetDeviceId) sorted.dropped.push(link);
      else if (same === undefined) {
        sorted.moved.push(next);
        known.set(keyOf(next), next);
      } else {
        sorted.joined.push(link);
        await fillIn(merge, { link: same, by: link });
      }
    }
    const goes = [...sorted.joined, ...sorted.dropped].map((link) => link.id);
    if (goes.length > 0) await db.delete(relationships).where(inArray(id, goes));
    for (const { id: moved, sourceDeviceId: source, targetDeviceId: target } of sorted.moved)
      await db
        .update(relationships)
        .set({ sourceDeviceId: source, targetDeviceId: target, updatedAt: sql`now()` })
        .where(eq(id, moved));
    return presentMoves(await named(merge, sorted));
  },
};

function endsOf({ sourceDeviceId, targetDeviceId }: Link): number[] {
  return [sourceDeviceId, targetDeviceId];
}

function redirected(link: Link, { kept, gone }: Merge): Link {
  const [sourceDeviceId = 0, targetDeviceId = 0] = endsOf(link).map((id) => (id === gone ? kept : id));
  return { ...link, sourceDeviceId, targetDeviceId };
}

/** What the table's index holds to be one link: which end is the source does not matter. */
function keyOf(link: Link): string {
  const ends: [number, string][] = [
    [link.sourceDeviceId, (link.sourceInterface ?? "").toLowerCase()],
    [link.targetDeviceId, (link.targetInterface ?? "").toLowerCase()],
  ];
  ends.sort(([one], [other]) => one - other);
  return JSON.stringify([ends, link.relationshipType.toLowerCase()]);
}

/** What the link that stays does not say, and what a person has made is a person's. */
async function fillIn({ db }: Merge, { link, by }: { link: Link; by: Link }): Promise<void> {
  await db
    .update(relationships)
    .set({
      notes: link.notes ?? by.notes,
      linkSpeedMbps: link.linkSpeedMbps ?? by.linkSpeedMbps,
      origin: by.origin === "manual" ? "manual" : link.origin,
    })
    .where(eq(relationships.id, link.id));
}

/** Each link is called by its kind and the device at its other end. */
async function named({ db, kept, gone }: Merge, sorted: Record<Moved["outcome"], Link[]>): Promise<Moved[]> {
  const others = [...new Set(Object.values(sorted).flat().flatMap(endsOf))];
  const names = new Map(
    others.length === 0
      ? []
      : (
          await db
            .select({ id: devices.id, name: deviceNameOf() })
            .from(devices)
            .where(inArray(devices.id, others))
        ).map(({ id, name }) => [id, name]),
  );
  const nameOf = (link: Link) => {
    const other = endsOf(link).find((id) => id !== kept && id !== gone) ?? kept;
    return `${link.relationshipType} to ${names.get(other) ?? other}`;
  };
  return (["moved", "joined", "dropped"] as const).map((outcome) => ({
    kind: "relationships",
    outcome,
    names: sorted[outcome].map(nameOf),
  }));
}
