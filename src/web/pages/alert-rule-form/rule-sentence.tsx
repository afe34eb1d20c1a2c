import { useQuery } from "@tanstack/react-query";
import { channelName, channelsQuery } from "../../api/alerts";
import { useNamedRule } from "../../components/alert-rule/rule-names";
import { timingWords } from "../../components/alert-rule/timing-words";
import { deedWords } from "../../components/alert-rule/words";
import styles from "./alert-rule-form.module.css";
import type { Fields } from "./rule-fields";
import { useValues } from "./use-values";
import { toRule } from "./values";

/** What the rule will do as it is filled in. */
export function RuleSentence({ fields }: { fields: Fields }) {
  const values = useValues(fields);
  const { data: channels } = useQuery(channelsQuery());
  const rule = useNamedRule(toRule(values));
  const nameOf = (target: string) => channelName(target, channels);
  const timing = rule.enabled ? timingWords(rule, nameOf) : "";
  return (
    <p role="status" className={styles.sentence}>
      {deedWords({ ...rule, channels: rule.channels.map(nameOf) })}
      {timing !== "" && ` ${timing}`}
    </p>
  );
}
