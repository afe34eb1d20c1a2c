import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { toasts } from "../../components/toast/toasts";
import { formatCount } from "../../format/number";
import { enrichmentQuery, useApplyEnrichment, type Enrichment, type EnrichmentChange } from "./api";
import styles from "./device.module.css";

const FIELDS: Readonly<Record<EnrichmentChange["field"], string>> = {
  os: "Operating system",
  hostname: "Host name",
  mac_address: "MAC",
  vendor: "Vendor",
  serial_number: "Serial number",
};

type Props = { deviceId: number; onClose: () => void };

/** What the device says by SNMP, beside what the inventory has; what is chosen is written. */
export function EnrichmentDialog({ deviceId, onClose }: Props) {
  const query = useQuery(enrichmentQuery(deviceId));
  return (
    <Dialog title="Read by SNMP" isOpen onClose={onClose} width={760}>
      <QueryStates query={query} what="what the device says" rows={5}>
        {(preview) => <Preview preview={preview} onClose={onClose} />}
      </QueryStates>
    </Dialog>
  );
}

const keyOf = ({ device_id: id, field }: EnrichmentChange) => `${id} ${field}`;

function Preview({ preview, onClose }: { preview: Enrichment; onClose: () => void }) {
  const { changes, notes, source_device_id: deviceId } = preview;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(changes.filter(({ current }) => current === null).map(keyOf)),
  );
  const { mutate, isPending, error } = useApplyEnrichment(deviceId);
  const toggle = (key: string) =>
    setChosen((old) => (old.has(key) ? without(old, key) : new Set([...old, key])));
  const apply = () =>
    mutate(
      changes.filter((change) => chosen.has(keyOf(change))),
      {
        onSuccess({ updated }) {
          toasts.tell(`${formatCount(updated, ["device", "devices"])} changed`);
          onClose();
        },
      },
    );
  return (
    <>
      {changes.length === 0 ? (
        <p>The device says nothing that the inventory does not have already.</p>
      ) : (
        <>
          <p className={styles.dimmed}>What would replace something is only written where you choose it.</p>
          <SimpleTable
            label="Suggested changes"
            rows={changes}
            rowId={keyOf}
            columns={columns(chosen, toggle)}
          />
        </>
      )}
      {notes.map((note) => (
        <p key={note} className={styles.dimmed}>
          {note}
        </p>
      ))}
      {error !== null && <ErrorStrip error={error} title="Cannot write the changes" />}
      <DialogActions
        mt="md"
        onCancel={onClose}
        cancelLabel={changes.length === 0 ? "Close" : "Cancel"}
        isDisabled={chosen.size === 0}
        isBusy={isPending}
        onAct={apply}
      >
        {changes.length > 0 ? `Apply ${formatCount(chosen.size, ["change", "changes"])}` : undefined}
      </DialogActions>
    </>
  );
}

const columns = (
  chosen: ReadonlySet<string>,
  toggle: (key: string) => void,
): readonly SimpleColumn<EnrichmentChange>[] => [
  {
    id: "field",
    label: "Field",
    cell: (change) => (
      <Checkbox
        size="xs"
        label={`${FIELDS[change.field]} of ${change.device_name}`}
        checked={chosen.has(keyOf(change))}
        onChange={() => toggle(keyOf(change))}
      />
    ),
  },
  { id: "current", label: "Now", cell: ({ current }) => current ?? "–" },
  { id: "suggested", label: "Suggested", cell: ({ suggested }) => suggested },
];

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set([...keys].filter((other) => other !== key));
}
