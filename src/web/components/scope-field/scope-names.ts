import { useQuery } from "@tanstack/react-query";
import { deviceTypesQuery, groupsQuery, sitesQuery } from "../../api/inventory";
import { useScopeChoices } from "../../api/maintenance";
import { placeName } from "../../format/device";
import { isScopeThing, readNetwork, type ScopeThing } from "./scope";

/** As many as the service gives of each other kind. */
const MAX_TYPES = 8;

/** Groups and sites of a stored scope are known by their ids alone. */
export function useScopeNames(things: readonly ScopeThing[]): ScopeThing[] {
  const isPlaced = things.some(({ kind }) => kind === "group" || kind === "site");
  const { data: groups } = useQuery({ ...groupsQuery(), enabled: isPlaced });
  const { data: sites } = useQuery({ ...sitesQuery(), enabled: isPlaced });
  return things.map((thing) => {
    if (thing.name !== "") return thing;
    const places = thing.kind === "group" ? groups : sites;
    const place = places?.find(({ id }) => id === thing.id);
    return { ...thing, name: place === undefined ? `${thing.kind} ${thing.id}` : placeName(place) };
  });
}

/** What a scope can name, by a part of its name. */
export function useScopeThings(text: string): ScopeThing[] {
  const found: readonly { kind: string; id: number | null; name: string }[] = useScopeChoices(text);
  const { data: types = [] } = useQuery(deviceTypesQuery());
  const part = text.trim().toLowerCase();
  const network = readNetwork(text);
  return [
    ...(network === undefined ? [] : [{ kind: "network" as const, id: null, name: network }]),
    ...types
      .filter(({ value, label }) => [value, label].some((name) => name.toLowerCase().includes(part)))
      .slice(0, MAX_TYPES)
      .map(({ value }) => ({ kind: "type" as const, id: null, name: value })),
    ...found.filter(isScopeThing),
  ];
}
