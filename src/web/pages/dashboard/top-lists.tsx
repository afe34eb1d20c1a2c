import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PageLink } from "./page-link";
import { Section } from "../../components/page-head/section";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { UsageBar } from "../../components/usage-bar/usage-bar";
import { formatNumber } from "../../format/number";
import { BLOCKED, blockedPortsQuery, subnetsQuery, talkersQuery, type EventTop, type Subnet } from "./api";
import { visible } from "../../components/value/visible-text";
import { spellHidden } from "../../format/hidden-characters";
import styles from "./dashboard.module.css";
import { eventsHref, subnetHref } from "./links";
import { portName } from "./port-name";

const ROWS = 6;

export function TopTalkers() {
  return (
    <TopEvents
      title="Top talkers"
      hint="Sources of the most events, last 24 h"
      query={useQuery(talkersQuery())}
      empty="No source addresses seen"
      hrefOf={(value) => eventsHref({ from: "-24h", q: `src_ip:${value}` })}
    />
  );
}

export function BlockedPorts() {
  return (
    <TopEvents
      title="Blocked ports"
      hint="Denied, dropped or rejected, last 24 h"
      query={useQuery(blockedPortsQuery())}
      empty="Nothing was blocked"
      hrefOf={(value) => eventsHref({ from: "-24h", q: `dst_port:${value} ${BLOCKED}` })}
      noteOf={portName}
    />
  );
}

type TopEventsProps = {
  title: string;
  hint: string;
  query: UseQueryResult<EventTop>;
  empty: string;
  hrefOf: (value: string) => string;
  /** Dimmed beside the value. */
  noteOf?: (value: string) => string | undefined;
};

function TopEvents({ title, hint, query, empty, hrefOf, noteOf }: TopEventsProps) {
  return (
    <Section title={title} hint={hint}>
      <div className={styles.top}>
        <QueryStates query={query} what={title.toLowerCase()} rows={ROWS}>
          {({ values }) =>
            values.length === 0 ? (
              <EmptyState title={empty} />
            ) : (
              <Rows>
                {values.map(({ value, count }) => (
                  <Row key={value} href={hrefOf(value)} name={value} note={noteOf?.(value)}>
                    <span className={styles.share} aria-hidden>
                      <span style={{ width: `${(100 * count) / (values[0]?.count ?? count)}%` }} />
                    </span>
                    <span className={styles.count}>{formatNumber(count)}</span>
                  </Row>
                ))}
              </Rows>
            )
          }
        </QueryStates>
      </div>
    </Section>
  );
}

export function FullestSubnets() {
  const query = useQuery(subnetsQuery());
  return (
    <Section title="Fullest subnets" hint="By the share of addresses in use">
      <div className={styles.top}>
        <QueryStates query={query} what="subnets" rows={ROWS}>
          {(subnets) =>
            subnets.length === 0 ? (
              <EmptyState title="No subnets yet" action={<PageLink href="/ipam">Add a subnet</PageLink>} />
            ) : (
              <Rows>
                {fullest(subnets).map((subnet) => (
                  <Row key={subnet.id} href={subnetHref(subnet)} name={subnet.cidr} note={ownName(subnet)}>
                    <UsageBar share={subnet.utilization} />
                  </Row>
                ))}
              </Rows>
            )
          }
        </QueryStates>
      </div>
    </Section>
  );
}

function fullest(subnets: readonly Subnet[]): Subnet[] {
  return subnets.toSorted((one, other) => other.utilization - one.utilization).slice(0, ROWS);
}

function Rows({ children }: { children: ReactNode }) {
  return <ol className={styles.rows}>{children}</ol>;
}

/** One that nobody has named is called by its network. */
const ownName = ({ name, cidr }: Subnet) => (name === cidr ? undefined : name);

type RowProps = { href: string; name: string; note: string | undefined; children: ReactNode };

function Row({ href, name, note, children }: RowProps) {
  return (
    <li>
      <PageLink href={href} className={styles.row}>
        <span className={`mono ${styles.value}`}>{visible(name)}</span>
        <span className={styles.dimmed} title={note === undefined ? undefined : spellHidden(note)}>
          {visible(note)}
        </span>
        {children}
      </PageLink>
    </li>
  );
}
