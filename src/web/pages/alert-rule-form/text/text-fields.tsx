import { Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import styles from "../alert-rule-form.module.css";
import type { Fields } from "../rule-fields";
import { TextPreview } from "./text-preview";
import { LABELS } from "../values";

const NAMES = ["title_template", "text_template"] as const;

/** What notices say, and what can be done from them; folded while that is as usual. */
export function TextFields({ fields }: { fields: Fields }) {
  const [isOpened, setIsOpened] = useState(() => NAMES.some((name) => fields.getValues()[name] !== ""));
  const hasError = NAMES.some((name) => fields.errors[name] !== undefined);
  const isOpen = isOpened || hasError;
  return (
    <details
      className={styles.texts}
      open={isOpen}
      onToggle={(event) => setIsOpened(event.currentTarget.open)}
    >
      <summary>What it says</summary>
      <div className={styles.beside}>
        <div className={styles.stack}>
          <TextInput
            label={LABELS.title_template}
            description="Left blank: as usual"
            maxLength={250}
            key={fields.key("title_template")}
            {...fields.getInputProps("title_template")}
          />
          <Textarea
            label={LABELS.text_template}
            description="Left blank: as usual. What stands between {{#resolved}} and {{/resolved}} is told at the end alone, between {{#firing}} and {{/firing}} before."
            rows={6}
            maxLength={4000}
            key={fields.key("text_template")}
            {...fields.getInputProps("text_template")}
          />
          <Switch
            label={LABELS.acknowledge_link}
            description="Whoever has the message can say that they see to it, without signing in"
            key={fields.key("acknowledge_link")}
            {...fields.getInputProps("acknowledge_link", { type: "checkbox" })}
          />
        </div>
        {isOpen && <TextPreview fields={fields} />}
      </div>
    </details>
  );
}
