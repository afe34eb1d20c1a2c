import { useQuery } from "@tanstack/react-query";
import { openIncidentsQuery } from "../../../api/incidents";
import { useMay } from "../../../api/me";
import { overviewQuery } from "../../../api/standings";
import { syslogStatusQuery } from "../../../api/syslog-status";
import { StatusMark } from "../../../components/badge/status-mark";
import { PageLink } from "../page-link";
import { useNow } from "../../../components/value/clock";
import { ipamQuery } from "../api";
import { findAttention } from "./attention";
import styles from "../dashboard.module.css";

/** Whether anything needs attention: the first thing that is read. */
export function AttentionLine() {
  const maySeeEvents = useMay("security_view");
  const now = useNow();
  const status = useQuery({ ...syslogStatusQuery(), enabled: maySeeEvents });
  const ipam = useQuery(ipamQuery());
  const overview = useQuery(overviewQuery());
  const open = useQuery(openIncidentsQuery());
  const findings = findAttention({
    status: status.data,
    ipam: ipam.data,
    overview: overview.data,
    open: open.data,
    now,
  });
  const figures = maySeeEvents ? [ipam, overview, open, status] : [ipam, overview, open];
  const isKnown = figures.every(({ data }) => data !== undefined);
  const hasFailed = figures.some(({ error }) => error !== null);
  return (
    <div role="status" className={styles.attention}>
      {findings.map(({ text, href, isBad }) => (
        <PageLink key={text} href={href} className={styles.finding}>
          <StatusMark status={isBad ? "down" : "degraded"} label={text} />
        </PageLink>
      ))}
      {hasFailed ? (
        <StatusMark status="unknown" label="Not all figures could be renewed" />
      ) : (
        findings.length === 0 && isKnown && <StatusMark status="ok" label="Nothing needs attention" />
      )}
      {!hasFailed && !isKnown && <span>&nbsp;</span>}
    </div>
  );
}
