import type { FacetField } from "../../../components/filters/facets";
import { STANDINGS } from "../../../api/watched";
import { LOOKS } from "../../../components/watched/looks";
import type { Row } from "../rows";
import type { Filter, MonitoringSearch, Tab } from "../search";

/** What stands for "none" in a filter: no site or group is called so. */
const NONE = "-";

const STANDING_LABELS = new Map<string, string>(
  STANDINGS.map((standing) => [standing, LOOKS[standing].label]),
);

type Field = FacetField<Row> & { id: Filter };

function field(id: Filter, label: string, valuesOf: (row: Row) => readonly string[]): Field {
  return { id, label, valuesOf, labelOf: (value) => (value === NONE ? "None" : value) };
}

const STATE: Field = {
  id: "state",
  label: "State",
  valuesOf: ({ standing }) => [standing],
  labelOf: (value) => STANDING_LABELS.get(value) ?? value,
};
const TAG = field("tag", "Tag", ({ tags }) => (tags.length === 0 ? [NONE] : tags));

/** What each list is filtered by. */
export const FACETS: Readonly<Record<Tab, readonly Field[]>> = {
  devices: [
    STATE,
    field("type", "Type", ({ type }) => [type ?? NONE]),
    field("site", "Site", ({ site }) => [site ?? NONE]),
    field("group", "Group", ({ group }) => [group ?? NONE]),
    TAG,
  ],
  services: [STATE, field("type", "Kind", ({ type }) => [type ?? NONE])],
  monitors: [STATE, TAG],
};

export function chosenOf(search: MonitoringSearch, tab: Tab): { [Name in Filter]?: string[] | undefined } {
  return Object.fromEntries(FACETS[tab].map(({ id }) => [id, search[id]]));
}
