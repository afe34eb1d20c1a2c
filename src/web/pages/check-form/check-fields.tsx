import { Checkbox, NativeSelect, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { lazy, Suspense, useState } from "react";
import { CHECK_KINDS, kindOf } from "../../components/check-fields/kinds";
import { DeviceField } from "../../components/device-field/device-field";
import { useField } from "../../components/form/use-field";
import styles from "./check-form.module.css";
import { LABELS, METHODS, type CheckValues } from "./values";

const ScopeField = lazy(() =>
  import("../../components/scope-field/scope-field").then((module) => ({ default: module.ScopeField })),
);

/** Help stands below the input, so that the inputs of a row are in line. */
const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

type Props = { fields: UseFormReturnType<CheckValues> };

/** Every field of a service check; those that only some kinds have come and go with the kind. */
export function CheckFields({ fields }: Props) {
  const [{ check_type: type, where }, setChosen] = useState(() => fields.getValues());
  fields.watch("check_type", ({ previousValue, value }) => {
    suggest(fields, { before: previousValue, after: value });
    setChosen(fields.getValues());
  });
  fields.watch("where", () => setChosen(fields.getValues()));
  const kind = kindOf(type);
  const bind = (name: Exclude<keyof CheckValues, "options" | "things">) => ({
    label: LABELS[name],
    inputWrapperOrder: ORDER,
    ...fields.getInputProps(name),
  });
  return (
    <>
      <fieldset className={styles.group}>
        <legend>What is checked</legend>
        <NativeSelect
          key={fields.key("check_type")}
          {...bind("check_type")}
          description={kind.explanation}
          data={CHECK_KINDS.map(({ value, label }) => ({ value, label }))}
          data-autofocus
          autoFocus
        />
        <TextInput
          key={fields.key("port")}
          {...bind("port")}
          inputMode="numeric"
          readOnly={kind.isPortFixed === true}
          description={kind.isPortFixed === true ? "Always this one" : undefined}
        />
        {kind.hasCertificate === true && (
          <Checkbox
            className={styles.wide}
            key={fields.key("verify_tls")}
            label={LABELS.verify_tls}
            {...fields.getInputProps("verify_tls", { type: "checkbox" })}
          />
        )}
        <NativeSelect
          key={fields.key("where")}
          {...bind("where")}
          data={[
            { value: "device", label: "One device" },
            { value: "every", label: "Every device that is watched", disabled: kind.needsDevice === true },
            {
              value: "scope",
              label: "Devices by type, tag, place or network",
              disabled: kind.needsDevice === true,
            },
          ]}
        />
        {where === "device" && <Device fields={fields} />}
        {where === "scope" && <Scope fields={fields} />}
        <TextInput
          key={fields.key("label")}
          {...bind("label")}
          maxLength={60}
          description="What people call it, such as Web server; left blank: kind and port"
        />
      </fieldset>
      {kind.isHttp === true && <HttpFields fields={fields} bind={bind} />}
      {kind.options.length > 0 && <OptionFields fields={fields} type={type} />}
      <fieldset className={styles.group}>
        <legend>When</legend>
        <TextInput
          key={fields.key("interval_seconds")}
          {...bind("interval_seconds")}
          inputMode="numeric"
          description="20 to 86,400; left blank: as often as the devices themselves"
        />
        <TextInput
          key={fields.key("retry_interval_seconds")}
          {...bind("retry_interval_seconds")}
          inputMode="numeric"
          description="Until a change is confirmed; left blank: the usual"
        />
        <TextInput key={fields.key("failures_to_down")} {...bind("failures_to_down")} inputMode="numeric" />
        <TextInput key={fields.key("successes_to_up")} {...bind("successes_to_up")} inputMode="numeric" />
        {kind.hasTimeout === true && (
          <TextInput
            key={fields.key("timeout_seconds")}
            {...bind("timeout_seconds")}
            inputMode="numeric"
            description={`1 to 30; left blank: ${usualTimeout(kind)}`}
          />
        )}
        <Switch
          className={styles.wide}
          label={LABELS.enabled}
          description="Switched off, it is kept and checks nothing"
          key={fields.key("enabled")}
          {...fields.getInputProps("enabled", { type: "checkbox" })}
        />
      </fieldset>
    </>
  );
}

function usualTimeout({ value, isHttp }: ReturnType<typeof kindOf>): string {
  if (value === "snmp") return "as the SNMP profile says";
  return isHttp === true ? "5" : "2";
}

/** Port and label follow the kind until the person has written others. */
function suggest(
  fields: UseFormReturnType<CheckValues>,
  { before, after }: { before: string; after: string },
): void {
  const { port, label } = fields.getValues();
  const [old, next] = [kindOf(before), kindOf(after)];
  if (port.trim() === "" || port === String(old.port ?? "") || next.isPortFixed === true)
    fields.setFieldValue("port", String(next.port ?? ""));
  if (label.trim() === "" || label === old.label) fields.setFieldValue("label", next.label);
  if (next.needsDevice === true) fields.setFieldValue("where", "device");
}

function Device({ fields }: Props) {
  const [chosen, setChosen] = useState(() => fields.getValues().device_id);
  const { error } = fields.getInputProps("device_id");
  return (
    <DeviceField
      deviceId={chosen === "" ? undefined : Number(chosen)}
      error={typeof error === "string" ? error : undefined}
      onChoose={(id) => {
        const text = id === undefined ? "" : String(id);
        setChosen(text);
        fields.setFieldValue("device_id", text);
        fields.clearFieldError("device_id");
      }}
    />
  );
}

function Scope({ fields }: Props) {
  const [things, setThings] = useField(fields, "things");
  return (
    <div className={styles.wide}>
      <Suspense>
        <ScopeField
          things={things}
          onThings={setThings}
          error={fields.getInputProps("things").error}
          laterOnes="are checked"
        />
      </Suspense>
    </div>
  );
}

type Bind = (
  name: Exclude<keyof CheckValues, "options" | "things">,
) => Record<string, unknown> & { label: string };

function HttpFields({ fields, bind }: Props & { bind: Bind }) {
  return (
    <fieldset className={styles.group}>
      <legend>Request and answer</legend>
      <TextInput
        key={fields.key("http_path")}
        {...bind("http_path")}
        placeholder="/"
        maxLength={200}
        classNames={{ input: "mono" }}
      />
      <NativeSelect key={fields.key("http_method")} {...bind("http_method")} data={[...METHODS]} />
      <TextInput
        key={fields.key("expected_status_min")}
        {...bind("expected_status_min")}
        inputMode="numeric"
      />
      <TextInput
        key={fields.key("expected_status_max")}
        {...bind("expected_status_max")}
        inputMode="numeric"
      />
      <Checkbox
        key={fields.key("follow_redirects")}
        label={LABELS.follow_redirects}
        {...fields.getInputProps("follow_redirects", { type: "checkbox" })}
      />
    </fieldset>
  );
}

function OptionFields({ fields, type }: Props & { type: string }) {
  const { label, options } = kindOf(type);
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {options.map((option) => {
        const path = `options.${option.name}`;
        const common = {
          label: option.label,
          inputWrapperOrder: ORDER,
          description: option.description,
          ...fields.getInputProps(path),
        };
        return option.choices === undefined ? (
          <TextInput
            key={fields.key(path)}
            {...common}
            {...(option.isNumber === true && { inputMode: "numeric" as const })}
            {...(option.isMono === true && { classNames: { input: "mono" } })}
          />
        ) : (
          <NativeSelect key={fields.key(path)} {...common} data={[...option.choices]} />
        );
      })}
    </fieldset>
  );
}
