import { useState } from "react";
import { useScopeChoices } from "../../../api/maintenance";
import { useMay } from "../../../api/me";
import { useCheckName, useMonitorName } from "../../../components/alert-rule/rule-names";
import { DeviceField } from "../../../components/device-field/device-field";
import { useField } from "../../../components/form/use-field";
import { ScopeField } from "../../../components/scope-field/scope-field";
import { ThingsField } from "../../../components/scope-picker/things-field";
import styles from "../alert-rule-form.module.css";
import type { Fields } from "../rule-fields";
import { LABELS } from "../values";

/** The field by which a device, check, monitor or scope is chosen. */
export function AboutThings({ fields, shown }: { fields: Fields; shown: string }) {
  switch (shown) {
    case "device":
      return <Device fields={fields} />;
    case "scope":
      return <Scope fields={fields} />;
    case "check":
      return <Check fields={fields} />;
    default:
      return <Monitor fields={fields} />;
  }
}

const textOf = (error: unknown) => (typeof error === "string" ? error : undefined);
const idOf = (text: string) => (text === "" ? null : Number(text));

function Device({ fields }: { fields: Fields }) {
  const [id, setId] = useField(fields, "device_id");
  return (
    <DeviceField
      deviceId={idOf(id) ?? undefined}
      error={textOf(fields.getInputProps("device_id").error)}
      onChoose={(next) => setId(next === undefined ? "" : String(next))}
    />
  );
}

function Scope({ fields }: { fields: Fields }) {
  const [things, setThings] = useField(fields, "things");
  // How many fit is said by the checks of devices, which not everybody may make.
  const mayCount = useMay("monitoring_write");
  return (
    <div className={styles.wide}>
      <ScopeField
        things={things}
        onThings={setThings}
        error={fields.getInputProps("things").error}
        laterOnes={mayCount ? "are covered as well" : undefined}
      />
    </div>
  );
}

function Check({ fields }: { fields: Fields }) {
  const [id, setId] = useField(fields, "port_target_id");
  const name = useCheckName(idOf(id));
  return (
    <One
      kind="service_check"
      label={LABELS.port_target_id}
      hint="By its label, or the device that it is of"
      chosen={name === undefined ? undefined : { id: Number(id), name }}
      onChoose={setId}
      error={textOf(fields.getInputProps("port_target_id").error)}
    />
  );
}

function Monitor({ fields }: { fields: Fields }) {
  const [id, setId] = useField(fields, "monitor_id");
  const name = useMonitorName(idOf(id));
  return (
    <One
      kind="monitor"
      label={LABELS.monitor_id}
      hint="By its name"
      chosen={name === undefined ? undefined : { id: Number(id), name }}
      onChoose={setId}
      error={textOf(fields.getInputProps("monitor_id").error)}
    />
  );
}

type OneProps = {
  kind: "service_check" | "monitor";
  label: string;
  hint: string;
  chosen: { id: number; name: string } | undefined;
  /** Empty: none. */
  onChoose: (id: string) => void;
  error: string | undefined;
};

/** One thing of a kind; another one takes its place. */
function One({ kind, label, hint, chosen, onChoose, error }: OneProps) {
  const [text, setText] = useState("");
  const choices = useScopeChoices(text).filter((thing) => thing.kind === kind);
  return (
    <ThingsField
      label={label}
      inputLabel={label}
      hint={hint}
      things={chosen === undefined ? [] : [{ kind, ...chosen }]}
      onThings={(things) => onChoose(String(things.at(-1)?.id ?? ""))}
      text={text}
      onText={setText}
      choices={choices}
      isOfOneKind
      error={error}
    />
  );
}
