import { lazy, Suspense, useState } from "react";
import { Loading } from "../../../components/states/loading";
import styles from "../alert-rule-form.module.css";
import { errorAt } from "./field-rows";
import type { Fields } from "../rule-fields";
import { hasTiming } from "./timing-values";

// Most rules need none of it.
const TimingParts = lazy(() => import("../lazy-parts").then((module) => ({ default: module.TimingParts })));

const PARTS = ["schedule", "quiet_hours", "bundle_minutes", "escalation"];

/** When the rule tells, and whom then: folded while it is at once and always. */
export function TimingFields({ fields }: { fields: Fields }) {
  const [isOpen, setIsOpen] = useState(() => hasTiming(fields.getValues()));
  // What is wrong is to be seen.
  const isShown = isOpen || PARTS.some((name) => errorAt(fields, name) !== undefined);
  return (
    <details
      className={styles.timing}
      open={isShown}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>When it tells</summary>
      <Suspense fallback={<Loading what="when it tells" />}>
        {isShown && <TimingParts fields={fields} />}
      </Suspense>
    </details>
  );
}
