import { Link } from "@tanstack/react-router";
import type { SyslogStatus } from "../../api/syslog-status";
import { Facts } from "../../components/detail-panel/facts";
import { Section } from "../../components/page-head/section";
import { CopyButton } from "../../components/value/copy-button";
import { TimeValue } from "../../components/value/time-value";
import { formatNumber } from "../../format/number";
import { Counters } from "./counters";
import styles from "./syslog-status.module.css";
import { refusalWords, trapRecipes, trapRefusals } from "./trap-words";

/** What devices told by SNMP, whom it was not believed, and how to have more of them send. */
export function Traps({ traps }: { traps: SyslogStatus["traps"] }) {
  if (!traps.enabled)
    return (
      <Section title="SNMP traps">
        Off. SNMP_TRAP_PORT turns them on at the next start: 162, where devices send them, or 1162 where that
        port is not permitted.
      </Section>
    );
  return (
    <Section title="SNMP traps" hint="Taken of the communities and users that an SNMP profile has.">
      <Facts
        facts={[
          { label: "Port", value: String(traps.port) },
          {
            label: "Received",
            value: (
              <Link to="/syslog" search={{ q: "transport:snmp-trap" }}>
                {formatNumber(traps.received)}
              </Link>
            ),
          },
          {
            label: "Informs",
            value: `${formatNumber(traps.informs_acknowledged)} answered, ${formatNumber(traps.informs_repeated)} sent again`,
          },
          ...(traps.last_refused_at === null
            ? []
            : [
                {
                  label: "Last refused",
                  value: (
                    <>
                      <TimeValue at={traps.last_refused_at} />, of{" "}
                      <span className="mono">{traps.last_refused_sender}</span>:{" "}
                      {refusalWords(traps.last_refusal)}
                    </>
                  ),
                },
              ]),
        ]}
      />
      <Counters title="Refused since start" counters={trapRefusals(traps)} mark="degraded" />
      <h3 className={styles.part}>How devices send them</h3>
      <dl className={styles.recipes}>
        {trapRecipes({ host: location.hostname.replace(/^\[|\]$/g, ""), port: traps.port }).map(
          ({ vendor, text }) => (
            <div key={vendor}>
              <dt>{vendor}</dt>
              <dd className={styles.recipe}>
                <pre className="mono">{text}</pre>
                <CopyButton text={text} label={`Copy the lines for ${vendor}`} />
              </dd>
            </div>
          ),
        )}
      </dl>
    </Section>
  );
}
