import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { rulesQuery, type AlertSilence } from "../../api/alerts";
import { useMay } from "../../api/me";
import { useDeviceName } from "../../components/alert-rule/rule-names";
import { thingsWords } from "../../components/alert-rule/words";
import { toThings } from "../../components/scope-field/scope";
import { useScopeNames } from "../../components/scope-field/scope-names";
import { useNow } from "../../components/value/clock";
import { TimeValue } from "../../components/value/time-value";
import { formatCount } from "../../format/number";
import { formatAge } from "../../format/time";
import { visible } from "../../components/value/visible-text";
import styles from "./alerts.module.css";
import { useEndSilence } from "./api";

type Props = { silence: AlertSilence; mayEnd: boolean };

const NAMED = 4;

/** One silence: why, of what, until when. */
export function SilenceRow({ silence, mayEnd }: Props) {
  const { reason, starts_at: start, ends_at: end, is_active: isActive, created_by: by } = silence;
  const now = useNow();
  const { mutate, isPending } = useEndSilence();
  return (
    <li className={styles.silence}>
      <span className={styles.title}>{visible(reason)}</span>
      <Covered silence={silence} />
      <div className={styles.what}>
        <span>
          until <TimeValue at={end} />
          {isActive && `, ${formatAge(end, now)}`}
        </span>
        <span className={styles.dimmed}>
          since <TimeValue at={start} />
          {by !== "" && `, by ${by}`}
        </span>
      </div>
      {mayEnd && (
        <div className={styles.actions}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`End now: ${reason}`}
            loading={isPending}
            onClick={() => mutate(silence)}
          >
            End now
          </Button>
        </div>
      )}
    </li>
  );
}

function Covered({ silence: { rule_ids: rules, device_ids: devices, scope } }: { silence: AlertSilence }) {
  const things = useScopeNames(scope === null ? [] : toThings(scope));
  return (
    <div className={styles.what}>
      {scope !== null && <span>Devices of {thingsWords(things)}</span>}
      {devices.length > 0 && (
        <span>
          {devices.slice(0, NAMED).map((id, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <Device id={id} />
            </span>
          ))}
          {devices.length > NAMED && ` and ${devices.length - NAMED} more`}
        </span>
      )}
      {scope === null && devices.length === 0 && (
        <span>{rules.length === 0 ? "Everything" : "Whatever they are about"}</span>
      )}
      <span className={styles.dimmed}>
        <Rules ids={rules} />
      </span>
    </div>
  );
}

function Device({ id }: { id: number }) {
  const name = useDeviceName(id);
  return (
    <Link to="/inventory/$deviceId" params={{ deviceId: String(id) }}>
      {visible(name)}
    </Link>
  );
}

/** Names of rules are for those who may write them. */
function Rules({ ids }: { ids: readonly number[] }) {
  const maySee = useMay("alert_write");
  const { data: rules } = useQuery({ ...rulesQuery(), enabled: maySee && ids.length > 0 });
  if (ids.length === 0) return "every rule";
  if (rules === undefined) return formatCount(ids.length, ["rule", "rules"]);
  const names = ids.map((id) => rules.find((rule) => rule.id === id)?.name ?? "a rule that is gone");
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
