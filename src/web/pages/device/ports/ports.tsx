import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { attachedPortsQuery, type AttachedPort } from "../../../api/attached";
import type { Device } from "../../../api/inventory";
import { useMay } from "../../../api/me";
import { devicePollsQuery, portsFileHref, portsQuery, usePollNow, type Port } from "../../../api/ports";
import { PortMachines } from "../attachment/port-machines";
import { StatusMark } from "../../../components/badge/status-mark";
import { Section } from "../../../components/page-head/section";
import { Can } from "../../../components/permission/can";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { Sparkline } from "../../../components/sparkline/sparkline";
import { EmptyState } from "../../../components/states/empty-state";
import { ErrorStrip } from "../../../components/states/error-state";
import { QueryStates } from "../../../components/states/query-states";
import { TimeValue } from "../../../components/value/time-value";
import { formatBitRate, formatCount } from "../../../format/number";
import { visible } from "../../../components/value/visible-text";
import styles from "../device.module.css";
import { filterPorts, formatLoss, formatUtilisation, lossOf, standingOf } from "./port-rows";
import { RecordedInterfaces } from "./recorded-interfaces";
import { PORT_STATES, type PortState } from "../search";

const PortChart = lazy(() => import("./port-chart").then((module) => ({ default: module.PortChart })));

const route = getRouteApi("/shell/inventory/$deviceId");
/** More are drawn when somebody wants them: a table of thousands takes its time. */
const ROWS_AT_FIRST = 200;
const STATE_WORDS: Readonly<Record<PortState, string>> = { up: "Up", down: "Not up" };

const FIRST_COLUMNS: readonly SimpleColumn<Port>[] = [
  { id: "name", label: "Port", cell: (port) => <PortName port={port} /> },
  { id: "alias", label: "Alias", cell: ({ alias }) => alias ?? "–" },
];
const OTHER_COLUMNS: readonly SimpleColumn<Port>[] = [
  { id: "state", label: "State", cell: (port) => <StatusMark {...standingOf(port)} /> },
  {
    id: "speed",
    label: "Speed",
    align: "right",
    cell: ({ speed_bps: speed }) => (speed === null ? "–" : formatBitRate(speed)),
  },
  {
    id: "in",
    label: "In",
    align: "right",
    cell: (port) => <Traffic now={port.in_bps} recent={port.recent_in_bps} />,
  },
  {
    id: "out",
    label: "Out",
    align: "right",
    cell: (port) => <Traffic now={port.out_bps} recent={port.recent_out_bps} />,
  },
  { id: "load", label: "Load", align: "right", cell: ({ utilisation }) => formatUtilisation(utilisation) },
  { id: "loss", label: "Lost frames", align: "right", cell: (port) => formatLoss(lossOf(port)) },
  { id: "changed", label: "Changed", cell: ({ changed_at: at }) => <TimeValue at={at} /> },
];

/** With what hangs on each port, where the device's forwarding table is read. */
function useColumns(deviceId: number): readonly SimpleColumn<Port>[] {
  const enabled = useMay("tools_passive");
  const { data: attached = [] } = useQuery({ ...attachedPortsQuery(deviceId), enabled });
  if (attached.length === 0) return [...FIRST_COLUMNS, ...OTHER_COLUMNS];
  const byIndex = new Map(attached.map((port) => [port.port_index, port]));
  return [...FIRST_COLUMNS, hangsHere(deviceId, byIndex), ...OTHER_COLUMNS];
}

function hangsHere(deviceId: number, attached: ReadonlyMap<number, AttachedPort>): SimpleColumn<Port> {
  return {
    id: "here",
    label: "Hangs here",
    cell({ if_index: index, gone_at: goneAt }) {
      const port = goneAt === null ? attached.get(index) : undefined;
      return port === undefined ? "–" : <PortMachines switchId={deviceId} port={port} />;
    },
  };
}

function PortName({ port }: { port: Port }) {
  const search = (old: object) => ({ ...old, port: port.id });
  return (
    <Link
      from="/inventory/$deviceId"
      to="/inventory/$deviceId"
      search={search}
      resetScroll={false}
      className="mono"
    >
      {visible(port.name)}
    </Link>
  );
}

function Traffic({ now, recent }: { now: number | null; recent: readonly (number | null)[] }) {
  if (now === null) return "–";
  return (
    <span className={styles.inline}>
      <Sparkline values={recent} />
      {formatBitRate(now)}
    </span>
  );
}

/** The device's ports as SNMP told them last, and what went through one of them. */
export function Ports({ device }: { device: Device }) {
  const query = useQuery(portsQuery(device.id));
  return (
    <QueryStates query={query} what="the ports" rows={8}>
      {(ports) =>
        ports.length === 0 ? (
          <>
            <RecordedInterfaces device={device} />
            <NoPorts device={device} />
          </>
        ) : (
          <PortList device={device} ports={ports} />
        )
      }
    </QueryStates>
  );
}

function NoPorts({ device }: { device: Device }) {
  const { data: polls } = useQuery(devicePollsQuery(device.id));
  const failure = polls?.polls.find(({ poller }) => poller === "ports")?.error ?? null;
  if (device.snmp_profile_id === null) {
    return (
      <EmptyState
        title="This device is not asked by SNMP"
        action={
          <Can do="topology_write">
            <Link to="/inventory/$deviceId/edit" params={{ deviceId: String(device.id) }}>
              Edit the device
            </Link>
          </Can>
        }
      >
        Assign an SNMP profile to it: its ports, their state and their traffic appear here within minutes.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No ports were read yet" action={<AskNow device={device} />}>
      {failure !== null && `The device could not be asked: ${failure}.`}
      {failure === null && polls?.is_polled === true && "It is asked within minutes."}
      {failure === null &&
        polls?.is_polled === false &&
        "It is not asked by itself: it has no address, is not active or paused, or SNMP polling is switched off in the settings."}
    </EmptyState>
  );
}

function AskNow({ device }: { device: Device }) {
  const poll = usePollNow(device.id);
  return (
    <Can do="tools_active">
      <Button size="xs" variant="default" loading={poll.isPending} onClick={() => poll.mutate()}>
        Ask now
      </Button>
      {poll.error !== null && <ErrorStrip error={poll.error} title="Cannot ask the device" />}
    </Can>
  );
}

function PortList({ device, ports }: { device: Device; ports: readonly Port[] }) {
  const { port: chosenId, state } = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const columns = useColumns(device.id);
  const found = filterPorts(ports, { text, state });
  const shown = isWhole ? found : found.slice(0, ROWS_AT_FIRST);
  const chosen = ports.find(({ id }) => id === chosenId);
  const choose = (next: PortState) =>
    void navigate({
      search: (old) => ({ ...old, state: old.state === next ? undefined : next }),
      resetScroll: false,
    });
  return (
    <>
      {chosen !== undefined && (
        <Suspense>
          <PortChart key={chosen.id} port={chosen} />
        </Suspense>
      )}
      <Section
        title="Ports"
        hint={<Freshness device={device} found={found.length} ports={ports} />}
        actions={
          <>
            <a href={portsFileHref(device.id)} download>
              Save as CSV
            </a>
            {device.snmp_profile_id !== null && <AskNow device={device} />}
          </>
        }
      >
        <div className={styles.bar}>
          <TextInput
            size="xs"
            aria-label="Find a port"
            placeholder="Find a port"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {PORT_STATES.map((name) => (
            <Button
              key={name}
              size="xs"
              variant={name === state ? "light" : "default"}
              aria-pressed={name === state}
              onClick={() => choose(name)}
            >
              {STATE_WORDS[name]}
            </Button>
          ))}
        </div>
        {shown.length === 0 ? (
          <p className={styles.dimmed}>No port matches.</p>
        ) : (
          <SimpleTable label="Ports" rows={shown} rowId={({ id }) => id} columns={columns} />
        )}
        {shown.length < found.length && (
          <Button size="xs" variant="subtle" onClick={() => setIsWhole(true)}>
            Show all {found.length}
          </Button>
        )}
      </Section>
    </>
  );
}

type FreshnessProps = { device: Device; found: number; ports: readonly Port[] };

function Freshness({ device, found, ports }: FreshnessProps) {
  const { data: polls } = useQuery(devicePollsQuery(device.id));
  const poll = polls?.polls.find(({ poller }) => poller === "ports");
  const count = formatCount(ports.length, ["port", "ports"]);
  return (
    <>
      {found === ports.length ? count : `${found} of ${count}`}
      {poll !== undefined && poll.polled_at !== null && (
        <>
          , asked <TimeValue at={poll.polled_at} as="age" />
        </>
      )}
      {poll !== undefined && poll.error !== null && `: ${poll.error}`}
    </>
  );
}
