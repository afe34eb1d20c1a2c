import { NativeSelect, Switch, TextInput } from "@mantine/core";
import type { EventKind } from "../../../components/alert-rule/event-kinds";
import { useField } from "../../../components/form/use-field";
import styles from "../alert-rule-form.module.css";
import { LogMatches } from "./log-matches";
import { COMPARISONS } from "./log-values";
import { NumberField, ORDER } from "../number-field";
import type { Fields } from "../rule-fields";
import { LABELS } from "../values";

type Props = { fields: Fields; kind: EventKind };

/** What rules on log lines ask for, with what the search finds as it is typed. */
export function LogFields({ fields, kind }: Props) {
  if (kind.bound === "silence") {
    return (
      <NumberField
        fields={fields}
        name="silent_minutes"
        description="1 to 10,080; left blank: by the rhythm that each sender has had"
      />
    );
  }
  return <QueryFields fields={fields} isRate={kind.bound === "rate"} />;
}

function QueryFields({ fields, isRate }: { fields: Fields; isRate: boolean }) {
  const [comparison] = useField(fields, "log_comparison");
  const isTooFew = isRate && comparison === "fewer_than";
  return (
    <>
      <TextInput
        className={styles.wide}
        classNames={{ input: "mono" }}
        label={LABELS.log_query}
        placeholder={'sshd "failed password" -10.0.0.1'}
        description="As on the Syslog page: words, “phrases”, -not, field:value"
        inputWrapperOrder={ORDER}
        maxLength={500}
        spellCheck={false}
        autoCapitalize="none"
        key={fields.key("log_query")}
        {...fields.getInputProps("log_query")}
      />
      <LogMatches fields={fields} />
      {isRate && (
        <NativeSelect
          className={styles.wide}
          label={LABELS.log_comparison}
          data={[...COMPARISONS]}
          key={fields.key("log_comparison")}
          {...fields.getInputProps("log_comparison")}
        />
      )}
      <NumberField fields={fields} name="log_lines" description={isRate ? "1 or more" : "Left blank: one"} />
      <NumberField fields={fields} name="log_window_minutes" description="1 to 1,440" />
      {!isTooFew && (
        <Switch
          className={styles.wide}
          label={LABELS.per_sender}
          description="And tell of each by itself"
          key={fields.key("per_sender")}
          {...fields.getInputProps("per_sender", { type: "checkbox" })}
        />
      )}
    </>
  );
}
