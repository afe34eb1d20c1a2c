import type { Model } from "../../api/client";
import { StatusMark, type Status } from "../badge/status-mark";
import { Facts } from "../detail-panel/facts";
import { SimpleTable, type SimpleColumn } from "../simple-table/simple-table";
import { Value } from "../value/value";
import { formatMac } from "../../format/address";
import { formatRoughly } from "../../format/time";

type Interface = Model<"SnmpInterface">;
type Neighbour = Model<"SnmpArpEntry">;

const STATUSES: Readonly<Record<string, Status>> = { up: "ok", down: "down" };

const INTERFACES: readonly SimpleColumn<Interface>[] = [
  { id: "name", label: "Interface", cell: ({ name, index }) => name ?? `Index ${index}` },
  {
    id: "status",
    label: "Status",
    cell: ({ oper_status: status }) =>
      status === null ? "–" : <StatusMark status={STATUSES[status] ?? "unknown"} label={status} />,
  },
];

const NEIGHBOURS: readonly SimpleColumn<Neighbour>[] = [
  { id: "address", label: "Address", cell: ({ ip_address: address }) => <Value text={address} isMono /> },
  { id: "mac", label: "MAC", cell: ({ mac_address: mac }) => <Value text={formatMac(mac)} isMono /> },
  { id: "vendor", label: "Vendor", cell: ({ vendor }) => vendor ?? "–" },
];

/** What an SNMP agent said of its device. */
export function SnmpResult({ answer }: { answer: Model<"SnmpProbeFinding"> }) {
  return (
    <>
      <Facts
        facts={[
          { label: "Name", value: answer.sys_name },
          { label: "Description", value: answer.sys_descr },
          {
            label: "Up for",
            value:
              answer.sys_uptime_seconds === null
                ? undefined
                : formatRoughly(answer.sys_uptime_seconds * 1000),
          },
          { label: "Version", value: answer.version },
          ...(answer.notes.length === 0 ? [] : [{ label: "Notes", value: answer.notes.join("; ") }]),
        ]}
      />
      {answer.interfaces.length > 0 && (
        <SimpleTable
          label="Interfaces"
          columns={INTERFACES}
          rows={answer.interfaces}
          rowId={({ index }) => index}
        />
      )}
      {answer.arp_entries.length > 0 && (
        <SimpleTable
          label="ARP table"
          columns={NEIGHBOURS}
          rows={answer.arp_entries}
          rowId={({ ip_address: address, interface_index: index }) => `${address} ${index ?? ""}`}
        />
      )}
    </>
  );
}
