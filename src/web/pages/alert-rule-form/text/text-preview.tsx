import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { Model } from "../../../api/client";
import { QueryStates } from "../../../components/states/query-states";
import { visible } from "../../../components/value/visible-text";
import styles from "../alert-rule-form.module.css";
import { previewQuery } from "../api";
import type { Fields } from "../rule-fields";
import { useValues } from "../use-values";
import { toRule, type RuleValues } from "../values";

const TYPING_MS = 300;

/** How notices read as the form is filled in. */
export function TextPreview({ fields }: { fields: Fields }) {
  const [settled] = useDebouncedValue(useValues(fields), TYPING_MS);
  const query = useQuery(previewQuery(requestOf(settled)));
  return (
    <section className={styles.stack} aria-label="Preview">
      <QueryStates query={query} what="the preview" rows={6}>
        {(preview) => (
          <>
            <Shown label="At its beginning" notice={preview.beginning} />
            {preview.recovery !== null && settled.notify_recovery && (
              <Shown label="At its end" notice={preview.recovery} />
            )}
            <Shown label="Of many at once" notice={preview.digest} />
            <details>
              <summary>What can be filled in</summary>
              <dl className={styles.placeholders}>
                {Object.entries(preview.placeholders).map(([name, value]) => (
                  <div key={name}>
                    <dt className="mono">{`{{${name}}}`}</dt>
                    <dd>{value === "" ? "–" : value}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </>
        )}
      </QueryStates>
    </section>
  );
}

function Shown({ label, notice }: { label: string; notice: Model<"AlertShownNotice"> }) {
  return (
    <figure className={styles.shown}>
      <figcaption className={styles.dimmed}>{label}</figcaption>
      <div className={styles.shownTitle}>{visible(notice.title)}</div>
      <div className={styles.shownText}>{visible(notice.text)}</div>
    </figure>
  );
}

function requestOf(values: RuleValues): Model<"AlertTextPreviewRequest"> {
  const { name, event_type, severity, device_id, title_template, text_template } = toRule(values);
  const isId = Number.isInteger(device_id);
  return { name, event_type, severity, device_id: isId ? device_id : null, title_template, text_template };
}
