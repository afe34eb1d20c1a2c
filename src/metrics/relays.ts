import { readRelays, type RelayRead } from "#features/syslog";
import type { Db } from "#platform/database";
import type { Metrics } from "#platform/metrics";

type RelayReading = {
  /** Without `netatlas_relay_`. */
  name: string;
  type: "counter" | "gauge";
  help: string;
  /** Null: there is nothing to tell of it. */
  read: (relay: RelayRead) => number | null;
};

const READINGS: readonly RelayReading[] = [
  {
    name: "last_seen_timestamp_seconds",
    type: "gauge",
    help: "When the relay was heard last",
    read: (relay) => Date.parse(relay.last_seen_at) / 1000,
  },
  {
    name: "lag_seconds",
    type: "gauge",
    help: "Age of its oldest line that had not come here, when it was heard last",
    read: (relay) => relay.lag_seconds,
  },
  {
    name: "backlog_messages",
    type: "gauge",
    help: "Lines that waited there, when it was heard last",
    read: (relay) => relay.backlog_messages,
  },
  {
    name: "lines_total",
    type: "counter",
    help: "Lines that have come from it",
    read: (relay) => relay.lines,
  },
  {
    name: "lost_total",
    type: "counter",
    help: "Lines that it has not kept, or that never came here",
    read: (relay) => relay.lost_total,
  },
  {
    name: "waiting_messages",
    type: "gauge",
    help: "Lines that have come from it and are not stored yet",
    read: (relay) => relay.waiting,
  },
  {
    name: "key_expires_timestamp_seconds",
    type: "gauge",
    help: "When the API key expires by which it sends; absent: never",
    read: ({ api_key_expires_at: at }) => (at === null ? null : Date.parse(at) / 1000),
  },
];

const STATES: readonly RelayRead["state"][] = ["ok", "behind", "losing", "silent"];

/** What is known of relays, whichever process they send to. */
export function addRelayMetrics(metrics: Metrics, db: Db): void {
  // Without the database there are none, and the rest of the scrape is there.
  const read = () => readRelays(db).catch(() => []);
  metrics.addReadings(read, [
    {
      name: "netatlas_relays",
      type: "gauge",
      help: "Relays by state",
      label: "state",
      read: (relays) =>
        Object.fromEntries(
          STATES.map((state) => [state, relays.filter((relay) => relay.state === state).length]),
        ),
    },
    ...READINGS.map((reading) => ({
      ...reading,
      name: `netatlas_relay_${reading.name}`,
      label: "relay",
      read: (relays: readonly RelayRead[]) =>
        Object.fromEntries(
          relays.flatMap((relay) => {
            const value = reading.read(relay);
            return value === null ? [] : [[`${relay.name}/${relay.id}`, value]];
          }),
        ),
    })),
  ]);
}
