import type { Right } from "../../api/me";
import { RIGHT_LABELS } from "../../format/permissions";
import { PageHead } from "../page-head/page-head";

const LIST = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** A page that this person may not see: which right is missing, or which of several would do, and who gives it. */
export function NoPermission({ right }: { right: Right | readonly Right[] }) {
  const names = [right].flat().map((one) => `“${RIGHT_LABELS[one]}” (${one})`);
  const what =
    right === "superadmin"
      ? "the role SuperAdmin"
      : `${names.length === 1 ? "the permission" : "one of the permissions"} ${LIST.format(names)}`;
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
