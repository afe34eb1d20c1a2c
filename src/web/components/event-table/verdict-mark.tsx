import { AllowIcon, DenyIcon, DropIcon, OtherVerdictIcon, RejectIcon } from "../../theme/icons";
import type { ColorName } from "../../theme/tokens";
import type { Icon } from "../icon-button/icon-button";
import styles from "./event-table.module.css";

export type Verdict = { id: string; label: string; color: ColorName; icon: Icon };

/** In the order in which they are stacked in charts. */
export const VERDICTS: readonly Verdict[] = [
  { id: "allow", label: "Allow", color: "verdict-allow", icon: AllowIcon },
  { id: "deny", label: "Deny", color: "verdict-deny", icon: DenyIcon },
  { id: "drop", label: "Drop", color: "verdict-drop", icon: DropIcon },
  { id: "reject", label: "Reject", color: "verdict-reject", icon: RejectIcon },
  { id: "other", label: "Other", color: "verdict-other", icon: OtherVerdictIcon },
];

/** What became of a flow: by icon, colour and word. */
export function VerdictMark({ verdict }: { verdict: string }) {
  const known = VERDICTS.find(({ id }) => id === verdict);
  if (known === undefined) return verdict;
  const { icon: Icon, color, label } = known;
  return (
    <span className={styles.verdict}>
      <span style={{ color: `var(--${color})` }} className={styles.icon} aria-hidden>
        <Icon size={14} stroke={2} />
      </span>
      {label}
    </span>
  );
}
