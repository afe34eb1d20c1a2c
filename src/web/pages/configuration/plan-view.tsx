import { Notice } from "../../components/states/notice";
import { formatNumber } from "../../format/number";
import type { Change, Plan } from "./api";
import styles from "./configuration.module.css";
import { countsText } from "./words";

const SIGNS: Readonly<Record<Change["action"], { sign: string; word: string }>> = {
  create: { sign: "+", word: "Added" },
  update: { sign: "~", word: "Changed" },
  remove: { sign: "−", word: "Removed" },
};

const MAX_SHOWN = 500;

/** What would go first, and of that no more than leaves room for the rest. */
function firstOf(changes: readonly Change[]): Change[] {
  const gone = changes.filter(({ action }) => action === "remove");
  const others = changes.filter(({ action }) => action !== "remove");
  const room = Math.max(MAX_SHOWN / 2, MAX_SHOWN - others.length);
  return [...gone.slice(0, room), ...others].slice(0, MAX_SHOWN);
}

/** A plan as sentences, what speaks against it first. */
export function PlanView({ plan, none }: { plan: Plan; none: string }) {
  if (!plan.has_changes) return <p role="status">{none}</p>;
  const shown = firstOf(plan.changes);
  const more = plan.change_count - shown.length;
  const along = Object.entries(plan.removed_with).map(
    ([kind, count]) => `${kind.replaceAll("_", " ")} (${formatNumber(count)})`,
  );
  return (
    <>
      <p role="status">{countsText(plan.counts, { isDone: false })}.</p>
      {(plan.refusals.length > 0 || plan.missing_secrets.length > 0) && (
        <Notice kind="alert">
          It cannot be applied as it is:
          <ul className={styles.list}>
            {plan.refusals.map(({ place, line, message }) => (
              <li key={`${place} ${message}`}>
                {[place, line === null ? "" : `(line ${line})`].filter((part) => part !== "").join(" ")}{" "}
                {message}
              </li>
            ))}
            {plan.missing_secrets.map(({ place, name }) => (
              <li key={place}>
                {place}: the value of <span className="mono">{name}</span> is missing. The command line sends
                it.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <ul className={styles.changes} aria-label="Changes">
        {shown.map((change) => (
          <li key={`${change.action} ${change.kind} ${change.name}`} className={styles.change}>
            <span className={styles[change.action]} role="img" aria-label={SIGNS[change.action].word}>
              {SIGNS[change.action].sign}
            </span>
            <span className={styles.sentence}>{change.sentence}</span>
          </li>
        ))}
      </ul>
      {along.length > 0 && <p>What is removed takes along {along.join(", ")}.</p>}
      {more > 0 && <p>and {formatNumber(more)} more changes.</p>}
      {plan.kept.length > 0 && <p>Stays all the same: {plan.kept.join("; ")}.</p>}
    </>
  );
}
