import type { Right } from "../../api/me";
import { RIGHT_LABELS } from "../../format/permissions";
import { EmptyState } from "./empty-state";

/** A page that this person may not see: which right is missing, and who gives it. */
export function NoPermission({ right }: { right: Right }) {
  const what =
    right === "superadmin" ? "the role SuperAdmin" : `the permission “${RIGHT_LABELS[right]}” (${right})`;
  return (
    <EmptyState title="You may not see this page">
      It needs {what}. A SuperAdmin can give it to {right === "superadmin" ? "you" : "your role"} under
      Administration.
    </EmptyState>
  );
}
