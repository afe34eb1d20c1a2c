import { Button, FileButton, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { logFormatsQuery, type LogFormat } from "../../api/log-formats";
import { useMay } from "../../api/me";
import { StatusMark } from "../../components/badge/status-mark";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { MoveButtons } from "../../components/move-buttons/move-buttons";
import { PageHead } from "../../components/page-head/page-head";
import { Can } from "../../components/permission/can";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { formatNumber } from "../../format/number";
import { AddIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import {
  EXPORT_PATH,
  idsWithMoved,
  useDeleteFormat,
  useImportFormats,
  useMoveFormat,
  useSwitchFormat,
} from "./api";
import { visible } from "../../components/value/visible-text";
import styles from "./log-formats.module.css";
import { lossWords, markOf } from "./state";

const EXAMPLE_LINE = "<134>Nov 21 10:49:58 gate7 gate: PERMIT udp 192.0.2.7:51234 >> 198.51.100.9:53";
const EXAMPLE_PATTERN =
  "%{word:action} %{word:protocol} %{ip:src_ip}:%{port:src_port} >> %{ip:dst_ip}:%{port:dst_port}";

const COLUMNS: readonly SimpleColumn<LogFormat>[] = [
  {
    id: "name",
    label: "Format",
    cell: (format) => <Named format={format} />,
  },
  {
    id: "reads",
    label: "Reads",
    cell: ({ kind, pattern, fields }) => (
      <span className={`mono ${styles.pattern}`} title={pattern ?? undefined}>
        {kind === "pattern"
          ? pattern
          : `JSON: ${fields.map(({ source, field }) => source ?? field).join(", ")}`}
      </span>
    ),
  },
  { id: "vendor", label: "Vendor", cell: ({ vendor }) => vendor ?? "–" },
  {
    id: "state",
    label: "State",
    cell: (format) => {
      const losses = lossWords(format.status);
      return (
        <>
          <StatusMark {...markOf(format)} />
          {losses !== undefined && <div className={styles.dimmed}>{losses}</div>}
        </>
      );
    },
  },
  {
    id: "lines",
    label: "Lines since start",
    align: "right",
    cell: ({ parser, status }) => (
      <Link to="/syslog" search={{ q: `parser:${parser}` }}>
        {formatNumber(status.lines)}
      </Link>
    ),
  },
];

type Actions = {
  onMove: (format: LogFormat, by: 1 | -1) => void;
  onSwitch: (format: LogFormat) => void;
  onDelete: (format: LogFormat) => void;
};

const actionColumn = ({ onMove, onSwitch, onDelete }: Actions): SimpleColumn<LogFormat> => ({
  id: "actions",
  label: "Actions",
  isHeadHidden: true,
  align: "right",
  cell: (format) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <MoveButtons what={format.name} onMove={(by) => onMove(format, by)} />
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Switch ${format.enabled ? "off" : "on"} ${format.name}`}
        onClick={() => onSwitch(format)}
      >
        {format.enabled ? "Switch off" : "Switch on"}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Delete ${format.name}`}
        onClick={() => onDelete(format)}
      >
        Delete
      </Button>
    </Group>
  ),
});

/** Leads to its form where the person may change it. */
function Named({ format: { id, name, description } }: { format: LogFormat }) {
  const mayChange = useMay("superadmin");
  return (
    <>
      {mayChange ? (
        <Link to="/syslog/formats/$formatId" params={{ formatId: String(id) }}>
          {name}
        </Link>
      ) : (
        name
      )}
      {description !== null && <div className={styles.dimmed}>{visible(description)}</div>}
    </>
  );
}

/** Formats of log lines that ours do not know, in the order in which they are asked. */
function LogFormatsPage() {
  const query = useQuery(logFormatsQuery());
  return (
    <>
      <PageHead
        title="Log formats"
        meta="for lines that no format of ours knows: the first that knows a line reads it"
        actions={
          <>
            <Link to="/syslog/status">Syslog status</Link>
            {query.data !== undefined && query.data.length > 0 && (
              <Button
                size="xs"
                variant="default"
                component="a"
                href={EXPORT_PATH}
                download="log-formats.json"
              >
                Export
              </Button>
            )}
            <Can do="superadmin">
              <ImportButton />
              <Button size="xs" leftSection={<AddIcon {...ICON} />} component={Link} to="/syslog/formats/new">
                New format
              </Button>
            </Can>
          </>
        }
      />
      <QueryStates query={query} what="log formats" rows={3}>
        {(formats) => (formats.length === 0 ? <NoFormats /> : <Formats formats={formats} />)}
      </QueryStates>
    </>
  );
}

function Formats({ formats }: { formats: readonly LogFormat[] }) {
  const mayChange = useMay("superadmin");
  const [removed, setRemoved] = useState<LogFormat | null>(null);
  const { mutate: move } = useMoveFormat();
  const { mutate: toggle } = useSwitchFormat();
  const actions = actionColumn({
    onMove: ({ id }, by) => move(idsWithMoved(formats, id, by)),
    onSwitch: (format) => toggle(format),
    onDelete: setRemoved,
  });
  return (
    <>
      <SimpleTable
        label="Log formats"
        columns={mayChange ? [...COLUMNS, actions] : COLUMNS}
        rows={formats}
        rowId={({ id }) => id}
        isFramed
      />
      {removed !== null && <DeleteFormat format={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

function NoFormats() {
  return (
    <EmptyState
      title="No format of your own yet"
      action={
        <>
          <pre className={`mono ${styles.example}`}>
            {EXAMPLE_LINE}
            {"\n"}
            {EXAMPLE_PATTERN}
          </pre>
          <Can do="superadmin">
            <Link to="/syslog/formats/new" search={{ line: EXAMPLE_LINE, pattern: EXAMPLE_PATTERN }}>
              Try the example
            </Link>
          </Can>
        </>
      }
    >
      A device that is not known sends lines of which only the header is read. Paste some of them, say what
      stands where, and from then on searches find its addresses, ports and actions:
    </EmptyState>
  );
}

function ImportButton() {
  const { mutate, isPending } = useImportFormats();
  return (
    <FileButton accept="application/json,.json" onChange={(file) => file !== null && mutate(file)}>
      {(props) => (
        <Button {...props} size="xs" variant="default" loading={isPending}>
          Import
        </Button>
      )}
    </FileButton>
  );
}

function DeleteFormat({ format, onClose }: { format: LogFormat; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteFormat(onClose);
  return (
    <DeleteDialog
      verb="Delete"
      name={`the format ${format.name}`}
      explanation="Lines that it has read keep their fields; those that come from now on are read without it."
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(format)}
      onClose={onClose}
    />
  );
}

export const Route = createLazyRoute("/shell/syslog/formats")({ component: LogFormatsPage });
