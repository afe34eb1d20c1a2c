import { Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type FormEvent } from "react";
import { snmpProfilesQuery } from "../../api/inventory";
import { useMay } from "../../api/me";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { messageOf } from "../../components/states/failure-text";
import { ErrorStrip } from "../../components/states/error-state";
import { estimateQuery, useStartScan } from "./api";
import { engineOf, useEngines, wordsOf } from "./engine";
import { EstimateLine } from "./estimate-line";
import { KnownTargets } from "./targets/known-targets";

type Props = { onClose: () => void; onStarted: (scanId: number) => void };
type Kind = "ping" | "basic_ports";

const TYPED_MS = 300;

/** What is to be scanned, what that would be, and the word to begin. */
export function ScanDialog({ onClose, onStarted }: Props) {
  const [target, setTarget] = useState("");
  const [kind, setKind] = useState<Kind>("ping");
  const [profile, setProfile] = useState("");
  const [left, setLeft] = useState("");
  const [engine, setEngine] = useState("own");
  const engines = useEngines();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const asked = useSettled(target.trim(), TYPED_MS);
  const askedLeft = useSettled(left.trim(), TYPED_MS);
  const estimate = useQuery(estimateQuery({ target: asked, scan_type: kind, exclude: wordsOf(askedLeft) }));
  const { mutate, error, isPending } = useStartScan();
  const isCurrent = asked === target.trim() && asked !== "" && askedLeft === left.trim();
  const found = isCurrent ? estimate.data : undefined;
  const trouble = isCurrent && estimate.error !== null ? messageOf(estimate.error) : null;
  const needsConfirmation = found !== undefined && found.refusal === null && found.needs_confirmation;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      {
        target: target.trim(),
        scan_type: kind,
        engine: engineOf(engine),
        exclude: wordsOf(left),
        confirm_large_scan: isConfirmed,
        snmp_profile_id: profile === "" ? null : Number(profile),
        snmp_targets: [],
        snmp_port: 161,
        snmp_timeout_seconds: 3,
        snmp_community: null,
        topology_group_id: null,
      },
      { onSuccess: onStarted },
    );
  };
  return (
    <Dialog title="New scan" isOpen onClose={onClose} width={520}>
      <form aria-label="New scan" noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Target"
            description="Addresses, ranges and networks of your own, with commas between them"
            placeholder="192.168.10.0/24"
            autoComplete="off"
            spellCheck={false}
            maxLength={255}
            data-autofocus
            classNames={{ input: "mono" }}
            value={target}
            error={trouble}
            onChange={({ currentTarget }) => setTarget(currentTarget.value)}
          />
          {target === "" && <KnownTargets onTake={setTarget} />}
          <TextInput
            label="Leaves out"
            description="Addresses, ranges, networks and MACs, with commas between them"
            placeholder="192.168.10.5, 00:00:5e:00:53:01"
            autoComplete="off"
            spellCheck={false}
            classNames={{ input: "mono" }}
            value={left}
            onChange={({ currentTarget }) => setLeft(currentTarget.value)}
          />
          <NativeSelect
            label="Looks for"
            data={[
              { value: "ping", label: "Hosts: who answers, and their names" },
              { value: "basic_ports", label: "Hosts and usual ports: and what their services say" },
            ]}
            value={kind}
            onChange={({ currentTarget: { value } }) =>
              setKind(value === "basic_ports" ? "basic_ports" : "ping")
            }
          />
          <NativeSelect
            label="Looks with"
            description={engines.hint}
            data={engines.choices}
            value={engine}
            onChange={({ currentTarget }) => setEngine(currentTarget.value)}
          />
          <SnmpChoice value={profile} onChange={setProfile} />
          <EstimateLine estimate={found} isAsking={isCurrent && estimate.isFetching} />
          {needsConfirmation && (
            <Checkbox
              label={`Scan all ${found.addresses_text} addresses`}
              checked={isConfirmed}
              onChange={({ currentTarget: { checked } }) => setIsConfirmed(checked)}
            />
          )}
          {error !== null && <ErrorStrip error={error} title="Cannot begin the scan" />}
          <DialogActions
            onCancel={onClose}
            isBusy={isPending}
            isDisabled={found === undefined || found.refusal !== null || (needsConfirmation && !isConfirmed)}
          >
            Start scan
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Profiles are read by whoever may use active tools. */
function SnmpChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const mayRead = useMay("tools_active");
  const { data: profiles = [] } = useQuery({ ...snmpProfilesQuery(), enabled: mayRead });
  if (profiles.length === 0) return null;
  return (
    <NativeSelect
      label="Asks hosts by SNMP"
      data={[
        { value: "", label: "not at all" },
        ...profiles.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A text once it has not changed for so long. */
function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs);
    return () => clearTimeout(timer);
  }, [text, afterMs]);
  return settled;
}
