import type { Severity } from "../../api/incidents";
import { StatusMark, type Status } from "../badge/status-mark";

const MARKS: Readonly<Record<Severity, { status: Status; label: string }>> = {
  critical: { status: "down", label: "Critical" },
  warning: { status: "degraded", label: "Warning" },
  info: { status: "unknown", label: "Info" },
};

export const SEVERITY_CHOICES = [
  { value: "critical", label: "Critical" },
  { value: "warning", label: "Warning" },
  { value: "info", label: "Info" },
] as const;

/** How grave an alert is, by shape, colour and word. */
export function SeverityMark({ severity }: { severity: Severity }) {
  return <StatusMark {...MARKS[severity]} />;
}
