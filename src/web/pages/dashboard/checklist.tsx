import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "../../api/me";
import { StatusMark } from "../../components/badge/status-mark";
import { PageLink } from "./page-link";
import { Section } from "../../components/page-head/section";
import { EmptyState } from "../../components/states/empty-state";
import styles from "./dashboard.module.css";
import { hasSome, type Fill } from "./fill";
import { LINKS } from "./links";
import { SenderSetup } from "./senders/sender-setup-lines";

type Props = {
  fill: Fill;
  onLeave: () => void;
  /** It is left for good. */
  onDismiss: () => void;
};

/** What to do with a service that knows nothing yet; stays until it is left, so that nothing moves while one types. */
export function Checklist({ fill, onLeave, onDismiss }: Props) {
  const queries = useQueryClient();
  const maySeeEvents = useMay("security_view");
  const mayAddDevices = useMay("topology_write");
  const mayWatch = useMay("monitoring_write");
  const mayAddSubnets = useMay("ipam_write");
  const mayAddRules = useMay("alert_write");
  const maySetUp = useMay("superadmin");
  const leave = (go: () => void) => () => {
    void queries.invalidateQueries({ queryKey: ["dashboard"] });
    go();
  };
  if (!maySeeEvents && !mayAddDevices && !mayWatch && !mayAddSubnets && !mayAddRules) {
    return (
      <EmptyState title="Nothing here yet">
        Devices and subnets show up as soon as somebody with the permissions for it has added them.
      </EmptyState>
    );
  }
  return (
    <Section
      title="First steps"
      hint="In any order; each can be done later."
      actions={
        <>
          {hasSome(fill) && (
            <Button size="xs" variant="default" onClick={leave(onDismiss)}>
              Do not offer them again
            </Button>
          )}
          <Button size="xs" variant={hasSome(fill) ? "filled" : "default"} onClick={leave(onLeave)}>
            Show the dashboard
          </Button>
        </>
      }
    >
      <ol className={styles.steps}>
        {mayAddDevices && (
          <Step title="Add your devices" isDone={fill.hasDevices}>
            <PageLink href={LINKS.discovery}>Scan a network</PageLink> for them,{" "}
            <PageLink href={LINKS.newDevice}>add a device</PageLink> by hand, or{" "}
            <PageLink href={LINKS.deviceImport}>import a list</PageLink> from a CSV file. Each that has an
            address or a host name is watched from then on. Coming from Uptime Kuma, LibreNMS, NetBox or
            another product? <PageLink href={LINKS.movingIn}>Move in</PageLink> with what you have there.
          </Step>
        )}
        {mayWatch && (
          <Step title="Watch your pages and services" isDone={fill.hasMonitors}>
            <PageLink href={LINKS.newMonitor}>Add a monitor</PageLink> for a URL or a job, or{" "}
            <PageLink href={LINKS.newCheck}>a service check</PageLink> for a port of a device.
          </Step>
        )}
        {mayAddSubnets && (
          <Step title="Add your subnets" isDone={fill.hasSubnets}>
            <PageLink href={LINKS.ipam}>Open IPAM</PageLink> and add the networks that you give addresses
            from.
          </Step>
        )}
        {mayAddRules && (
          <Step title="Be told when something is down" isDone={fill.isTelling}>
            {maySetUp && (
              <>
                <PageLink href={LINKS.notifications}>Set up notifications</PageLink> by mail, ntfy, Telegram
                and the like, then{" "}
              </>
            )}
            <PageLink href={LINKS.newRule}>{maySetUp ? "add an alert rule" : "Add an alert rule"}</PageLink>{" "}
            that tells by them.
          </Step>
        )}
        {maySeeEvents && (
          <Step title="Point a firewall or a server here" isDone={fill.hasEvents}>
            <SenderSetup />
          </Step>
        )}
      </ol>
    </Section>
  );
}

function Step({ title, isDone, children }: { title: string; isDone: boolean; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <h3 className={styles.stepTitle}>
        {title} <StatusMark status={isDone ? "ok" : "unknown"} label={isDone ? "done" : "to do"} />
      </h3>
      <div>{children}</div>
    </li>
  );
}
