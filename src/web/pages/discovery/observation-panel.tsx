import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { DetailPanel } from "../../components/detail-panel/detail-panel";
import { Facts, type Fact } from "../../components/detail-panel/facts";
import { Can } from "../../components/permission/can";
import { TimeValue } from "../../components/value/time-value";
import type { BulkAction, Observation } from "./api";
import styles from "./discovery.module.css";
import { ignoredLines, isApplicable, pairOf, proposedLines } from "./words";

type Props = {
  observation: Observation;
  isBusy: boolean;
  onAction: (action: BulkAction) => void;
  onClose: () => void;
};

type Action = { action: BulkAction; label: string; isFor: (observation: Observation) => boolean };

const ACTIONS: readonly Action[] = [
  { action: "apply", label: "Apply to the inventory", isFor: isApplicable },
  { action: "acknowledge", label: "Acknowledge", isFor: ({ status }) => status === "open" },
  { action: "ignore", label: "Ignore", isFor: ({ status }) => status !== "resolved" },
  { action: "resolve", label: "Resolve", isFor: ({ status }) => status !== "resolved" },
  { action: "reopen", label: "Reopen", isFor: ({ status }) => status !== "open" },
];

/** Everything about an observation, and what can be done with it. */
export function ObservationPanel({ observation, isBusy, onAction, onClose }: Props) {
  const { summary } = observation;
  const pair = pairOf(observation);
  const actions = ACTIONS.filter(({ isFor }) => isFor(observation));
  return (
    <DetailPanel title={summary} onClose={onClose}>
      <Facts facts={factsOf(observation)} />
      <Group gap="xs" mt="md">
        {actions.map(({ action, label }) => (
          <Button
            key={action}
            size="xs"
            variant={action === "apply" ? "filled" : "default"}
            disabled={isBusy}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        ))}
        {pair !== undefined && (
          <Can do="topology_write">
            <Button
              size="xs"
              variant="default"
              renderRoot={(root) => (
                <Link
                  {...root}
                  to="/inventory/$deviceId"
                  params={{ deviceId: String(pair[0]) }}
                  search={{ merge: pair[1] }}
                />
              )}
            >
              Merge these two
            </Button>
          </Can>
        )}
      </Group>
    </DetailPanel>
  );
}

function factsOf(observation: Observation): Fact[] {
  const { device_id: device, device_name: name, scan_id: scan, details } = observation;
  const text = (key: string) => {
    const value: unknown = details[key];
    return typeof value === "string" || typeof value === "number" ? String(value) : null;
  };
  return [
    { label: "Address", value: <span className="mono">{observation.ip_address ?? "–"}</span> },
    { label: "MAC", value: <span className="mono">{observation.mac_address?.toLowerCase() ?? "–"}</span> },
    { label: "Host name", value: observation.hostname },
    ...(device === null
      ? []
      : [
          {
            label: "Device",
            value: (
              <Link to="/inventory/$deviceId" params={{ deviceId: String(device) }}>
                {name ?? `device ${device}`}
              </Link>
            ),
          },
        ]),
    ...proposedLines(observation).map(({ label, value }) => ({
      label: `${label} seen`,
      value: <span className={styles.wrapping}>{value}</span>,
    })),
    ...(text("match_text") === null
      ? []
      : [{ label: "Known by", value: <span className={styles.wrapping}>{text("match_text")}</span> }]),
    ...ignoredLines(observation).map((line) => ({
      label: "Not gone by",
      value: <span className={styles.wrapping}>{line}</span>,
    })),
    ...(text("reason") === null ? [] : [{ label: "Conflict", value: text("reason") }]),
    ...(text("missed_scans") === null ? [] : [{ label: "Missed scans", value: text("missed_scans") }]),
    { label: "First seen", value: <TimeValue at={observation.first_seen_at} /> },
    { label: "Last seen", value: <TimeValue at={observation.last_seen_at} /> },
    ...(observation.is_ignored
      ? [
          {
            label: "Ignored until",
            value: <TimeValue at={observation.ignored_until} absent="for good" />,
          },
          { label: "Reason", value: observation.reason },
        ]
      : []),
    { label: "Schedule", value: observation.schedule_name },
    ...(scan === null
      ? []
      : [
          {
            label: "Scan",
            value: (
              <Link to="/discovery" search={{ scan }}>
                {`Scan ${scan}`}
              </Link>
            ),
          },
        ]),
  ];
}
