import { Checkbox, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { toasts } from "../../components/toast/toasts";
import type { Model } from "../../api/client";
import { formatCount } from "../../format/number";
import { useIpamChange, vlansQuery } from "./api";
import { importVlans } from "./changes";

type Vlan = Model<"VlanSuggestion">;

/** Makes subnets of VLANs that have an address range. */
export function ImportVlansDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(vlansQuery());
  return (
    <Dialog title="Import subnets from VLANs" isOpen onClose={onClose} width={640}>
      <QueryStates query={query} what="VLANs" rows={4}>
        {(vlans) => <Choice vlans={vlans} onClose={onClose} />}
      </QueryStates>
    </Dialog>
  );
}

const columns = (
  chosen: ReadonlySet<number>,
  onToggle: (vlan: Vlan) => void,
): readonly SimpleColumn<Vlan>[] => [
  {
    id: "chosen",
    label: "Import",
    isHeadHidden: true,
    cell: (vlan) =>
      vlan.already_imported ? null : (
        <Checkbox
          size="xs"
          aria-label={`Import ${vlan.display_name ?? vlan.name}`}
          checked={chosen.has(vlan.id)}
          onChange={() => onToggle(vlan)}
        />
      ),
  },
  { id: "name", label: "VLAN", cell: ({ name, display_name: shown }) => shown ?? name },
  { id: "vlan", label: "Number", cell: ({ vlan_id: id }) => id ?? "–" },
  { id: "range", label: "Range", cell: ({ ip_range: range }) => <span className="mono">{range}</span> },
  {
    id: "state",
    label: "State",
    cell: ({ already_imported: isThere }) => (isThere ? "already a subnet" : "new"),
  },
];

function Choice({ vlans, onClose }: { vlans: readonly Vlan[]; onClose: () => void }) {
  const isNew = vlans.filter((vlan) => !vlan.already_imported);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(isNew.map(({ id }) => id)));
  const { mutate, isPending, error } = useIpamChange(importVlans, ({ imported }) => {
    toasts.tell(`${formatCount(imported, ["subnet", "subnets"])} imported`);
    onClose();
  });
  const toggle = ({ id }: Vlan) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  if (vlans.length === 0) {
    return (
      <EmptyState title="No VLAN has an address range">
        Give a VLAN of the topology an address range, such as 192.0.2.0/24, and it can become a subnet here.
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      <SimpleTable label="VLANs" columns={columns(chosen, toggle)} rows={vlans} rowId={({ id }) => id} />
      {error !== null && <ErrorStrip error={error} title="Cannot import them" />}
      <DialogActions
        onCancel={onClose}
        isBusy={isPending}
        isDisabled={chosen.size === 0}
        onAct={() => mutate([...chosen])}
      >
        {isNew.length > 0 ? `Import ${formatCount(chosen.size, ["subnet", "subnets"])}` : undefined}
      </DialogActions>
    </Stack>
  );
}
