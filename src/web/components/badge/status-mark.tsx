import type { ReactNode } from "react";
import styles from "./status-mark.module.css";

export type Status = "ok" | "degraded" | "down" | "unknown" | "unreachable" | "maintenance" | "paused";

/** What somebody should look at comes first. */
export const STATUSES_BY_URGENCY: readonly Status[] = [
  "down",
  "degraded",
  "unreachable",
  "unknown",
  "ok",
  "maintenance",
  "paused",
];

/** Each state by shape first: disc, triangle, square with a cross, dashed ring, struck ring, half disc, two bars. */
const SHAPES: Readonly<Record<Status, ReactNode>> = {
  ok: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  degraded: <path d="M6 1 11.5 11H.5Z" fill="currentColor" />,
  down: (
    <>
      <rect x="1" y="1" width="10" height="10" fill="currentColor" />
      <path d="m3.5 3.5 5 5m0-5-5 5" stroke="var(--surface)" strokeWidth="1.5" />
    </>
  ),
  unknown: (
    <circle
      cx="6"
      cy="6"
      r="4.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="2.4 1.6"
    />
  ),
  maintenance: (
    <>
      <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 1.5a4.5 4.5 0 0 1 0 9Z" fill="currentColor" />
    </>
  ),
  unreachable: (
    <>
      <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M3 9l6-6" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  paused: <path d="M2.5 1.5h2.5v9h-2.5ZM7 1.5h2.5v9h-2.5Z" fill="currentColor" />,
};

/** A state by shape, colour and word. */
export function StatusMark({ status, label = status }: { status: Status; label?: string }) {
  return (
    <span className={styles.status}>
      <svg className={styles[status]} viewBox="0 0 12 12" width="12" height="12" aria-hidden>
        {SHAPES[status]}
      </svg>
      {label}
    </span>
  );
}
