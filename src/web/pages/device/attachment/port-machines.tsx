import { Link } from "@tanstack/react-router";
import type { AttachedMachine, AttachedPort } from "../../../api/attached";
import { formatNumber } from "../../../format/number";
import { visible } from "../../../components/value/visible-text";
import styles from "./attachment.module.css";
import { machineName } from "./words";

type Props = { switchId: number; port: AttachedPort };

/** What hangs on a port: the best known of it, and how much more; behind an uplink the switches. */
export function PortMachines({ switchId, port }: Props) {
  const { examples, machines, leads_to: leads, macs } = port;
  if (machines === 0 && leads.length === 0) return macs === 0 ? "–" : `${formatNumber(macs)} known elsewhere`;
  return (
    <span className={styles.line}>
      {leads.length > 0 && (
        <span className={styles.inline}>
          <span className={styles.dimmed}>to</span>
          {leads.map(({ device }) => (
            <DeviceLink key={device.id} device={device} />
          ))}
        </span>
      )}
      {machines > 0 && (
        <span className={styles.inline}>
          {examples.map((machine) => (
            <MachineLink key={machine.mac_address} machine={machine} />
          ))}
          {machines > examples.length && (
            <Link
              to="/inventory/$deviceId"
              params={{ deviceId: String(switchId) }}
              search={{ tab: "attached", behind: port.port_index }}
              aria-label={`+ ${formatNumber(machines - examples.length)} more on ${port.port_name}`}
            >
              + {formatNumber(machines - examples.length)} more
            </Link>
          )}
        </span>
      )}
    </span>
  );
}

/** The machine's name as a link where it is a device of the inventory. */
export function MachineLink({ machine }: { machine: AttachedMachine }) {
  const { device } = machine;
  if (device !== null) return <DeviceLink device={device} />;
  const name = machineName(machine);
  return <span className={name === machine.mac_address ? "mono" : undefined}>{visible(name)}</span>;
}

export function DeviceLink({ device: { id, name } }: { device: { id: number; name: string } }) {
  return (
    <Link to="/inventory/$deviceId" params={{ deviceId: String(id) }}>
      {visible(name)}
    </Link>
  );
}
