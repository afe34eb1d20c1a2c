import { Link as PageLink } from "@tanstack/react-router";
import type { Device } from "../../../api/inventory";
import { Section } from "../../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { formatWord } from "../../../format/device";
import { formatBitRate } from "../../../format/number";
import type { Link, Lookup } from "../api";
import styles from "../device.module.css";

type End = {
  link: Link;
  neighbourId: number;
  neighbour: string;
  ownInterface: string | null;
  otherInterface: string | null;
};

const COLUMNS: readonly SimpleColumn<End>[] = [
  {
    id: "device",
    label: "Device",
    cell: ({ neighbourId, neighbour }) => (
      <PageLink to="/inventory/$deviceId" params={{ deviceId: String(neighbourId) }}>
        {neighbour}
      </PageLink>
    ),
  },
  { id: "own", label: "Interface here", cell: ({ ownInterface }) => ownInterface ?? "–" },
  { id: "other", label: "Interface there", cell: ({ otherInterface }) => otherInterface ?? "–" },
  { id: "type", label: "Type", cell: ({ link }) => formatWord(link.relationship_type) },
  {
    id: "speed",
    label: "Speed",
    align: "right",
    cell: ({ link: { link_speed_mbps: speed } }) => (speed === null ? "–" : formatBitRate(speed * 1_000_000)),
  },
];

/** The device's links, seen from it. */
export function Links({ device, found }: { device: Device; found: Lookup }) {
  const names = new Map(found.neighbours.map(({ id, name }) => [id, name]));
  const ends = found.relationships
    .filter((link) => link.source_device_id === device.id || link.target_device_id === device.id)
    .map((link) => endOf(link, device.id, names));
  return (
    <Section title="Links">
      {ends.length === 0 ? (
        <p className={styles.dimmed}>No link of this device is recorded. Links are drawn on the map.</p>
      ) : (
        <SimpleTable label="Links" rows={ends} rowId={({ link }) => link.id} columns={COLUMNS} />
      )}
    </Section>
  );
}

function endOf(link: Link, id: number, names: ReadonlyMap<number, string>): End {
  const isSource = link.source_device_id === id;
  const neighbourId = isSource ? link.target_device_id : link.source_device_id;
  const [ownInterface, otherInterface] = isSource
    ? [link.source_interface, link.target_interface]
    : [link.target_interface, link.source_interface];
  return {
    link,
    neighbourId,
    neighbour: names.get(neighbourId) ?? `Device ${neighbourId}`,
    ownInterface,
    otherInterface,
  };
}
