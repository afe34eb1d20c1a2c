import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useAddressPlaces } from "../../api/address-places";
import { eventHoldersQuery } from "../../api/bindings";
import { eventQuery, surroundingQuery } from "../../api/events";
import { useMay } from "../../api/me";
import { DetailPanel } from "../../components/detail-panel/detail-panel";
import { EventDetails } from "../../components/event-table/event-details";
import type { FilterTerm, FirewallEvent } from "../../components/event-table/event-fields";
import { eventTitle } from "../../components/event-table/event-title";
import { QueryStates } from "../../components/states/query-states";
import { isFormat } from "../../format/parser";

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
  const places = useAddressPlaces(event);
  const navigate = useNavigate();
  const mayMakeFormats = useMay("superadmin");
  const title = event === undefined ? "Event" : eventTitle(event);
  return (
    <DetailPanel title={title} onClose={onClose} onStep={onStep}>
      <QueryStates query={query} what="the event" rows={12}>
        {(detail) => (
          <>
            {mayMakeFormats && !isFormat(detail.parser) && (
              <Link to="/syslog/formats/new" search={{ event: detail.id }}>
                Make a format of this line
              </Link>
            )}
            <EventDetails
              event={detail}
              surrounding={surrounding.error === null ? surrounding.data : []}
              holders={holders.data}
              places={places}
              onFollow={(href) => void navigate({ href })}
              onFilter={onFilter}
              onOpen={onOpen}
            />
          </>
        )}
      </QueryStates>
    </DetailPanel>
  );
}
