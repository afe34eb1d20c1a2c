import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { sessionsQuery, useEndSession, type Session } from "./api";
import { browserName } from "./browser-name";

const columns = (onEnd: (session: Session) => void): readonly SimpleColumn<Session>[] => [
  {
    id: "browser",
    label: "Browser",
    cell: ({ user_agent: agent, is_current: isCurrent }) => (
      <span title={agent ?? undefined}>
        {browserName(agent)}
        {isCurrent && " (this one)"}
      </span>
    ),
  },
  {
    id: "address",
    label: "Last address",
    cell: ({ last_seen_ip: address }) => <span className="mono">{address}</span>,
  },
  { id: "seen", label: "Last seen", cell: ({ last_seen_at: at }) => <TimeValue at={at} /> },
  { id: "begun", label: "Signed in", cell: ({ created_at: at }) => <TimeValue at={at} /> },
  { id: "ends", label: "Ends", cell: ({ expires_at: at }) => <TimeValue at={at} /> },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (session) =>
      !session.is_current && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`End the session of ${session.last_seen_ip}`}
          onClick={() => onEnd(session)}
        >
          End
        </Button>
      ),
  },
];

/** Where this person is signed in. */
export function Sessions() {
  const query = useQuery(sessionsQuery());
  const { mutate, error } = useEndSession();
  return (
    <Section
      title="Sessions"
      hint="Where you are signed in. One that is ended is refused from its next request on."
    >
      {error !== null && <ErrorStrip error={error} title="Cannot end the session" />}
      <QueryStates query={query} what="sessions" rows={2}>
        {(sessions) => (
          <SimpleTable
            label="Sessions"
            columns={columns((session) => mutate(session))}
            rows={sessions}
            rowId={({ id }) => id}
          />
        )}
      </QueryStates>
    </Section>
  );
}
