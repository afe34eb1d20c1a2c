import { useQuery } from "@tanstack/react-query";
import { overviewQuery } from "../../api/standings";
import { StatusMark } from "../../components/badge/status-mark";
import { Section } from "../../components/page-head/section";
import { QueryStates } from "../../components/states/query-states";
import { useNow } from "../../components/value/clock";
import { LOOKS } from "../../components/watched/looks";
import { formatNumber } from "../../format/number";
import { formatRoughly } from "../../format/time";
import { visible } from "../../components/value/visible-text";
import styles from "./dashboard.module.css";
import { LINKS, watchedHref } from "./links";
import { PageLink } from "./page-link";

/** Of the worst. */
const ROWS = 6;

/** How everything that is watched stands, and the few that are the worst. */
export function Watched() {
  const query = useQuery(overviewQuery());
  const now = useNow();
  return (
    <Section title="Monitoring" actions={<PageLink href={LINKS.monitoring}>Open monitoring</PageLink>}>
      <div className={styles.watched}>
        <QueryStates query={query} what="what is watched" rows={2}>
          {({ counts, worst }) =>
            counts.length === 0 ? (
              <p className={styles.dimmed}>
                Nothing is watched yet. Devices with an address are, and services and pages can be added.
              </p>
            ) : (
              <>
                <ul className={styles.counts} aria-label="By state">
                  {counts.map(({ standing, devices, services, monitors }) => (
                    <li key={standing}>
                      <StatusMark {...LOOKS[standing]} />{" "}
                      <strong>{formatNumber(devices + services + monitors)}</strong>
                    </li>
                  ))}
                </ul>
                {worst.length > 0 && (
                  <ol className={styles.rows} aria-label="The worst">
                    {worst.slice(0, ROWS).map((target) => (
                      <li key={target.target_id}>
                        <PageLink href={watchedHref(target)} className={styles.row}>
                          <StatusMark {...LOOKS[target.standing]} />
                          <span className={styles.value}>{visible(target.name)}</span>
                          <span className={styles.dimmed} title={target.error ?? undefined}>
                            {target.error}
                          </span>
                          <span className={styles.count}>
                            {formatRoughly(now - Date.parse(target.since))}
                          </span>
                        </PageLink>
                      </li>
                    ))}
                  </ol>
                )}
              </>
            )
          }
        </QueryStates>
      </div>
    </Section>
  );
}
