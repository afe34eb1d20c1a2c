import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useAddressPlaces } from "../../api/address-places";
import { eventHoldersQuery } from "../../api/bindings";
import { eventQuery, surroundingQuery } from "../../api/events";
import { RequestFailure } from "../../api/request-failure";
import { DetailPanel } from "../../components/detail-panel/detail-panel";
import { EventDetails } from "../../components/event-table/event-details";
import type { FilterTerm, FirewallEvent } from "../../components/event-table/event-fields";
import { eventTitle } from "../../components/event-table/event-title";
import { ErrorState } from "../../components/states/error-state";
import { Loading } from "../../components/states/loading";

type Props = {
  id: number;
  /** The line of the tail; undefined where the tail does not have it (any more). */
  line: FirewallEvent | undefined;
  onFilter: (term: FilterTerm) => void;
  onOpen: (event: FirewallEvent) => void;
  onStep: (step: -1 | 1) => void;
  onClose: () => void;
};

/** What arrived just now can be searched a second later. */
const STORED_MS = 1000;
const MAX_TRIES = 5;

/** Details of a line. What the stream brought is there at once, what only the store knows follows. */
export function EventPanel({ id, line, onFilter, onOpen, onStep, onClose }: Props) {
  const stored = useQuery({
    ...eventQuery(id),
    retry: (failures, error) =>
      failures < MAX_TRIES && error instanceof RequestFailure && error.status === 404,
    retryDelay: STORED_MS,
  });
  const event = stored.data ?? (line === undefined ? undefined : fromStream(line));
  const surrounding = useQuery({
    ...surroundingQuery(stored.data ?? { id, received_at: "", sender: null }),
    enabled: stored.data !== undefined,
  });
  const holders = useQuery(eventHoldersQuery(stored.data));
  const places = useAddressPlaces(stored.data);
  const navigate = useNavigate();
  return (
    <DetailPanel title={event === undefined ? "Event" : eventTitle(event)} onClose={onClose} onStep={onStep}>
      {event === undefined && stored.error === null && <Loading what="the event" />}
      {event === undefined && stored.error !== null && (
        <ErrorState
          error={stored.error}
          title="Cannot load the event"
          onRetry={() => void stored.refetch()}
        />
      )}
      {event !== undefined && (
        <EventDetails
          event={event}
          surrounding={surrounding.data}
          holders={holders.data}
          places={places}
          onFollow={(href) => void navigate({ href })}
          onFilter={onFilter}
          onOpen={onOpen}
        />
      )}
    </DetailPanel>
  );
}

/** The fields that a stream leaves out are not missed on the screen. */
function fromStream(line: FirewallEvent) {
  return {
    ...line,
    action_raw: null,
    clock_unset: false,
    original_bytes: null,
    message: null,
    raw_base64: "",
  };
}
