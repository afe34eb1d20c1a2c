import { NativeSelect, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { lazy, Suspense } from "react";
import { useMay } from "../../api/me";
import {
  EVENT_KINDS,
  isOfLog,
  kindLabel,
  kindOf,
  type EventKind,
} from "../../components/alert-rule/event-kinds";
import { useField } from "../../components/form/use-field";
import { SEVERITY_CHOICES } from "../../components/severity/severity-mark";
import styles from "./alert-rule-form.module.css";
import { ChannelsField } from "./channels-field";
import { NumberField, ORDER } from "./number-field";
import { TimingFields } from "./timing/timing-fields";
import { LABELS, nameBehind, type RuleValues } from "./values";

const AboutFields = lazy(() => import("./lazy-parts").then((module) => ({ default: module.AboutFields })));
const LogFields = lazy(() => import("./log/log-fields").then((module) => ({ default: module.LogFields })));
/** After the fields that every rule has. */
const TextFields = lazy(() =>
  import("./text/text-fields").then((module) => ({ default: module.TextFields })),
);
const RuleSentence = lazy(() => import("./lazy-parts").then((module) => ({ default: module.RuleSentence })));

export type Fields = UseFormReturnType<RuleValues>;

const typesOf = (kinds: readonly EventKind[]) =>
  [...Map.groupBy(kinds, ({ group }) => group)].map(([group, own]) => ({
    group,
    items: own.map(({ value }) => ({ value, label: kindLabel(value) })),
  }));

const TYPES = typesOf(EVENT_KINDS);
const TYPES_WITHOUT_LOG = typesOf(EVENT_KINDS.filter((kind) => !isOfLog(kind)));

/** Every field of an alert rule; those that only some types have come and go with the type. */
export function RuleFields({ fields }: { fields: Fields }) {
  const [type, setType] = useField(fields, "event_type");
  const kind = kindOf(type);
  const types = useMay("security_view") ? TYPES : TYPES_WITHOUT_LOG;
  const isOffered = types.some(({ items }) => items.some(({ value }) => value === type));
  const choose = (next: string) => {
    fields.setFieldValue("name", nameBehind(fields.getValues(), { event_type: next }));
    setType(next);
  };
  fields.watch("log_query", ({ previousValue, value }) => {
    const old = { ...fields.getValues(), log_query: previousValue };
    fields.setFieldValue("name", nameBehind(old, { log_query: value }));
  });
  return (
    <>
      <fieldset className={styles.group}>
        <legend>When</legend>
        <NativeSelect
          label={LABELS.event_type}
          inputWrapperOrder={ORDER}
          description={kind?.explanation}
          data={
            isOffered
              ? types
              : [...types, { group: "Others", items: [{ value: type, label: kindLabel(type) }] }]
          }
          value={type}
          onChange={(event) => choose(event.currentTarget.value)}
          error={fields.getInputProps("event_type").error}
          data-autofocus
          autoFocus
        />
        <Suspense>
          <AboutFields fields={fields} type={type} />
        </Suspense>
        {kind?.bound === "latency" && (
          <NumberField fields={fields} name="threshold_ms" description="1 to 60,000" />
        )}
        {kind?.bound === "loss" && (
          <>
            <NumberField fields={fields} name="loss_pct_threshold" description="1 to 100" />
            <NumberField fields={fields} name="loss_window_minutes" description="5 to 1,440" />
          </>
        )}
        {kind?.bound === "percent" && (
          <NumberField
            fields={fields}
            name="threshold_percent"
            description={`1 to 100; left blank: ${kind.usual}`}
          />
        )}
        {kind?.bound === "days" && (
          <NumberField
            fields={fields}
            name="days_before"
            description={`1 to 365; left blank: ${kind.usual}`}
          />
        )}
        {kind !== undefined && isOfLog(kind) && (
          <Suspense>
            <LogFields fields={fields} kind={kind} />
          </Suspense>
        )}
        {kind?.lasts !== false && (
          <NumberField fields={fields} name="for_minutes" description="0: as soon as it is confirmed" />
        )}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Then</legend>
        <NativeSelect
          label={LABELS.severity}
          data={[...SEVERITY_CHOICES]}
          key={fields.key("severity")}
          {...fields.getInputProps("severity")}
        />
        <NumberField
          fields={fields}
          name="cooldown_minutes"
          description="About the same thing; if it lasts longer, it is told again then"
        />
        <ChannelsField fields={fields} />
        {kind?.lasts !== false && (
          <Switch
            className={styles.wide}
            label={LABELS.notify_recovery}
            description="Only if its beginning was told"
            key={fields.key("notify_recovery")}
            {...fields.getInputProps("notify_recovery", { type: "checkbox" })}
          />
        )}
        <TextInput
          className={styles.wide}
          label={LABELS.name}
          inputWrapperOrder={ORDER}
          description="Shown in every notice"
          maxLength={120}
          key={fields.key("name")}
          {...fields.getInputProps("name")}
        />
        <Switch
          className={styles.wide}
          label={LABELS.enabled}
          description="Switched off, it is kept and raises no alerts"
          key={fields.key("enabled")}
          {...fields.getInputProps("enabled", { type: "checkbox" })}
        />
      </fieldset>
      <TimingFields fields={fields} />
      <Suspense>
        <TextFields fields={fields} />
      </Suspense>
      <Suspense>
        <RuleSentence fields={fields} />
      </Suspense>
    </>
  );
}
