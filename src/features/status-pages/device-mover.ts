import { eq, sql, type SQL } from "drizzle-orm";
import type { DeviceMover, Merge, Moved } from "#features/topology";
import { statusPageComponents } from "./tables";

/** Gives what status pages show of a device to another. A page that shows both shows the kept one alone. */
export const statusPageDeviceMover: DeviceMover = {
  columns: ["status_page_components.device_id"],
  async move(merge) {
    const { db, kept, gone, joinedChecks } = merge;
    const { deviceId, serviceCheckId } = statusPageComponents;
    const dropped = [await dropTwins(merge, { column: sql`device_id`, from: gone, to: kept })];
    for (const [from, to] of joinedChecks)
      dropped.push(await dropTwins(merge, { column: sql`service_check_id`, from, to }));
    const names = [];
    for (const [from, to] of joinedChecks)
      names.push(
        ...(await db
          .update(statusPageComponents)
          .set({ serviceCheckId: to })
          .where(eq(serviceCheckId, from))
          .returning({ name: statusPageComponents.name })),
      );
    names.push(
      ...(await db
        .update(statusPageComponents)
        .set({ deviceId: kept })
        .where(eq(deviceId, gone))
        .returning({ name: statusPageComponents.name })),
    );
    const moved: Moved = {
      kind: "status_page_components",
      outcome: "moved",
      names: names.map(({ name }) => name),
    };
    return [moved, { kind: "status_page_components", outcome: "joined", names: dropped.flat() }];
  },
};

/** A thing may be on a page once only. */
async function dropTwins(
  { db }: Merge,
  { column, from, to }: { column: SQL; from: number; to: number },
): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    DELETE FROM ${statusPageComponents} c USING ${statusPageComponents} k
    WHERE c.${column} = ${from} AND k.${column} = ${to} AND k.page_id = c.page_id RETURNING c.name`);
  return rows.map(({ name }) => name);
}
