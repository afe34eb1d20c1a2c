import { Button } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api, type Model } from "../../api/client";
import { useMay } from "../../api/me";
import { pollEvery } from "../../api/polling";
import { FRESH } from "../../api/query-client";
import { StatusMark, type Status } from "../../components/badge/status-mark";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { useNow } from "../../components/value/clock";
import { TimeValue } from "../../components/value/time-value";
import { formatBytes, formatCount, formatNumber } from "../../format/number";
import { relayState, relayTroubles } from "./relay-words";
import styles from "./syslog-status.module.css";

type Relay = Model<"RelayRead">;

const POLL_MS = 5000;

const relaysQuery = () =>
  queryOptions({
    queryKey: ["syslog", "relays"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/syslog/relays", { signal })),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS),
  });

const MARKS: Readonly<Record<Relay["state"], Status>> = {
  ok: "ok",
  behind: "degraded",
  losing: "down",
  silent: "down",
};

const COLUMNS: readonly SimpleColumn<Relay>[] = [
  {
    id: "name",
    label: "Relay",
    cell: ({ name, id }) => (
      <>
        {name} <span className={`mono ${styles.hint}`}>{id}</span>
      </>
    ),
  },
  {
    id: "state",
    label: "State",
    cell: (relay) => <StatusMark status={MARKS[relay.state]} label={relayState(relay)} />,
  },
  { id: "seen", label: "Last heard", cell: ({ last_seen_at: at }) => <TimeValue at={at} as="age" /> },
  {
    id: "backlog",
    label: "Waits there",
    align: "right",
    cell: ({ backlog_messages: lines, backlog_bytes: bytes }) =>
      lines === 0 ? "0" : `${formatNumber(lines)} (${formatBytes(bytes)})`,
  },
  {
    id: "lines",
    label: "Came here",
    align: "right",
    cell: ({ lines }) => formatNumber(lines),
  },
  { id: "lost", label: "Lost", align: "right", cell: ({ lost_total: lost }) => formatNumber(lost) },
  {
    id: "journal",
    label: "Journal",
    align: "right",
    cell: ({ journal_bytes: bytes, journal_max_bytes: most }) =>
      `${formatBytes(bytes)} of ${formatBytes(most)}`,
  },
  { id: "version", label: "Version", cell: ({ version }) => version },
];

const forgetColumn = (onForget: (relay: Relay) => void): SimpleColumn<Relay> => ({
  id: "actions",
  label: "Actions",
  isHeadHidden: true,
  align: "right",
  cell: (relay) => (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Forget ${relay.name}`}
      onClick={() => onForget(relay)}
    >
      Forget
    </Button>
  ),
});

/** Collectors at branches that send here; nothing where there is none. */
export function Relays() {
  const { data: relays = [] } = useQuery(relaysQuery());
  const mayForget = useMay("superadmin");
  const now = useNow();
  const [forgotten, setForgotten] = useState<Relay | null>(null);
  if (relays.length === 0) return null;
  const troubles = relays.flatMap((relay) => relayTroubles(relay, now));
  return (
    <Section
      title="Relays"
      hint={formatCount(relays.length, [
        "collector at a branch sends here what it receives",
        "collectors at branches send here what they receive",
      ])}
    >
      <SimpleTable
        label="Relays"
        columns={mayForget ? [...COLUMNS, forgetColumn(setForgotten)] : COLUMNS}
        rows={relays}
        rowId={({ id }) => id}
      />
      {troubles.map((trouble) => (
        <p key={trouble}>
          <StatusMark status="degraded" label={trouble} />
        </p>
      ))}
      {forgotten !== null && <ForgetDialog relay={forgotten} onClose={() => setForgotten(null)} />}
    </Section>
  );
}

function ForgetDialog({ relay, onClose }: { relay: Relay; onClose: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      answerOf(api.DELETE("/api/v1/syslog/relays/{relay_id}", { params: { path: { relay_id: relay.id } } })),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: relaysQuery().queryKey });
      onClose();
    },
  });
  return (
    <DeleteDialog
      verb="Forget"
      isFinal
      name={`the relay “${relay.name}”`}
      explanation="Its lines stay, and its API key can be used for another relay. If it sends again, it is back."
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
