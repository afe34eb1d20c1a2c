import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useId, useRef, useState } from "react";
import type { Incident } from "../../api/incidents";
import { SeverityMark } from "../../components/severity/severity-mark";
import { useNow } from "../../components/value/clock";
import { TimeValue } from "../../components/value/time-value";
import { formatCount } from "../../format/number";
import { formatDuration, formatRoughly } from "../../format/time";
import { Acknowledge } from "./acknowledge";
import { visible } from "../../components/value/visible-text";
import styles from "./alerts.module.css";
import { IncidentEvents } from "./incident-events";
import { WhyOf } from "./why";

type Props = {
  incident: Incident;
  /** Its alerts are. */
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  /** Absent for who may not change anything, and for what is over. */
  onSilence?: ((incident: Incident) => void) | undefined;
};

/** One incident: what, since when or how long, who sees to it, and what can be done. */
export function IncidentRow({ incident, isShown, onShow, onSilence }: Props) {
  const { id, title, severity, alerts, status } = incident;
  const partsId = useId();
  const [isAcknowledging, setIsAcknowledging] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const endAcknowledging = () => {
    setIsAcknowledging(false);
    opener.current?.focus();
  };
  return (
    <li className={styles.incident}>
      <div className={styles.severity}>
        <SeverityMark severity={severity} />
      </div>
      <div className={styles.what}>
        <span className={styles.title}>{visible(title)}</span>
        <Since incident={incident} />
        <SeenTo incident={incident} />
        <ToldFurther incident={incident} />
      </div>
      <div className={styles.actions}>
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={isShown}
          aria-controls={partsId}
          aria-label={`${formatCount(alerts, ["alert", "alerts"])}: ${title}`}
          onClick={() => onShow(!isShown)}
        >
          {formatCount(alerts, ["alert", "alerts"])}
        </Button>
        {onSilence !== undefined && status !== "resolved" && (
          <>
            <Button
              ref={opener}
              size="compact-xs"
              variant="default"
              aria-expanded={isAcknowledging}
              aria-label={`${status === "open" ? "Acknowledge" : "Take over"}: ${title}`}
              onClick={() => setIsAcknowledging(!isAcknowledging)}
            >
              {status === "open" ? "Acknowledge" : "Take over"}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Silence: ${title}`}
              onClick={() => onSilence(incident)}
            >
              Silence
            </Button>
          </>
        )}
      </div>
      <div id={partsId} className={styles.parts}>
        {isAcknowledging && <Acknowledge id={id} title={title} onDone={endAcknowledging} />}
        {isShown && (
          <>
            <WhyOf incident={incident} />
            <IncidentEvents incident={incident} />
          </>
        )}
      </div>
    </li>
  );
}

function Since({ incident }: Pick<Props, "incident">) {
  const { opened_at: at, resolved_at: end, device_id: device, device_name: name } = incident;
  const now = useNow();
  return (
    <span className={styles.dimmed}>
      {end === null ? (
        <>
          since <TimeValue at={at} />, for {formatRoughly(now - Date.parse(at))}
        </>
      ) : (
        <>
          <TimeValue at={at} /> to <TimeValue at={end} />, {formatDuration(incident.duration_seconds * 1000)}
          {incident.resolution !== null && `: ${incident.resolution}`}
        </>
      )}
      {device !== null && name !== null && (
        <>
          {" · "}
          <Link to="/inventory/$deviceId" params={{ deviceId: String(device) }}>
            {name}
          </Link>
        </>
      )}
      <LinkBeside incident={incident} />
    </span>
  );
}

/** To the page of what an incident is about, where that is more than a device. */
function LinkBeside({ incident }: Pick<Props, "incident">) {
  const { title, subject, device_id: device, service_check_id: check, monitor_id: monitor } = incident;
  const [kind, subnet] = subject.split(":");
  if (monitor !== null) {
    return (
      <>
        {" · "}
        <Link
          to="/monitoring/monitors/$monitorId"
          params={{ monitorId: String(monitor) }}
          aria-label={`Monitor: ${title}`}
        >
          Monitor
        </Link>
      </>
    );
  }
  if (check !== null) {
    return (
      <>
        {" · "}
        <Link
          to="/monitoring/checks/$checkId"
          params={{ checkId: String(check) }}
          search={device === null ? {} : { device }}
          aria-label={`Service check: ${title}`}
        >
          Service check
        </Link>
      </>
    );
  }
  if (kind !== "subnet" || subnet === undefined) return null;
  return (
    <>
      {" · "}
      <Link to="/ipam/$subnetId" params={{ subnetId: subnet }} aria-label={`Subnet: ${title}`}>
        Subnet
      </Link>
    </>
  );
}

function SeenTo({ incident }: Pick<Props, "incident">) {
  const { acknowledged_by: by, acknowledged_at: at, note } = incident;
  if (at === null) return null;
  return (
    <span>
      Acknowledged by {by ?? "somebody"}, <TimeValue at={at} />
      {note !== null && note !== "" && `: ${note}`}
    </span>
  );
}

function ToldFurther({ incident: { escalated_at: at, escalation_step: step } }: Pick<Props, "incident">) {
  if (at === null) return null;
  return (
    <span>
      Told further, as nobody had acknowledged it: step {step}, <TimeValue at={at} />
    </span>
  );
}
