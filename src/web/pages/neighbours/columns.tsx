import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Neighbour } from "../../api/neighbours";
import { StatusMark, type Status } from "../../components/badge/status-mark";
import { chassisText, neighbourName, PROTOCOL_WORDS, REASON_WORDS } from "../../components/neighbour/words";
import type { SimpleColumn } from "../../components/simple-table/simple-table";
import { TimeValue } from "../../components/value/time-value";
import { visible } from "../../components/value/visible-text";
import styles from "./neighbours.module.css";

/** What the person may do; absent: not that. */
type Actions = {
  onKeep?: (neighbour: Neighbour) => void;
  onDismiss?: (neighbour: Neighbour) => void;
  onMatch?: (neighbour: Neighbour) => void;
};

/** A neighbour in a line: who has heard it and where, what it is, and what can be done. */
export function neighbourColumns(actions: Actions): readonly SimpleColumn<Neighbour>[] {
  return [
    {
      id: "source",
      label: "Device",
      cell: ({ source_device_id: id, source_device_name: name }) => <DeviceLink id={id} name={name} />,
    },
    { id: "port", label: "Port", cell: portOf },
    { id: "neighbour", label: "Neighbour", cell: (neighbour) => <Remote neighbour={neighbour} /> },
    { id: "remote-port", label: "Its port", cell: ({ remote_port_name: name }) => name ?? "–" },
    { id: "protocol", label: "By", cell: ({ protocol }) => PROTOCOL_WORDS[protocol] },
    { id: "match", label: "In the inventory", cell: (neighbour) => <Match neighbour={neighbour} /> },
    { id: "state", label: "State", cell: (neighbour) => <StatusMark {...stateOf(neighbour)} /> },
    { id: "seen", label: "Last heard", cell: ({ last_seen: at }) => <TimeValue at={at} /> },
    {
      id: "actions",
      label: "Actions",
      isHeadHidden: true,
      align: "right",
      cell: (neighbour) => <RowActions neighbour={neighbour} {...actions} />,
    },
  ];
}

function portOf({ local_port_name: name, local_port_index: index }: Neighbour): string {
  return name ?? `port ${index}`;
}

function DeviceLink({ id, name }: { id: number; name: string }) {
  return (
    <Link to="/inventory/$deviceId" params={{ deviceId: String(id) }}>
      {visible(name)}
    </Link>
  );
}

function Remote({ neighbour }: { neighbour: Neighbour }) {
  const { remote_sys_name: name, remote_chassis_id: chassis, remote_mgmt_addr: address } = neighbour;
  const further = [name === null || name === chassis ? null : chassisText(chassis), address].filter(
    (text) => text !== null,
  );
  return (
    <span className={styles.stack}>
      <span className={styles.text}>{visible(neighbourName(neighbour))}</span>
      {further.length > 0 && <span className={`mono ${styles.dimmed}`}>{visible(further.join(" "))}</span>}
    </span>
  );
}

function Match({ neighbour }: { neighbour: Neighbour }) {
  const { matched_device_id: id, matched_device_name: name, match_reason: reason } = neighbour;
  if (id === null) return <span className={styles.dimmed}>not found</span>;
  return (
    <span className={styles.stack}>
      <DeviceLink id={id} name={name ?? `device ${id}`} />
      {reason !== null && <span className={styles.dimmed}>{REASON_WORDS[reason]}</span>}
    </span>
  );
}

/** The state of a neighbour as a mark. */
function stateOf(neighbour: Neighbour): { status: Status; label: string } {
  if (neighbour.dismissed) return { status: "unknown", label: "Dismissed" };
  if (!neighbour.is_seen) return { status: "degraded", label: "Not heard any more" };
  if (neighbour.relationship_id !== null) return { status: "ok", label: "Linked" };
  return { status: "unknown", label: neighbour.matched_device_id === null ? "No device" : "Suggested" };
}

function RowActions({ neighbour, onKeep, onDismiss, onMatch }: Actions & { neighbour: Neighbour }) {
  const name = `${neighbourName(neighbour)} at ${neighbour.source_device_name} ${portOf(neighbour)}`;
  const isSuggested =
    !neighbour.dismissed && neighbour.matched_device_id !== null && neighbour.relationship_id === null;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {isSuggested && onKeep !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Keep link: ${name}`}
          onClick={() => onKeep(neighbour)}
        >
          Keep link
        </Button>
      )}
      {onMatch !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Match: ${name}`}
          onClick={() => onMatch(neighbour)}
        >
          Match
        </Button>
      )}
      {onDismiss !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${neighbour.dismissed ? "Take back" : "Dismiss"}: ${name}`}
          onClick={() => onDismiss(neighbour)}
        >
          {neighbour.dismissed ? "Take back" : "Dismiss"}
        </Button>
      )}
    </Group>
  );
}
