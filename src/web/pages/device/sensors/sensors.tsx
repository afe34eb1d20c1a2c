import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Device } from "../../../api/inventory";
import { useMay } from "../../../api/me";
import { StatusMark } from "../../../components/badge/status-mark";
import { Section } from "../../../components/page-head/section";
import { Can } from "../../../components/permission/can";
import { Sparkline } from "../../../components/sparkline/sparkline";
import { QueryStates } from "../../../components/states/query-states";
import { AddIcon } from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";
import { visible } from "../../../components/value/visible-text";
import styles from "../device.module.css";
import { sensorsQuery, type Sensor } from "./sensor-api";
import { byCategory, CATEGORY_NAMES, lookOf, valueText } from "./sensor-words";
import own from "./sensors.module.css";

const SensorDialog = lazy(() =>
  import("./sensor-dialogs").then((module) => ({ default: module.SensorDialog })),
);
const NewSensorDialog = lazy(() =>
  import("./sensor-dialogs").then((module) => ({ default: module.NewSensorDialog })),
);

/** A number or `new`: which dialog is open. */
type Open = number | "new" | null;

/** What is measured on the device by SNMP. */
export function Sensors({ device }: { device: Device }) {
  const query = useQuery(sensorsQuery(device.id));
  const [open, setOpen] = useState<Open>(null);
  const mayBeAsked = device.snmp_profile_id !== null && device.ip_address !== "";
  const mayEdit = useMay("topology_write");
  const close = () => setOpen(null);
  const opened = query.data?.find(({ id }) => id === open);
  return (
    <Section
      title="Sensors"
      hint={
        mayBeAsked
          ? undefined
          : `Not read: it takes an address and an SNMP profile.${mayEdit ? " Edit the device to give it both." : ""}`
      }
      actions={
        mayBeAsked && (
          <Can do="monitoring_write">
            <Button
              size="xs"
              variant="default"
              leftSection={<AddIcon {...ICON} />}
              onClick={() => setOpen("new")}
            >
              Add sensor
            </Button>
          </Can>
        )
      }
    >
      <QueryStates query={query} what="the sensors" rows={3}>
        {(sensors) =>
          sensors.length === 0 ? (
            mayBeAsked && (
              <p className={styles.dimmed}>
                Nothing yet. CPU, memory, disks, temperatures, fans, power and UPS appear by themselves with
                the next poll, where the agent has them; any other value can be added by its OID.
              </p>
            )
          ) : (
            <Groups sensors={sensors} onOpen={setOpen} />
          )
        }
      </QueryStates>
      <Suspense>
        {open === "new" && <NewSensorDialog deviceId={device.id} onClose={close} />}
        {opened !== undefined && <SensorDialog sensor={opened} onClose={close} />}
      </Suspense>
    </Section>
  );
}

type GroupsProps = { sensors: readonly Sensor[]; onOpen: (id: number) => void };

function Groups({ sensors, onOpen }: GroupsProps) {
  return (
    <div className={own.groups}>
      {byCategory(sensors).map(([category, members]) => (
        <section key={category} aria-label={CATEGORY_NAMES[category]} className={own.group}>
          <h3 className={own.title}>{CATEGORY_NAMES[category]}</h3>
          <ul className={own.list}>
            {members.map((sensor) => (
              <li key={sensor.id}>
                <Line sensor={sensor} onOpen={() => onOpen(sensor.id)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Line({ sensor, onOpen }: { sensor: Sensor; onOpen: () => void }) {
  const look = lookOf(sensor);
  return (
    <button type="button" className={own.line} aria-haspopup="dialog" onClick={onOpen}>
      <span className={own.name}>{visible(sensor.name)}</span>
      <span className={own.course}>
        {sensor.unit === "%" && sensor.value !== null ? (
          <Bar percent={sensor.value} state={sensor.is_judged ? sensor.state : "ok"} />
        ) : (
          sensor.recent.length > 1 && <Sparkline values={sensor.recent} />
        )}
      </span>
      <span className={own.value}>{valueText(sensor)}</span>
      <span className={own.state}>{look !== null && <StatusMark {...look} />}</span>
    </button>
  );
}

function Bar({ percent, state }: { percent: number; state: Sensor["state"] }) {
  const width = `${Math.min(100, Math.max(0, percent))}%`;
  return (
    <span className={own.track} aria-hidden>
      <span className={own.fill} data-state={state} style={{ width }} />
    </span>
  );
}
