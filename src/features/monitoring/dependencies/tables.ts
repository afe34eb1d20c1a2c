import { bigint, index, pgTable, unique } from "drizzle-orm/pg-core";
import { devices } from "#tables/topology";

const deviceReference = () =>
  bigint({ mode: "number" }).references(() => devices.id, { onDelete: "cascade" });

/** What devices depend on where somebody chose it, a row for each parent; of the others there are none. */
export const deviceDependencies = pgTable(
  "device_dependencies",
  {
    deviceId: deviceReference().notNull(),
    /** Null, in the device's only row: it depends on nothing. */
    parentId: deviceReference(),
  },
  (table) => [
    unique("device_dependencies_once").on(table.deviceId, table.parentId).nullsNotDistinct(),
    index("device_dependencies_parent").on(table.parentId),
  ],
);
