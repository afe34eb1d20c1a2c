import { Link } from "@tanstack/react-router";
import { groupMembersText, type Monitor } from "../../api/monitoring";
import { StatusMark } from "../../components/badge/status-mark";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { THING_WORDS } from "../../components/scope-picker/thing-picker";
import { LOOKS } from "../../components/watched/looks";
import { visible } from "../../components/value/visible-text";

type Member = Monitor["member_states"][number];

const COLUMNS: readonly SimpleColumn<Member>[] = [
  { id: "name", label: "Member", cell: (member) => <MemberLink member={member} /> },
  {
    id: "state",
    label: "State",
    cell: ({ state }) => (state === null ? "not watched" : <StatusMark {...LOOKS[state]} />),
  },
  {
    id: "kind",
    label: "Kind",
    cell: ({ kind, targets }) =>
      targets > 1 ? `${THING_WORDS[kind]} on ${targets} devices` : THING_WORDS[kind],
  },
];

function MemberLink({ member: { kind, id, device_id: deviceId, name } }: { member: Member }) {
  switch (kind) {
    case "device":
      return (
        <Link to="/monitoring/devices/$deviceId" params={{ deviceId: String(id) }}>
          {visible(name)}
        </Link>
      );
    case "monitor":
      return (
        <Link to="/monitoring/monitors/$monitorId" params={{ monitorId: String(id) }}>
          {visible(name)}
        </Link>
      );
    default:
      return (
        <Link
          to="/monitoring/checks/$checkId"
          params={{ checkId: String(id) }}
          search={deviceId === null ? {} : { device: deviceId }}
        >
          {visible(name)}
        </Link>
      );
  }
}

/** What a group is of, as it stands, the worst first. */
export function GroupMembers({ monitor }: { monitor: Monitor }) {
  const members = monitor.member_states;
  return (
    <Section
      title="Members"
      hint={
        members.length === 0
          ? "None is left: what it was of has been deleted."
          : `${groupMembersText(monitor)}. Paused members and those in maintenance are left out.`
      }
    >
      {members.length > 0 && (
        <SimpleTable
          label="Members"
          columns={COLUMNS}
          rows={members}
          rowId={({ kind, id, device_id: deviceId }) => `${kind} ${id} ${deviceId ?? ""}`}
        />
      )}
    </Section>
  );
}
