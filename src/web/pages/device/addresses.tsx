import type { Device } from "../../api/inventory";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { Value } from "../../components/value/value";
import styles from "./device.module.css";

const ADDRESS_COLUMNS: readonly SimpleColumn<{ address: string; role: string }>[] = [
  { id: "address", label: "Address", cell: ({ address }) => <Value text={address} isMono /> },
  { id: "role", label: "Role", cell: ({ role }) => role },
];

const INTERFACE_COLUMNS: readonly SimpleColumn<Device["interfaces"][number]>[] = [
  { id: "name", label: "Interface", cell: ({ name }) => name },
  {
    id: "mac",
    label: "MAC",
    cell: ({ mac_address: mac }) => (mac === null ? "–" : <Value text={mac} isMono />),
  },
  {
    id: "addresses",
    label: "Addresses",
    cell: ({ ip_addresses: addresses }) =>
      addresses.length === 0
        ? "–"
        : addresses.map((address) => (
            <div key={address}>
              <Value text={address} isMono />
            </div>
          )),
  },
  { id: "description", label: "Description", cell: ({ description }) => description ?? "–" },
];

/** Every address of the device, by the interface that has it. */
export function Addresses({ device }: { device: Device }) {
  const { ip_address: main, additional_addresses: others, interfaces } = device;
  const loose = [...(main === "" ? [] : [main]), ...others].map((address) => ({
    address,
    role: address === main ? "Main" : "Further",
  }));
  if (loose.length === 0 && interfaces.length === 0) {
    return (
      <EmptyState title="No addresses yet">
        Addresses and interfaces are set by Edit, or come with an import.
      </EmptyState>
    );
  }
  return (
    <div className={styles.parts}>
      {loose.length > 0 && (
        <Section title="Addresses of the device">
          <SimpleTable
            label="Addresses of the device"
            rows={loose}
            rowId={({ address }) => address}
            columns={ADDRESS_COLUMNS}
          />
        </Section>
      )}
      {interfaces.length > 0 && (
        <Section title="Interfaces">
          <SimpleTable
            label="Interfaces"
            rows={interfaces}
            rowId={({ id }) => id}
            columns={INTERFACE_COLUMNS}
          />
        </Section>
      )}
    </div>
  );
}
