import { useQuery } from "@tanstack/react-query";
import type { Incident } from "../../api/incidents";
import { QueryStates } from "../../components/states/query-states";
import { EventTable } from "./event-table";
import { incidentEventsQuery } from "./api";

/** What rules have found of an incident. */
export function IncidentEvents({ incident }: { incident: Incident }) {
  const query = useQuery(incidentEventsQuery(incident.id));
  return (
    <QueryStates query={query} what="its alerts" rows={2}>
      {(events) => <EventTable label={`Alerts of ${incident.title}`} events={events} />}
    </QueryStates>
  );
}
