import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { usersQuery } from "../../api/users";
import { DayRange } from "./day-range";
import type { AuditSearch } from "./search";

/** Beginnings of actions, as people call them. */
const KINDS = [
  { value: "", label: "Every action" },
  { value: "login", label: "Sign-ins" },
  { value: "auth.", label: "Accounts and sessions" },
  { value: "apikey.", label: "API keys" },
  { value: "admin.", label: "Administration" },
  { value: "topology.", label: "Topology" },
  { value: "ipam.", label: "IPAM" },
  { value: "audit.", label: "The log itself" },
];

type Props = {
  search: AuditSearch;
  onChange: (changes: AuditSearch) => void;
  onClear: () => void;
};

/** What the service can filter the log by beside the text, in one row. */
export function AuditControls({ search, onChange, onClear }: Props) {
  const { q = "", what = "", who, from, to } = search;
  const { data: users = [] } = useQuery(usersQuery());
  const people = users.map(({ id, username }) => ({ value: String(id), label: username }));
  const hasFilter = [q, what].some((text) => text !== "") || [who, from, to].some((one) => one !== undefined);
  const isKnown = KINDS.some(({ value }) => value === what);
  return (
    <>
      <NativeSelect
        size="xs"
        w={150}
        aria-label="Action"
        data={isKnown ? KINDS : [...KINDS, what]}
        value={what}
        onChange={({ currentTarget: { value } }) => onChange({ what: value === "" ? undefined : value })}
      />
      <NativeSelect
        size="xs"
        w={130}
        aria-label="By"
        data={[{ value: "", label: "By anybody" }, ...people]}
        value={who === undefined ? "" : String(who)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ who: value === "" ? undefined : Number(value) })
        }
      />
      <DayRange days={{ from, to }} onChange={onChange} />
      {hasFilter && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          Clear
        </Button>
      )}
    </>
  );
}
