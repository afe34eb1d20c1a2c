import { StatusMark } from "../../components/badge/status-mark";
import { LIST_TIME_WIDTH, type Column } from "../../components/data-table/columns";
import type { FacetField } from "../../components/filters/facets";
import { TimeValue } from "../../components/value/time-value";
import type { User } from "../../api/users";

export const stateOf = ({ is_active: isActive }: User) => (isActive ? "Active" : "Deactivated");
export const sourceOf = ({ auth_source: source }: User) =>
  source === "local" ? "Password" : "Single sign-on";

export const COLUMNS: readonly Column<User>[] = [
  {
    id: "username",
    label: "Name",
    width: 170,
    sortKey: ({ username }) => username,
    cell: ({ username }) => username,
    copyValue: ({ username }) => username,
  },
  {
    id: "display",
    label: "Display name",
    width: 150,
    card: "bare",
    sortKey: ({ display_name: name }) => name,
    cell: ({ display_name: name }) => name ?? "–",
  },
  {
    id: "role",
    label: "Role",
    width: 140,
    card: "bare",
    sortKey: ({ role }) => role,
    cell: ({ role }) => role,
  },
  {
    id: "state",
    label: "State",
    width: 120,
    card: "state",
    sortKey: stateOf,
    cell: (user) => <StatusMark status={user.is_active ? "ok" : "unknown"} label={stateOf(user)} />,
  },
  {
    id: "email",
    label: "Mail address",
    width: 204,
    card: "bare",
    sortKey: ({ email }) => email,
    cell: ({ email }) => email ?? "–",
    copyValue: ({ email }) => email ?? "",
  },
  { id: "source", label: "Signs in by", width: 118, card: "none", sortKey: sourceOf, cell: sourceOf },
  {
    id: "login",
    label: "Last sign-in",
    width: LIST_TIME_WIDTH,
    card: "none",
    sortKey: ({ last_login_at: at }) => at,
    cell: ({ last_login_at: at }) => (at === null ? "–" : <TimeValue at={at} isInGrid />),
    copyValue: ({ last_login_at: at }) => at ?? "",
  },
];

export const FACETS = [
  { id: "role", label: "Role", valuesOf: ({ role }) => [role] },
  { id: "state", label: "State", valuesOf: (user) => [stateOf(user)] },
  { id: "source", label: "Signs in by", valuesOf: (user) => [sourceOf(user)] },
] as const satisfies readonly FacetField<User>[];

/** Name, display name or mail address contains the text. */
export function isFound({ username, display_name: name, email }: User, text: string): boolean {
  const wanted = text.toLowerCase();
  return [username, name, email].some((field) => field?.toLowerCase().includes(wanted));
}
