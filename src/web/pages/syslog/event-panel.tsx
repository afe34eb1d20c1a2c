import { useQuery } from "@tanstack/react-query";
import { eventHoldersQuery } from "../../api/bindings";
import { eventQuery, surroundingQuery } from "../../api/events";
import { DetailPanel } from "../../components/detail-panel/detail-panel";
import { EventDetails } from "../../components/event-table/event-details";
import type { FilterTerm, FirewallEvent } from "../../components/event-table/event-fields";
import { QueryStates } from "../../components/states/query-states";
import { formatDay } from "../../format/time";

type Props = {
  id: number;
  onClose: () => void;
  onStep: (step: -1 | 1) => void;
  onFilter: (term: FilterTerm) => void;
  onOpen: (event: FirewallEvent) => void;
};

export function EventPanel({ id, onClose, onStep, onFilter, onOpen }: Props) {
  const query = useQuery(eventQuery(id));
  const { data: event } = query;
  const surrounding = useQuery({
    ...surroundingQuery(event ?? { id, received_at: "", sender: null }),
    enabled: event !== undefined,
  });
  const holders = useQuery(eventHoldersQuery(event));
  const title = event === undefined ? "Event" : `Event of ${formatDay(event.received_at)}`;
  return (
    <DetailPanel title={title} onClose={onClose} onStep={onStep}>
      <QueryStates query={query} what="the event" rows={12}>
        {(detail) => (
          <EventDetails
            event={detail}
            surrounding={surrounding.error === null ? surrounding.data : []}
            holders={holders.data}
            onFilter={onFilter}
            onOpen={onOpen}
          />
        )}
      </QueryStates>
    </DetailPanel>
  );
}
