import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTypeName } from "../../api/inventory";
import { StatusMark } from "../../components/badge/status-mark";
import { parseSort, printSort, type Column } from "../../components/data-table/columns";
import { DataTable } from "../../components/data-table/data-table";
import { EmptyState } from "../../components/states/empty-state";
import { addressSortKey } from "../../format/address";
import { deviceName, formatWord } from "../../format/device";
import { formatBitRate, formatNumber } from "../../format/number";
import type { Graph, Link, MapDevice } from "./api";
import { deviceState } from "../../components/watched/device-state";
import { matches } from "./device-facts";
import { ORIGIN_WORDS, trafficOf } from "./panel/link-panel";
import { linkId, nodeId } from "./network";
import type { Show } from "./toolbar";

type LinkedDevice = { device: MapDevice; type: string | null; links: number };
type NamedLink = { link: Link; source: MapDevice; target: MapDevice };

const DEVICE_COLUMNS: readonly Column<LinkedDevice>[] = [
  {
    id: "name",
    label: "Name",
    width: 240,
    grows: true,
    sortKey: ({ device }) => deviceName(device),
    cell: ({ device }) => deviceName(device),
    copyValue: ({ device }) => deviceName(device),
  },
  {
    id: "status",
    label: "Status",
    width: 150,
    card: "state",
    sortKey: ({ device }) => deviceState(device).label,
    cell: ({ device }) => <StatusMark {...deviceState(device)} />,
  },
  {
    id: "address",
    label: "Address",
    width: 180,
    card: "bare",
    sortKey: ({ device }) => addressSortKey(device.ip_address),
    cell: ({ device }) => <span className="mono">{device.ip_address || "–"}</span>,
    copyValue: ({ device }) => device.ip_address,
  },
  {
    id: "type",
    label: "Type",
    width: 140,
    sortKey: ({ type }) => type,
    cell: ({ type }) => type ?? "–",
  },
  {
    id: "group",
    label: "Group",
    width: 160,
    sortKey: ({ device }) => device.topology_group || null,
    cell: ({ device }) => device.topology_group || "–",
  },
  {
    id: "links",
    label: "Links",
    width: 90,
    align: "right",
    sortKey: ({ links }) => links,
    cell: ({ links }) => formatNumber(links),
  },
];

const LINK_COLUMNS: readonly Column<NamedLink>[] = [
  {
    id: "source",
    label: "From",
    width: 200,
    sortKey: ({ source }) => deviceName(source),
    cell: ({ source }) => deviceName(source),
    copyValue: ({ source }) => deviceName(source),
  },
  {
    id: "source-interface",
    label: "Interface",
    width: 140,
    sortKey: ({ link }) => link.source_interface,
    cell: ({ link }) => link.source_interface ?? "–",
  },
  {
    id: "target",
    label: "To",
    width: 200,
    sortKey: ({ target }) => deviceName(target),
    cell: ({ target }) => deviceName(target),
    copyValue: ({ target }) => deviceName(target),
  },
  {
    id: "target-interface",
    label: "Interface there",
    width: 140,
    sortKey: ({ link }) => link.target_interface,
    cell: ({ link }) => link.target_interface ?? "–",
  },
  {
    id: "type",
    label: "Type",
    width: 110,
    sortKey: ({ link }) => link.relationship_type,
    cell: ({ link }) => formatWord(link.relationship_type),
  },
  {
    id: "speed",
    label: "Speed",
    width: 104,
    align: "right",
    sortKey: ({ link }) => link.link_speed_mbps,
    cell: ({ link: { link_speed_mbps: speed } }) => (speed === null ? "–" : formatBitRate(speed * 1_000_000)),
  },
  {
    id: "traffic",
    label: "Traffic",
    width: 200,
    sortKey: ({ link }) => trafficOf(link),
    cell: ({ link }) => trafficOf(link),
  },
  {
    id: "origin",
    label: "Known by",
    width: 180,
    sortKey: ({ link }) => link.origin,
    cell: ({ link }) => ORIGIN_WORDS[link.origin],
  },
];

const route = getRouteApi("/shell/topology");

type Props = { graph: Graph; view: "devices" | "links"; show: Show };

/** The map as lists, for those who read them more easily; the same search and the same panel. */
export function TopologyTable({ graph, view, show }: Props) {
  const { q, sort, id } = route.useSearch();
  const typeName = useTypeName();
  const { devices, links } = useMemo(() => rowsOf(graph, { text: q, typeName }), [graph, q, typeName]);
  const common = {
    sort: parseSort(sort),
    onSort: (wanted: ReturnType<typeof parseSort>) => show({ sort: printSort(wanted) }),
    openRowId: id,
  };
  if ((view === "devices" ? devices : links).length === 0) {
    return q === undefined ? (
      <EmptyState title="There are no links yet">Draw them in the edit mode of the map.</EmptyState>
    ) : (
      <EmptyState title={`No ${view === "devices" ? "device" : "link"} matches the search`} />
    );
  }
  return view === "devices" ? (
    <DataTable
      {...common}
      label="Devices on the map"
      name="topology-devices"
      rows={devices}
      columns={DEVICE_COLUMNS}
      rowId={({ device }) => nodeId(device.id)}
      rowLabel={({ device }) => deviceName(device)}
      onOpen={({ device }) => show({ id: nodeId(device.id) })}
    />
  ) : (
    <DataTable
      {...common}
      label="Links on the map"
      name="topology-links"
      rows={links}
      columns={LINK_COLUMNS}
      rowId={({ link }) => linkId(link)}
      rowLabel={({ source, target }) => `${deviceName(source)} to ${deviceName(target)}`}
      onOpen={({ link }) => show({ id: linkId(link) })}
    />
  );
}

/** Devices that the text finds, and links with such a device at an end. */
function rowsOf(
  { devices, relationships }: Graph,
  { text = "", typeName }: { text: string | undefined; typeName: (type: string) => string },
): { devices: LinkedDevice[]; links: NamedLink[] } {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const counts = new Map<number, number>();
  for (const { source_device_id: source, target_device_id: target } of relationships)
    for (const id of [source, target]) counts.set(id, (counts.get(id) ?? 0) + 1);
  const found = new Set(devices.filter((device) => matches(device, text)).map(({ id }) => id));
  return {
    devices: devices.flatMap((device) =>
      found.has(device.id)
        ? {
            device,
            type: device.device_type === null ? null : typeName(device.device_type),
            links: counts.get(device.id) ?? 0,
          }
        : [],
    ),
    links: relationships.flatMap((link) => {
      const [source, target] = [byId.get(link.source_device_id), byId.get(link.target_device_id)];
      if (source === undefined || target === undefined) return [];
      return found.has(source.id) || found.has(target.id) ? { link, source, target } : [];
    }),
  };
}
