import { arpPoller, forwardingPoller, type KeepObservations } from "#features/forwarding";
import { portPoller } from "#features/ports";
import { createSensorPoller } from "#features/sensors";
import { createPollInterval, createTablesInterval, type Poller } from "#features/snmp-polling";
import type { Db } from "#platform/database";

/**
 * What features want to know of devices, in the order in which a device is asked: where MAC addresses hang before who
 * has them, as the second is told with the first.
 */
export function snmpPollers(db: Db, keep: KeepObservations): Poller[] {
  const [everySeconds, tablesEverySeconds] = [createPollInterval(db), createTablesInterval(db)];
  return [
    portPoller({ everySeconds }),
    createSensorPoller(everySeconds),
    forwardingPoller({ everySeconds: tablesEverySeconds, keep }),
    arpPoller({ everySeconds: tablesEverySeconds, keep }),
  ];
}
