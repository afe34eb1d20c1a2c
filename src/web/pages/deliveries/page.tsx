import { Button, NativeSelect } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { channelsQuery } from "../../api/alerts";
import { useMay } from "../../api/me";
import { StatusMark } from "../../components/badge/status-mark";
import { PageHead } from "../../components/page-head/page-head";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { deliveriesQuery, useResend, type Delivery } from "./api";
import styles from "./deliveries.module.css";
import { parseDeliveriesSearch } from "./search";
import { stateOf, targetName } from "./words";

const route = getRouteApi("/shell/alerts/deliveries");

const STATUSES = [
  { value: "", label: "All states" },
  { value: "waiting", label: "Waiting" },
  { value: "sent", label: "Delivered" },
  { value: "failed", label: "Given up" },
];

type Draw = {
  names: ReadonlyMap<string, string>;
  onResend: (delivery: Delivery) => void;
};

const columns = ({ names, onResend }: Draw): readonly SimpleColumn<Delivery>[] => [
  {
    id: "subject",
    label: "Notice",
    cell: ({ subject }) => <span className={styles.subject}>{subject}</span>,
  },
  { id: "target", label: "Goes to", cell: (delivery) => targetName(delivery, names) },
  { id: "state", label: "State", cell: (delivery) => <StatusMark {...stateOf(delivery)} /> },
  { id: "attempts", label: "Attempts", align: "right", cell: ({ attempts }) => attempts },
  {
    id: "detail",
    label: "Last error",
    cell: ({ detail }) => (detail === "" ? "–" : <span className={styles.detail}>{detail}</span>),
  },
  { id: "created", label: "Written", cell: ({ created_at: at }) => <TimeValue at={at} /> },
  {
    id: "next",
    label: "Next attempt",
    cell: ({ next_attempt_at: at }) => <TimeValue at={at} absent="none" />,
  },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (delivery) =>
      delivery.can_resend && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Send again: ${delivery.subject}`}
          onClick={() => onResend(delivery)}
        >
          Send again
        </Button>
      ),
  },
];

/** What was and is to be sent, and what became of it. */
function DeliveriesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(deliveriesQuery(search));
  const { data: channels = [] } = useQuery(channelsQuery());
  const names = new Map(channels.map(({ target, name }) => [target, name]));
  const maySeeAccounts = useMay("superadmin");
  const { mutate, error } = useResend();
  const change = (changes: Record<string, string>) =>
    void navigate({ search: (old) => parseDeliveriesSearch({ ...old, ...changes }) });
  return (
    <>
      <PageHead
        title="Deliveries"
        meta="notices of the last 30 days; each is tried for 24 hours"
        actions={
          <>
            <NativeSelect
              size="xs"
              aria-label="Goes to"
              data={[
                { value: "", label: "All channels" },
                ...(maySeeAccounts ? [{ value: "account-mail", label: "Mail to a user" }] : []),
                ...[...names].map(([value, label]) => ({ value, label })),
              ]}
              value={search.target ?? ""}
              onChange={({ currentTarget: { value: target } }) => change({ target })}
            />
            <NativeSelect
              size="xs"
              aria-label="State"
              data={STATUSES}
              value={search.status ?? ""}
              onChange={({ currentTarget: { value: status } }) => change({ status })}
            />
          </>
        }
      />
      {error !== null && <ErrorStrip error={error} title="Cannot send it again" />}
      <QueryStates query={query} what="the deliveries" rows={5}>
        {({ pages }) => {
          const rows = pages.flatMap(({ deliveries }) => deliveries);
          const isFiltered = search.status !== undefined || search.target !== undefined;
          return rows.length === 0 ? (
            <EmptyState title={isFiltered ? "None of these" : "Nothing was sent yet"}>
              Mails about accounts and alerts are listed here, with what became of them.
            </EmptyState>
          ) : (
            <SimpleTable
              label="Deliveries"
              columns={columns({ names, onResend: mutate })}
              rows={rows}
              rowId={({ id }) => id}
              isFramed
            />
          );
        }}
      </QueryStates>
      {query.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier ones
        </Button>
      )}
    </>
  );
}

export const Route = createLazyRoute("/shell/alerts/deliveries")({ component: DeliveriesPage });
