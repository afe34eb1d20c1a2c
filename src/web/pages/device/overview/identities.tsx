import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Section } from "../../../components/page-head/section";
import { Can } from "../../../components/permission/can";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { TimeValue } from "../../../components/value/time-value";
import { Value } from "../../../components/value/value";
import { identitiesQuery, type Identity } from "../api";
import styles from "../device.module.css";

const KINDS: Readonly<Record<Identity["kind"], string>> = {
  mac_address: "MAC",
  serial_number: "Serial number",
  engine_id: "SNMP engine id",
};

const SOURCES: Readonly<Record<string, string>> = {
  scan: "a scan",
  neighbours: "a look for neighbours",
  enrichment: "Read by SNMP",
  merge: "a device that was merged into it",
};

/** What discovery knows the device by, beside its fields; nothing where there is nothing. */
export function Identities({ deviceId }: { deviceId: number }) {
  const { data: identities = [] } = useQuery(identitiesQuery(deviceId));
  if (identities.length === 0) return null;
  return (
    <Section title="Known by">
      <SimpleTable
        label="Known by"
        rows={identities}
        rowId={({ kind, value }) => `${kind} ${value}`}
        columns={columnsFor(deviceId)}
      />
    </Section>
  );
}

const columnsFor = (deviceId: number): readonly SimpleColumn<Identity>[] => [
  { id: "kind", label: "Kind", cell: ({ kind }) => KINDS[kind] },
  {
    id: "value",
    label: "Value",
    cell: ({ value, shared_with: others }) => (
      <>
        <Value text={value} isMono />
        {others.map(({ id, name }) => (
          <span key={id} className={styles.dimmed}>
            {" "}
            also that of{" "}
            <Link to="/inventory/$deviceId" params={{ deviceId: String(id) }}>
              {name}
            </Link>
            , so that it tells neither
            <Can do="topology_write">
              {" "}
              <Link to="/inventory/$deviceId" params={{ deviceId: String(deviceId) }} search={{ merge: id }}>
                Merge these two
              </Link>
            </Can>
          </span>
        ))}
      </>
    ),
  },
  { id: "source", label: "Seen by", cell: ({ source }) => SOURCES[source] ?? source },
  { id: "seen", label: "Last seen", cell: ({ last_seen_at: at }) => <TimeValue at={at} /> },
];
