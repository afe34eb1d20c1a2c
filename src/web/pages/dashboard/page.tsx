import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { useMay, useMe } from "../../api/me";
import { PageHead } from "../../components/page-head/page-head";
import { Loading } from "../../components/states/loading";
import { PartBoundary } from "../../components/states/part-boundary";
import { useNow } from "../../components/value/clock";
import { TimeValue } from "../../components/value/time-value";
import { ipamQuery } from "./api";
import { AttentionLine } from "./attention/attention-line";
import { Checklist } from "./checklist";
import styles from "./dashboard.module.css";
import { EventsChart } from "./events/events-chart";
import { countOpenSteps, hasSome, useFill } from "./fill";
import { LastDenials, NewestDevices } from "./recent-lists";
import { ReportButton } from "./report/report-button";
import { Tiles } from "./tiles";
import { Watched } from "./watched";
import { BlockedPorts, FullestSubnets, TopTalkers } from "./top-lists";

/** Where a browser notes that nobody wants to be led any more. */
const DISMISSED = "netatlas-first-steps-dismissed";

function DashboardPage() {
  const fill = useFill();
  const me = useMe();
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED) !== null);
  // Decided once: a checklist that is being read does not turn into something else, nor does a figure that fails into
  // nothing.
  const [view, setView] = useState<"checklist" | "figures" | undefined>(undefined);
  if (fill !== undefined && view === undefined) setView(hasSome(fill) ? "figures" : "checklist");
  const open = isDismissed || view !== "figures" || fill === undefined ? 0 : countOpenSteps(fill, me);
  const dismiss = () => {
    localStorage.setItem(DISMISSED, "true");
    setDismissed(true);
    setView("figures");
  };
  return (
    <>
      <PageHead
        title="Dashboard"
        meta={<Freshness />}
        isFolding
        actions={
          <>
            {open > 0 && (
              <Button size="xs" variant="default" onClick={() => setView("checklist")}>
                First steps ({open} to do)
              </Button>
            )}
            <ReportButton />
          </>
        }
      />
      {view === undefined && <Loading what="the dashboard" rows={12} />}
      {view === "checklist" && fill !== undefined && (
        <Checklist fill={fill} onLeave={() => setView("figures")} onDismiss={dismiss} />
      )}
      {view === "figures" && <Figures />}
    </>
  );
}

function Freshness() {
  const { dataUpdatedAt } = useQuery(ipamQuery());
  const now = useNow();
  // On a phone it has a line of its own, which is there from the start.
  if (dataUpdatedAt === 0) return "\u00a0";
  // The clock of ages ticks in steps, and may be behind.
  return (
    <>
      Updated <TimeValue at={new Date(Math.min(dataUpdatedAt, now)).toISOString()} as="age" />
    </>
  );
}

function Figures() {
  const maySeeEvents = useMay("security_view");
  return (
    <div className={styles.page}>
      <AttentionLine />
      <Tiles />
      <PartBoundary title="Cannot show what is watched">
        <Watched />
      </PartBoundary>
      {maySeeEvents && (
        <PartBoundary title="Cannot show the events of the day">
          <EventsChart />
        </PartBoundary>
      )}
      <div className={styles.lists}>
        {maySeeEvents && (
          <PartBoundary title="Cannot show the top talkers">
            <TopTalkers />
          </PartBoundary>
        )}
        {maySeeEvents && (
          <PartBoundary title="Cannot show the blocked ports">
            <BlockedPorts />
          </PartBoundary>
        )}
        <PartBoundary title="Cannot show the subnets">
          <FullestSubnets />
        </PartBoundary>
      </div>
      <div className={styles.lists}>
        {maySeeEvents && (
          <PartBoundary title="Cannot show the last denials">
            <LastDenials />
          </PartBoundary>
        )}
        <PartBoundary title="Cannot show the newest devices">
          <NewestDevices />
        </PartBoundary>
      </div>
    </div>
  );
}

export const Route = createLazyRoute("/shell/")({ component: DashboardPage });
