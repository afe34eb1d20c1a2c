import { useQuery } from "@tanstack/react-query";
import { Section } from "../../components/page-head/section";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { visible, VisibleText } from "../../components/value/visible-text";
import { spellHidden } from "../../format/hidden-characters";
import { deviceName } from "../../format/device";
import { BLOCKED, denialsQuery, newestDevicesQuery, type BlockedEvent } from "./api";
import styles from "./dashboard.module.css";
import { deviceHref, eventsHref } from "./links";
import { PageLink } from "./page-link";

const ROWS = 6;

/** What was not let through last. */
export function LastDenials() {
  const query = useQuery(denialsQuery());
  return (
    <Section title="Last denials" hint="Denied, dropped or rejected, last 24 h">
      <div className={styles.top}>
        <QueryStates query={query} what="the last denials" rows={ROWS}>
          {({ events }) =>
            events.length === 0 ? (
              <EmptyState title="Nothing was blocked" />
            ) : (
              <ol className={styles.rows}>
                {events.map((event) => (
                  <li key={event.id}>
                    <PageLink
                      href={eventsHref({ from: "-24h", q: BLOCKED, id: event.id })}
                      className={styles.row}
                    >
                      <TimeValue at={event.received_at} />
                      <span className={`mono ${styles.flow}`} title={spellHidden(flowOf(event))}>
                        <VisibleText text={flowOf(event)} />
                      </span>
                      <span className={styles.dimmed}>{visible(event.source_host ?? event.sender)}</span>
                    </PageLink>
                  </li>
                ))}
              </ol>
            )
          }
        </QueryStates>
      </div>
    </Section>
  );
}

/** `198.51.100.7 -> 203.0.113.5:3389`; the line itself where it tells of no flow. */
function flowOf({ src_ip: from, dst_ip: to, dst_port: port, raw_log: line }: BlockedEvent): string {
  if (from === null || to === null) return line;
  const end = port === null ? to : to.includes(":") ? `[${to}]:${port}` : `${to}:${port}`;
  return `${from} → ${end}`;
}

/** What has come into the inventory last. */
export function NewestDevices() {
  const query = useQuery(newestDevicesQuery());
  return (
    <Section title="Newest devices" hint="By when they came into the inventory">
      <div className={styles.top}>
        <QueryStates query={query} what="the newest devices" rows={ROWS}>
          {(devices) =>
            devices.length === 0 ? (
              <EmptyState
                title="No devices yet"
                action={<PageLink href="/inventory/new">Add a device</PageLink>}
              />
            ) : (
              <ol className={styles.rows}>
                {devices.map((device) => (
                  <li key={device.id}>
                    <PageLink href={deviceHref(device)} className={styles.row}>
                      <span className={styles.value}>
                        <VisibleText text={deviceName(device)} />
                      </span>
                      <span className={`mono ${styles.dimmed}`}>{device.ip_address}</span>
                      <TimeValue at={device.created_at} as="age" />
                    </PageLink>
                  </li>
                ))}
              </ol>
            )
          }
        </QueryStates>
      </div>
    </Section>
  );
}
