import type { Device } from "../../../api/inventory";
import { Section } from "../../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { visible } from "../../../components/value/visible-text";

type Interface = Device["interfaces"][number];

const COLUMNS: readonly SimpleColumn<Interface>[] = [
  { id: "name", label: "Interface", cell: ({ name }) => <span className="mono">{visible(name)}</span> },
  {
    id: "addresses",
    label: "Addresses",
    cell: ({ ip_addresses: addresses }) =>
      addresses.length === 0 ? "–" : <span className="mono">{addresses.join(", ")}</span>,
  },
  {
    id: "mac",
    label: "MAC",
    cell: ({ mac_address: mac }) => (mac === null ? "–" : <span className="mono">{mac}</span>),
  },
  { id: "description", label: "Description", cell: ({ description }) => description ?? "–" },
];

/** The interfaces that the inventory has of a device whose ports nobody has read. */
export function RecordedInterfaces({ device }: { device: Device }) {
  if (device.interfaces.length === 0) return null;
  return (
    <Section title="Recorded interfaces" hint="As the inventory has them; their state is not known.">
      <SimpleTable
        label="Recorded interfaces"
        columns={COLUMNS}
        rows={device.interfaces}
        rowId={({ id }) => id}
      />
    </Section>
  );
}
