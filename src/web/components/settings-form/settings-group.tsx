import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { FormBody, useSubmitForm } from "../form/submit-form";
import { Section } from "../page-head/section";
import { toasts } from "../toast/toasts";
import { changesIn, toInputs, type Inputs, type SettingField, type Settings } from "./fields";
import { SettingInput } from "./setting-input";
import styles from "./settings-form.module.css";

type Props = {
  title: string;
  hint?: string;
  fields: readonly SettingField[];
  /** As they hold now. */
  settings: Settings;
  /** Sends what was changed; the page's query has the answer when it is done. */
  save: (changes: Settings) => Promise<unknown>;
  /** Names of secrets that are set, which can be removed. */
  secretsSet?: readonly string[];
  /** Beside the button: a test, and the like. */
  children?: ReactNode;
};

/** Settings that belong together, saved together. */
export function SettingsGroup({ title, hint, fields, settings, save, secretsSet = [], children }: Props) {
  const form = useSubmitForm<Inputs, unknown>({
    initialValues: toInputs(fields, settings),
    asksBeforeLeaving: true,
    submit: (inputs) => save(changesIn(fields, settings, inputs)),
    onDone: (_, inputs) => {
      const secrets = fields.flatMap(({ name, kind }) => (kind === "secret" ? [[name, ""] as const] : []));
      const kept = { ...inputs, ...Object.fromEntries(secrets) };
      form.fields.setValues(kept);
      form.fields.resetDirty(kept);
      toasts.tell(`Saved: ${title.toLowerCase()}`);
    },
  });
  return (
    <Section title={title} {...(hint !== undefined && { hint })}>
      <div className={styles.form}>
        <FormBody form={form} label={title}>
          {fields.map((field) => (
            <SettingInput
              key={field.name}
              field={field}
              fields={form.fields}
              isSet={secretsSet.includes(field.name)}
              onRemove={() =>
                void save({ [field.name]: "" }).catch((error: Error) => toasts.tellError(error.message))
              }
            />
          ))}
          <Group gap="sm">
            <Button variant="default" type="submit" loading={form.isBusy} aria-label={`Save: ${title}`}>
              Save
            </Button>
            {children}
          </Group>
        </FormBody>
      </div>
    </Section>
  );
}
