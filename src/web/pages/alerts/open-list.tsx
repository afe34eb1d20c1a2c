import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { rulesQuery } from "../../api/alerts";
import type { Incident, OpenIncidents } from "../../api/incidents";
import { useMay } from "../../api/me";
import { Section } from "../../components/page-head/section";
import { EmptyState } from "../../components/states/empty-state";
import { formatNumber } from "../../format/number";
import styles from "./alerts.module.css";
import { incidentQuery } from "./api";
import { IncidentRow } from "./incident-row";

const SilenceDialog = lazy(() =>
  import("./silence-dialog").then((module) => ({ default: module.SilenceDialog })),
);

type Props = {
  open: OpenIncidents;
  /** Whose alerts are shown. */
  shownId: number | undefined;
  onShow: (id: number | undefined) => void;
};

const RANK = { critical: 0, warning: 1, info: 2 } as const;

/** The gravest first; of these those that nobody sees to yet, then the newest. */
function inOrder(incidents: readonly Incident[]): readonly Incident[] {
  const weight = ({ severity, status }: Incident) => RANK[severity] * 2 + (status === "open" ? 0 : 1);
  return incidents.toSorted((one, other) => weight(one) - weight(other) || other.id - one.id);
}

/** What lasts. */
export function OpenList({ open: { incidents, total }, shownId, onShow }: Props) {
  const mayChange = useMay("alert_write");
  const [silenced, setSilenced] = useState<Incident | null>(null);
  const isElsewhere = shownId !== undefined && incidents.every(({ id }) => id !== shownId);
  const linked = isElsewhere && <Linked id={shownId} onClose={() => onShow(undefined)} />;
  if (incidents.length === 0)
    return (
      <>
        {linked}
        <NothingOpen />
      </>
    );
  return (
    <>
      {linked}
      <ul className={styles.list} aria-label="Open incidents">
        {inOrder(incidents).map((incident) => (
          <IncidentRow
            key={incident.id}
            incident={incident}
            isShown={incident.id === shownId}
            onShow={(isShown) => onShow(isShown ? incident.id : undefined)}
            onSilence={mayChange ? setSilenced : undefined}
          />
        ))}
      </ul>
      {total > incidents.length && (
        <p className={styles.dimmed}>
          The newest {formatNumber(incidents.length)} of {formatNumber(total)}.
        </p>
      )}
      <Suspense>
        {silenced !== null && (
          <SilenceDialog
            reason={silenced.title}
            deviceId={silenced.device_id ?? undefined}
            onClose={() => setSilenced(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** An incident that a link leads to and that is over by now. */
function Linked({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: incident } = useQuery(incidentQuery(id));
  if (incident === undefined || incident.resolved_at === null) return null;
  return (
    <Section
      title="This one is over"
      actions={
        <Button size="xs" variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className={styles.list} aria-label="This one is over">
        <IncidentRow incident={incident} isShown onShow={onClose} />
      </ul>
    </Section>
  );
}

function NothingOpen() {
  const mayChange = useMay("alert_write");
  const { data: rules } = useQuery({ ...rulesQuery(), enabled: mayChange });
  if (rules?.length === 0)
    return (
      <EmptyState
        title="There are no alert rules yet"
        action={
          <Button
            size="xs"
            variant="default"
            renderRoot={(root) => <Link {...root} to="/alerts/rules/new" />}
          >
            Add the first rule
          </Button>
        }
      >
        A rule says what is to be told, and to whom: that a device is down, that a certificate expires.
      </EmptyState>
    );
  return (
    <EmptyState title="No incident is open">
      What rules find and lasts is listed here until it is over.
    </EmptyState>
  );
}
