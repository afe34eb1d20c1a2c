import type { AddressBinding } from "../../api/bindings";
import type { SimpleColumn } from "../simple-table/simple-table";
import { TimeValue } from "../value/time-value";
import { Value } from "../value/value";

const SOURCES: Record<string, string> = {
  dhcp: "DHCP log",
  lease_import: "imported leases",
  arp: "ARP table",
  snmp: "SNMP",
  scan: "scan",
};

export const bindingKey = ({ ip_address: address, source, reporter, from }: AddressBinding) =>
  `${address} ${source} ${reporter} ${from}`;

/** Who had an address from when to when. */
export const BINDING_COLUMNS: readonly SimpleColumn<AddressBinding>[] = [
  { id: "address", label: "Address", cell: ({ ip_address: address }) => <Value text={address} isMono /> },
  { id: "host", label: "Host name", cell: ({ hostname }) => hostname ?? "–" },
  {
    id: "mac",
    label: "MAC address",
    cell: ({ mac_address: mac }) => (mac === null ? "–" : <Value text={mac} isMono />),
  },
  {
    id: "port",
    label: "Switch port",
    cell: ({ switch_name: name, switch_port: port }) =>
      port === null ? "–" : `${name ?? ""} ${port}`.trim(),
  },
  { id: "from", label: "From", cell: ({ from }) => <TimeValue at={from} /> },
  { id: "seen", label: "Last seen", cell: ({ seen_at: at }) => <TimeValue at={at} /> },
  { id: "to", label: "To", cell: ({ to }) => <TimeValue at={to} /> },
  {
    id: "source",
    label: "Source",
    cell: ({ source, reporter }) => `${SOURCES[source] ?? source}${reporter === "" ? "" : `, ${reporter}`}`,
  },
];
