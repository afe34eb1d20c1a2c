import { Checkbox, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { lazy, Suspense } from "react";
import styles from "./maintenance-form.module.css";
import { ScheduleFields } from "./schedule-fields";
import { FIELD_LABELS, type MaintenanceValues } from "./values";

const Scope = lazy(() => import("./scope").then((module) => ({ default: module.Scope })));

export type Fields = UseFormReturnType<MaintenanceValues>;

/** What, for what, and when. */
export function MaintenanceFields({ fields }: { fields: Fields }) {
  return (
    <>
      <fieldset className={styles.group}>
        <legend>What</legend>
        <TextInput
          label={FIELD_LABELS.title}
          maxLength={120}
          key={fields.key("title")}
          {...fields.getInputProps("title")}
        />
        <Checkbox
          className={styles.check}
          label={FIELD_LABELS.enabled}
          key={fields.key("enabled")}
          {...fields.getInputProps("enabled", { type: "checkbox" })}
        />
        <Textarea
          className={styles.wide}
          label={FIELD_LABELS.description}
          description="May stand on the public status page"
          rows={2}
          maxLength={2000}
          key={fields.key("description")}
          {...fields.getInputProps("description")}
        />
        <div className={styles.wide}>
          <Suspense fallback={<div className={styles.scope} />}>
            <Scope fields={fields} />
          </Suspense>
        </div>
      </fieldset>
      <ScheduleFields fields={fields} />
    </>
  );
}
