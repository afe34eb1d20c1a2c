import type { Device, DeviceType, Site } from "../../api/inventory";
import type { Standing } from "../../api/watched";
import type { FacetField } from "../../components/filters/facets";
import { deviceState, type DeviceState } from "../../components/watched/device-state";
import { deviceName, formatWord, placeName } from "../../format/device";
import { FILTERS, type Filter } from "./search";

/** A device with the names of what it refers to, and how it stands. */
export type Row = Device & { name: string; site: string | null; type: string | null; state: DeviceState };

type Known = {
  sites: readonly Site[];
  types: readonly DeviceType[];
  /** Of the devices that are watched. */
  standings: ReadonlyMap<number, Standing>;
};

/** What stands for "none" in a filter: no site or type is called so. */
const NONE = "-";

export function toRows(devices: readonly Device[], { sites, types, standings }: Known): Row[] {
  const siteNames = new Map(sites.map((site) => [site.id, placeName(site)]));
  const typeNames = new Map(types.map(({ value, label }) => [value, label]));
  return devices.map((device) => ({
    ...device,
    name: deviceName(device),
    state: deviceState({ ...device, standing: standings.get(device.id) }),
    site: device.site_id === null ? null : (siteNames.get(device.site_id) ?? `Site ${device.site_id}`),
    type: device.device_type === null ? null : (typeNames.get(device.device_type) ?? device.device_type),
  }));
}

const LABELS: Readonly<Record<Filter, string>> = {
  status: "Status",
  type: "Type",
  site: "Site",
  group: "Group",
  vendor: "Vendor",
  tag: "Tag",
  lifecycle: "Lifecycle",
};

const VALUES: Readonly<Record<Filter, (row: Row) => readonly string[]>> = {
  status: ({ state: { label } }) => [label.toLowerCase()],
  type: ({ type }) => [type ?? NONE],
  site: ({ site }) => [site ?? NONE],
  group: ({ topology_group: group }) => [group || NONE],
  vendor: ({ vendor }) => [vendor ?? NONE],
  tag: ({ tags }) => (tags.length === 0 ? [NONE] : tags),
  lifecycle: ({ lifecycle }) => [lifecycle],
};

const WORDS: ReadonlySet<Filter> = new Set(["status", "lifecycle"]);

export const FACETS: readonly (FacetField<Row> & { id: Filter })[] = FILTERS.map((id) => ({
  id,
  label: LABELS[id],
  valuesOf: VALUES[id],
  labelOf: (value) => (value === NONE ? "None" : WORDS.has(id) ? formatWord(value) : value),
}));
