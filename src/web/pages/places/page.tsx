import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import {
  devicesQuery,
  groupsQuery,
  sitesQuery,
  type Device,
  type Group,
  type Site,
} from "../../api/inventory";
import { useMay } from "../../api/me";
import { PageHead } from "../../components/page-head/page-head";
import { Section } from "../../components/page-head/section";
import { SimpleTable } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { placeName } from "../../format/device";
import type { Place } from "./api";
import { groupColumns, siteColumns } from "./columns";
import { DeletePlace } from "./delete-place";
import { GroupDialog } from "./group-dialog";
import { SiteDialog } from "./site-dialog";

type Layer =
  | { kind: "site"; site: Site | undefined }
  | { kind: "group"; group: Group | undefined }
  | { kind: "delete"; place: Place; name: string };

const NO_SITES: readonly Site[] = [];
const NO_GROUPS: readonly Group[] = [];

/** Where devices stand and what they belong to: what the map draws as boxes, also while it is empty. */
function PlacesPage() {
  const mayChange = useMay("topology_write");
  const sites = useQuery(sitesQuery());
  const groups = useQuery(groupsQuery());
  const counts = useCounts();
  const [layer, setLayer] = useState<Layer | null>(null);
  const close = () => setLayer(null);
  const nameIn = (places: readonly (Site | Group)[] | undefined, id: number | null) => {
    const found = places?.find((place) => place.id === id);
    return found === undefined ? undefined : placeName(found);
  };
  const add = (kind: "site" | "group") =>
    mayChange && (
      <Button
        size="xs"
        variant="default"
        onClick={() => setLayer(kind === "site" ? { kind, site: undefined } : { kind, group: undefined })}
      >
        {kind === "site" ? "Add site" : "Add group"}
      </Button>
    );
  return (
    <>
      <PageHead title="Sites and groups" meta="the map draws them around their devices" />
      <Section title="Sites" hint="Where devices stand" actions={add("site")}>
        <QueryStates query={sites} what="sites" rows={4}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState title="No sites yet">
                A building, a branch or a rack; one can lie in another.
              </EmptyState>
            ) : (
              <SimpleTable
                label="Sites"
                columns={siteColumns(
                  mayChange
                    ? {
                        onEdit: ({ site }) => setLayer({ kind: "site", site }),
                        onDelete: ({ site }) =>
                          setLayer({
                            kind: "delete",
                            place: { kind: "site", id: site.id },
                            name: placeName(site),
                          }),
                      }
                    : undefined,
                )}
                rows={all.map((site) => ({
                  site,
                  parent: nameIn(all, site.parent_id),
                  devices: counts?.sites(site.id),
                }))}
                rowId={({ site }) => site.id}
              />
            )
          }
        </QueryStates>
      </Section>
      <Section title="Groups" hint="What devices belong to, such as a VLAN" actions={add("group")}>
        <QueryStates query={groups} what="groups" rows={4}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState title="No groups yet">
                One that has a network becomes a subnet by “Import from VLANs” of IPAM.
              </EmptyState>
            ) : (
              <SimpleTable
                label="Groups"
                columns={groupColumns(
                  mayChange
                    ? {
                        onEdit: ({ group }) => setLayer({ kind: "group", group }),
                        onDelete: ({ group }) =>
                          setLayer({
                            kind: "delete",
                            place: { kind: "group", id: group.id },
                            name: placeName(group),
                          }),
                      }
                    : undefined,
                )}
                rows={all.map((group) => ({
                  group,
                  site: nameIn(sites.data, group.site_id),
                  parent: nameIn(all, group.parent_id),
                  devices: counts?.groups(group.id),
                }))}
                rowId={({ group }) => group.id}
              />
            )
          }
        </QueryStates>
      </Section>
      {layer?.kind === "site" && (
        <SiteDialog site={layer.site} sites={sites.data ?? NO_SITES} onClose={close} />
      )}
      {layer?.kind === "group" && (
        <GroupDialog
          group={layer.group}
          groups={groups.data ?? NO_GROUPS}
          sites={sites.data ?? NO_SITES}
          onClose={close}
        />
      )}
      {layer?.kind === "delete" && <DeletePlace place={layer.place} name={layer.name} onClose={close} />}
    </>
  );
}

/** How many devices each has; undefined until that is known. */
function useCounts() {
  const { data: devices } = useQuery(devicesQuery(undefined));
  return useMemo(() => {
    if (devices === undefined) return undefined;
    const bySite = countBy(devices, ({ site_id: id }) => id);
    const byGroup = countBy(devices, ({ topology_group_id: id }) => id);
    return { sites: (id: number) => bySite.get(id) ?? 0, groups: (id: number) => byGroup.get(id) ?? 0 };
  }, [devices]);
}

function countBy(devices: readonly Device[], keyOf: (device: Device) => number | null): Map<number, number> {
  const counts = new Map<number, number>();
  for (const device of devices) {
    const key = keyOf(device);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

export const Route = createLazyRoute("/shell/inventory/places")({ component: PlacesPage });
