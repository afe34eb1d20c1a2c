import { compareWorst, isTrouble, rankOf, type Standing } from "../../../api/watched";
import type { Row } from "../rows";
import type { Grouping } from "../search";

/** One tile of the wall: all that belongs together, by its worst. */
export type Tile = {
  name: string;
  /** Of the worst of them. */
  standing: Standing;
  /** What is in trouble, the worst first. */
  trouble: readonly Row[];
  total: number;
  up: number;
};

const WITHOUT: Readonly<Record<Grouping, string>> = {
  group: "Without a group",
  site: "Without a site",
  type: "Without a type",
};

const NAMES = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The worst tile first; among those that are well by name. What is paused is nobody's trouble and is left out. */
export function tilesOf(
  { devices, services, monitors }: Record<"devices" | "services" | "monitors", readonly Row[]>,
  by: Grouping,
): Tile[] {
  const groups = Map.groupBy(devices, (row) => row[by] ?? WITHOUT[by]);
  return [...groups, ["Services", services] as const, ["Monitors", monitors] as const]
    .map(([name, rows]) => toTile(name, rows))
    .filter(({ total }) => total > 0)
    .sort(
      (one, other) =>
        rankOf(one.standing) - rankOf(other.standing) ||
        other.trouble.length - one.trouble.length ||
        NAMES.compare(one.name, other.name),
    );
}

function toTile(name: string, all: readonly Row[]): Tile {
  const rows = all.filter(({ standing }) => standing !== "paused").toSorted(compareWorst);
  return {
    name,
    standing: rows[0]?.standing ?? "unknown",
    trouble: rows.filter(({ standing }) => isTrouble(standing)),
    total: rows.length,
    up: rows.filter(({ standing }) => standing === "up").length,
  };
}
