import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { attachedPortsQuery, attachedQuery, type AttachedMachine } from "../../../api/attached";
import type { Device } from "../../../api/inventory";
import { MachineLink } from "./port-machines";
import { REASON_WORDS } from "./words";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { EmptyState } from "../../../components/states/empty-state";
import { QueryStates } from "../../../components/states/query-states";
import { TimeValue } from "../../../components/value/time-value";
import { Value } from "../../../components/value/value";
import { formatCount, formatNumber } from "../../../format/number";
import { SearchIcon } from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";
import styles from "../device.module.css";

const route = getRouteApi("/shell/inventory/$deviceId");

const COLUMNS: readonly SimpleColumn<AttachedMachine>[] = [
  { id: "machine", label: "Machine", cell: (machine) => <MachineLink machine={machine} /> },
  { id: "port", label: "Port", cell: ({ port_name: name }) => name },
  { id: "mac", label: "MAC", cell: ({ mac_address: mac }) => <Value text={mac} isMono /> },
  {
    id: "addresses",
    label: "Addresses",
    cell: ({ ip_addresses: addresses }) =>
      addresses.length === 0
        ? "–"
        : addresses.map((address) => (
            <div key={address} className="mono">
              {address}
            </div>
          )),
  },
  { id: "vendor", label: "Vendor", cell: ({ vendor }) => vendor ?? "–" },
  { id: "vlan", label: "VLAN", cell: ({ vlans }) => vlans.join(", ") || "–" },
  { id: "since", label: "There since", cell: ({ since }) => <TimeValue at={since} /> },
  {
    id: "seen",
    label: "Last seen",
    cell: ({ last_seen: at, is_present: isPresent }) => (
      <>
        <TimeValue at={at} />
        {!isPresent && <div className={styles.dimmed}>gone</div>}
      </>
    ),
  },
  { id: "why", label: "Why here", cell: ({ reason }) => REASON_WORDS[reason] },
];

/** Every machine that hangs on the switch, or on one port of it. */
export function Attached({ device }: { device: Device }) {
  const { behind: port, q } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(attachedQuery(device.id, { port, q }));
  const { data: ports = [] } = useQuery(attachedPortsQuery(device.id));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("q");
    const text = typeof typed === "string" ? typed.trim() : "";
    void navigate({ search: (old) => ({ ...old, q: text || undefined }) });
  };
  return (
    <div className={styles.parts}>
      <div className={styles.bar}>
        <form role="search" aria-label="Search the machines" onSubmit={submit} className={styles.query}>
          <TextInput
            key={q}
            name="q"
            size="xs"
            aria-label="Name, address, MAC or vendor"
            placeholder="Name, address, MAC or vendor"
            defaultValue={q ?? ""}
            leftSection={<SearchIcon {...ICON} />}
          />
        </form>
        <NativeSelect
          size="xs"
          aria-label="Port"
          value={port ?? ""}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: (old) => ({ ...old, behind: value === "" ? undefined : Number(value) }) })
          }
          data={[
            { value: "", label: "All ports" },
            ...ports.map(({ port_index: index, port_name: name }) => ({ value: String(index), label: name })),
          ]}
        />
        {query.data !== undefined && (
          <span role="status" className={styles.dimmed}>
            {query.data.machines.length < query.data.total &&
              `first ${formatNumber(query.data.machines.length)} of `}
            {formatCount(query.data.total, ["machine", "machines"])}
          </span>
        )}
      </div>
      <QueryStates query={query} what="what hangs on the device" rows={8}>
        {({ machines }) =>
          machines.length === 0 ? (
            <EmptyState title="Nothing hangs here that is known">
              What hangs on a switch is read out of its forwarding table by SNMP at every poll.
            </EmptyState>
          ) : (
            <SimpleTable
              label="Machines on the device"
              rows={machines}
              rowId={({ mac_address: mac }) => mac}
              columns={COLUMNS}
            />
          )
        }
      </QueryStates>
    </div>
  );
}
