import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../../components/dialog/dialog";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { EmptyState } from "../../../components/states/empty-state";
import { QueryStates } from "../../../components/states/query-states";
import { TimeValue } from "../../../components/value/time-value";
import { formatNumber } from "../../../format/number";
import { leaseHistoryQuery, MAX_HISTORY, type FormerLease } from "./api";
import { parseNetwork } from "../network";

const TYPING_MS = 300;

const COLUMNS: readonly SimpleColumn<FormerLease>[] = [
  { id: "address", label: "Address", cell: ({ ip_address: ip }) => <span className="mono">{ip}</span> },
  { id: "hostname", label: "Host name", cell: ({ hostname }) => hostname ?? "–" },
  {
    id: "mac",
    label: "MAC address",
    cell: ({ mac_address: mac }) => <span className="mono">{mac ?? "–"}</span>,
  },
  { id: "from", label: "Imported", cell: ({ imported_at: at }) => <TimeValue at={at} /> },
  { id: "to", label: "Until", cell: ({ closed_at: at }) => <TimeValue at={at} absent="now" /> },
  { id: "source", label: "Source", cell: ({ source }) => source },
];

/** Who had an address when: current and former leases, the latest first. */
export function LeaseHistoryDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const [text, setText] = useState(address);
  const [wanted] = useDebouncedValue(text.trim(), TYPING_MS);
  const isAddress = wanted === "" || parseNetwork(wanted) !== undefined;
  const query = useQuery({ ...leaseHistoryQuery(wanted), enabled: isAddress });
  return (
    <Dialog title="History of leases" isOpen onClose={onClose} width={860}>
      <TextInput
        label="Address"
        description="Empty: every address"
        error={isAddress ? undefined : "No address"}
        w={280}
        mb="lg"
        classNames={{ input: "mono" }}
        data-autofocus
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <QueryStates query={query} what="the history of leases" rows={8}>
        {(leases) =>
          leases.length === 0 ? (
            <EmptyState
              title={wanted === "" ? "No lease was imported yet" : `No lease of ${wanted} is known`}
            />
          ) : (
            <>
              <SimpleTable label="History of leases" rows={leases} rowId={({ id }) => id} columns={COLUMNS} />
              {leases.length === MAX_HISTORY && <p>The latest {formatNumber(MAX_HISTORY)} are shown.</p>}
            </>
          )
        }
      </QueryStates>
    </Dialog>
  );
}
