import type { Right } from "../../api/me";
import { RIGHT_LABELS } from "../../format/permissions";
import { PageHead } from "../page-head/page-head";

/** A page that this person may not see: which right is missing, and who gives it. */
export function NoPermission({ right }: { right: Right }) {
  const what =
    right === "superadmin" ? "the role SuperAdmin" : `the permission “${RIGHT_LABELS[right]}” (${right})`;
  return (
    <>
      <PageHead title="You may not see this page" />
      <p>
        It needs {what}. A SuperAdmin can give it to {right === "superadmin" ? "you" : "your role"} under
        Administration.
      </p>
    </>
  );
}
