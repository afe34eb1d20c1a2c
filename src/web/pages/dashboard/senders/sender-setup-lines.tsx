import { useQuery } from "@tanstack/react-query";
import { Can } from "../../../components/permission/can";
import { isLoopback, syslogStatusQuery, type SyslogStatus } from "../../../api/syslog-status";
import { StatusMark } from "../../../components/badge/status-mark";
import { QueryStates } from "../../../components/states/query-states";
import { CopyButton } from "../../../components/value/copy-button";
import { TimeValue } from "../../../components/value/time-value";
import { hasReceived } from "../api";
import styles from "../dashboard.module.css";
import { firstLineQuery, lineHref } from "./first-line-api";
import { PageLink } from "../page-link";
import { recipesFor, targetOf, type Target } from "./sender-setup";
import { TestLine } from "./test-line";

/** The exact line to paste, per vendor, and whether the first line has come. */
export function SenderSetup() {
  return (
    <QueryStates query={useQuery(syslogStatusQuery())} what="the listeners" rows={6}>
      {(status) => {
        const target = targetOf(status, location.hostname);
        return (
          <div className={styles.setup}>
            <FirstLine status={status} />
            {target !== undefined && (
              <Can do="superadmin">
                <TestLine />
              </Can>
            )}
            {target === undefined ? (
              <NoListener />
            ) : (
              <Recipes target={target} isElsewhere={status.instance_url !== null} />
            )}
          </div>
        );
      }}
    </QueryStates>
  );
}

function NoListener() {
  return (
    <p>
      No listener without TLS is switched on. Set <code>SYSLOG_UDP_ENABLED=true</code> and start the service
      anew.
    </p>
  );
}

function Recipes({ target, isElsewhere }: { target: Target; isElsewhere: boolean }) {
  return (
    <>
      <dl className={styles.recipes}>
        {recipesFor(target).map(({ vendor, where, text }) => (
          <div key={vendor} className={styles.recipe}>
            <dt>
              <strong>{vendor}</strong> <span className={styles.dimmed}>{where}</span>
            </dt>
            <dd className={styles.line}>
              <pre className="mono">{text}</pre>
              <CopyButton text={text} label={`Copy the lines for ${vendor}`} />
            </dd>
          </div>
        ))}
      </dl>
      {isLoopback(target.host) && (
        <p role="note">
          Other machines do not reach <code>{target.host}</code>: put the address of this machine in its
          place.
        </p>
      )}
      {isElsewhere && !isLoopback(target.host) && (
        <p role="note">
          Another process than this one receives, and calls itself <code>{target.host}</code>. Where senders
          reach it by another address, or through a proxy, put that in its place.
        </p>
      )}
    </>
  );
}

function FirstLine({ status }: { status: SyslogStatus }) {
  const at = status.last_packet_at ?? status.last_event_received_at;
  const { data: line } = useQuery(firstLineQuery(hasReceived(status)));
  return (
    <p role="status">
      {hasReceived(status) ? (
        <>
          <StatusMark status="ok" label="First line received" />
          {line && (
            <>
              {" "}
              (<PageLink href={lineHref(line)}>open it</PageLink>)
            </>
          )}
          {status.last_packet_sender !== null && (
            <>
              {" "}
              from <span className="mono">{status.last_packet_sender}</span>
            </>
          )}
          , last one <TimeValue at={at} as="age" />
        </>
      ) : (
        <StatusMark status="unknown" label="Waiting for the first line" />
      )}
    </p>
  );
}
