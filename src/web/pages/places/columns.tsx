import { Button, Group as Row } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Group, Site } from "../../api/inventory";
import type { SimpleColumn } from "../../components/simple-table/simple-table";
import { placeName } from "../../format/device";
import { formatNumber } from "../../format/number";

export type SiteRow = { site: Site; parent: string | undefined; devices: number | undefined };
export type GroupRow = {
  group: Group;
  site: string | undefined;
  parent: string | undefined;
  devices: number | undefined;
};

type Act<Row> = { onEdit: (row: Row) => void; onDelete: (row: Row) => void };

/** `act` is missing for who may not change anything. */
export function siteColumns(act: Act<SiteRow> | undefined): readonly SimpleColumn<SiteRow>[] {
  return [
    { id: "name", label: "Name", cell: ({ site }) => placeName(site) },
    { id: "parent", label: "Lies in", cell: ({ parent }) => parent ?? "–" },
    { id: "address", label: "Postal address", cell: ({ site }) => site.address ?? "–" },
    {
      id: "devices",
      label: "Devices",
      align: "right",
      cell: ({ site, devices }) => <Count devices={devices} search={{ site: [placeName(site)] }} />,
    },
    ...(act === undefined ? [] : [actions(act, ({ site }: SiteRow) => placeName(site))]),
  ];
}

export function groupColumns(act: Act<GroupRow> | undefined): readonly SimpleColumn<GroupRow>[] {
  return [
    { id: "name", label: "Name", cell: ({ group }) => placeName(group) },
    { id: "site", label: "Site", cell: ({ site }) => site ?? "–" },
    { id: "parent", label: "Lies in", cell: ({ parent }) => parent ?? "–" },
    { id: "vlan", label: "VLAN", cell: ({ group }) => group.vlan_id ?? "–" },
    {
      id: "network",
      label: "Network",
      cell: ({ group }) => (group.ip_range === null ? "–" : <span className="mono">{group.ip_range}</span>),
    },
    {
      id: "devices",
      label: "Devices",
      align: "right",
      cell: ({ group, devices }) => <Count devices={devices} search={{ group: [group.name] }} />,
    },
    ...(act === undefined ? [] : [actions(act, ({ group }: GroupRow) => placeName(group))]),
  ];
}

function Count({
  devices,
  search,
}: {
  devices: number | undefined;
  search: { site?: string[]; group?: string[] };
}) {
  if (devices === undefined || devices === 0) return formatNumber(devices);
  return (
    <Link to="/inventory" search={search}>
      {formatNumber(devices)}
    </Link>
  );
}

function actions<Thing>(
  { onEdit, onDelete }: Act<Thing>,
  nameOf: (row: Thing) => string,
): SimpleColumn<Thing> {
  return {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (row) => (
      <Row gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Edit ${nameOf(row)}`}
          onClick={() => onEdit(row)}
        >
          Edit
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Delete ${nameOf(row)}`}
          onClick={() => onDelete(row)}
        >
          Delete
        </Button>
      </Row>
    ),
  };
}
