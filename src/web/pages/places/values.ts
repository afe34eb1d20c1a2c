import type { Group, Site } from "../../api/inventory";
import { placeName } from "../../format/device";

const orNull = (text: string) => text.trim() || null;
const numberOrNull = (text: string) => (text === "" ? null : Number(text));
const textOf = (value: string | number | null | undefined) => String(value ?? "");

/** The fields of the form as texts. */
export function siteValues(site: Site | undefined) {
  return {
    name: textOf(site?.name),
    display_name: textOf(site?.display_name),
    parent_id: textOf(site?.parent_id),
    address: textOf(site?.address),
    description: textOf(site?.description),
  };
}

/** What is sent; an empty field takes the value away. */
export function siteBody({ name, parent_id: parent, ...texts }: ReturnType<typeof siteValues>) {
  return {
    name: name.trim(),
    parent_id: numberOrNull(parent),
    display_name: orNull(texts.display_name),
    address: orNull(texts.address),
    description: orNull(texts.description),
  };
}

export function groupValues(group: Group | undefined) {
  return {
    name: textOf(group?.name),
    display_name: textOf(group?.display_name),
    site_id: textOf(group?.site_id),
    parent_id: textOf(group?.parent_id),
    vlan_id: textOf(group?.vlan_id),
    ip_range: textOf(group?.ip_range),
    gateway: textOf(group?.gateway),
    description: textOf(group?.description),
  };
}

export function groupBody({
  name,
  site_id: site,
  parent_id: parent,
  ...texts
}: ReturnType<typeof groupValues>) {
  return {
    name: name.trim(),
    site_id: numberOrNull(site),
    parent_id: numberOrNull(parent),
    display_name: orNull(texts.display_name),
    vlan_id: orNull(texts.vlan_id),
    ip_range: orNull(texts.ip_range),
    gateway: orNull(texts.gateway),
    description: orNull(texts.description),
  };
}

/** The places that something can lie in: none, or any but itself. */
export function placeOptions(places: readonly (Site | Group)[], own?: number) {
  return [
    { value: "", label: "–" },
    ...places.flatMap((place) =>
      place.id === own ? [] : { value: String(place.id), label: placeName(place) },
    ),
  ];
}
