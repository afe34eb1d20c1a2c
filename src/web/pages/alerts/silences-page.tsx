import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { AlertSilence } from "../../api/alerts";
import { useMay } from "../../api/me";
import { PageHead } from "../../components/page-head/page-head";
import { Section } from "../../components/page-head/section";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { formatCount } from "../../format/number";
import { AddIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import styles from "./alerts.module.css";
import { silencesQuery } from "./api";
import { SilenceRow } from "./silence-row";

const SilenceDialog = lazy(() =>
  import("./silence-dialog").then((module) => ({ default: module.SilenceDialog })),
);

const route = getRouteApi("/shell/alerts/silences");

/** Of what nothing is told for a while. */
function SilencesPage() {
  const { new: isNew, device } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay("alert_write");
  const silences = useQuery(silencesQuery());
  const open = () => void navigate({ search: { new: true } });
  const close = () => void navigate({ search: {}, replace: true });
  return (
    <>
      <PageHead
        title="Silences"
        meta="alerts are found and listed as ever; what lasts beyond its silence is told then"
        actions={
          mayChange && (
            <Button size="xs" leftSection={<AddIcon {...ICON} />} onClick={open}>
              Silence alerts
            </Button>
          )
        }
      />
      <QueryStates query={silences} what="the silences" rows={4}>
        {(all) => <Lists silences={all} mayChange={mayChange} />}
      </QueryStates>
      <Suspense>
        {isNew === true && mayChange && <SilenceDialog deviceId={device} onClose={close} />}
      </Suspense>
    </>
  );
}

type ListsProps = { silences: readonly AlertSilence[]; mayChange: boolean };

/** What is over and of no more use: a few are shown, the others on demand. */
const FEW = 10;

function Lists({ silences, mayChange }: ListsProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (silences.length === 0)
    return (
      <EmptyState title="Nothing is silenced">
        While work is done on something that alerts, a silence keeps its notices back.
      </EmptyState>
    );
  const active = silences
    .filter((silence) => silence.is_active)
    .toSorted((one, other) => one.ends_at.localeCompare(other.ends_at));
  const over = silences.filter((silence) => !silence.is_active);
  const shown = isWhole ? over : over.slice(0, FEW);
  return (
    <>
      <Section title="Active">
        {active.length === 0 ? (
          <p className={styles.dimmed}>Nothing is silenced now.</p>
        ) : (
          <List label="Active" silences={active} mayChange={mayChange} />
        )}
      </Section>
      {over.length > 0 && (
        <Section title="Over">
          <List label="Over" silences={shown} mayChange={false} />
          {over.length > shown.length && (
            <Button size="xs" variant="subtle" onClick={() => setIsWhole(true)}>
              Show {formatCount(over.length - shown.length, ["more", "more"])}
            </Button>
          )}
        </Section>
      )}
    </>
  );
}

function List({ label, silences, mayChange }: ListsProps & { label: string }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {silences.map((silence) => (
        <SilenceRow key={silence.id} silence={silence} mayEnd={mayChange} />
      ))}
    </ul>
  );
}

export const Route = createLazyRoute("/shell/alerts/silences")({ component: SilencesPage });
