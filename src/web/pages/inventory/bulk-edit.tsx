import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import {
  deviceTypesQuery,
  forgetDevices,
  groupsQuery,
  sitesQuery,
  snmpProfilesQuery,
} from "../../api/inventory";
import { useMay } from "../../api/me";
import { Dialog } from "../../components/dialog/dialog";
import { placeName } from "../../format/device";
import { formatCount } from "../../format/number";
import { updateDevices } from "./api";
import { runBatches, type BatchRun } from "../../api/batches";
import { BulkForm } from "./bulk-form";
import { bulkFields, changesOf, toBulkChanges, type Choices } from "./bulk-fields";
import { BulkPreview } from "./bulk-preview";
import { BulkResult } from "./bulk-result";
import type { Row } from "./rows";

type Step = { name: "choose" } | { name: "preview" } | { name: "result"; run: BatchRun };

/** Changes many devices: what to change, what that does to each, and what came of it. */
export function BulkEdit({ rows, onClose }: { rows: readonly Row[]; onClose: () => void }) {
  // What was selected when this was opened: the table behind goes on living.
  const [devices] = useState(rows);
  const [choices, setChoices] = useState<Choices>({});
  const [step, setStep] = useState<Step>({ name: "choose" });
  const [sent, setSent] = useState<number | null>(null);
  const abort = useRef(new AbortController());
  const queries = useQueryClient();
  const fields = useFields();
  const planned = useMemo(
    () =>
      devices
        .map((row) => ({ row, changes: changesOf(row, fields, choices) }))
        .filter(({ changes }) => changes.length > 0),
    [devices, fields, choices],
  );
  const apply = async () => {
    const changes = toBulkChanges(fields, choices);
    if (changes === undefined || sent !== null) return;
    setSent(0);
    const run = await runBatches({
      ids: planned.map(({ row }) => row.id),
      send: (ids) => updateDevices(ids, changes),
      onProgress: setSent,
      signal: abort.current.signal,
    });
    await forgetDevices(queries);
    setSent(null);
    setStep({ name: "result", run });
  };
  const title = `Change ${formatCount(devices.length, ["device", "devices"])}`;
  return (
    <Dialog title={title} isOpen isDismissable={sent === null} onClose={onClose} width={720}>
      {step.name === "choose" && (
        <BulkForm
          fields={fields}
          choices={choices}
          onChoices={setChoices}
          onNext={() => setStep({ name: "preview" })}
          onClose={onClose}
        />
      )}
      {step.name === "preview" && (
        <BulkPreview
          planned={planned}
          total={devices.length}
          sent={sent}
          onBack={() => setStep({ name: "choose" })}
          onApply={() => void apply()}
          onStop={() => abort.current.abort()}
        />
      )}
      {step.name === "result" && <BulkResult devices={devices} run={step.run} onClose={onClose} />}
    </Dialog>
  );
}

function useFields() {
  const { data: sites } = useQuery(sitesQuery());
  const { data: groups } = useQuery(groupsQuery());
  const { data: types } = useQuery(deviceTypesQuery());
  const mayRead = useMay("tools_active");
  const { data: profiles } = useQuery({ ...snmpProfilesQuery(), enabled: mayRead });
  return useMemo(
    () =>
      bulkFields({
        sites: (sites ?? []).map((site) => ({ id: site.id, name: placeName(site) })),
        groups: (groups ?? []).map((group) => ({ id: group.id, name: group.name })),
        types: types ?? [],
        snmpProfiles: profiles,
      }),
    [sites, groups, types, profiles],
  );
}
