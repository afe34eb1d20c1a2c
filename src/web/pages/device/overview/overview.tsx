import { useQuery } from "@tanstack/react-query";
import { useTypeName, type Device } from "../../../api/inventory";
import { HangsOn } from "../attachment/hangs-on";
import { Facts, type Fact } from "../../../components/detail-panel/facts";
import { Section } from "../../../components/page-head/section";
import { Can } from "../../../components/permission/can";
import { EmptyState } from "../../../components/states/empty-state";
import { QueryStates } from "../../../components/states/query-states";
import { TimeValue } from "../../../components/value/time-value";
import { Value } from "../../../components/value/value";
import { formatWord } from "../../../format/device";
import { lookupQuery, lookupTerm } from "../api";
import { visible } from "../../../components/value/visible-text";
import styles from "../device.module.css";
import { Identities } from "./identities";
import { KeptResults } from "./kept-results";
import { Links } from "./links";
import { Monitoring } from "./monitoring";
import { Neighbours } from "./neighbours";
import { Reservations, Subnets } from "./networks";
import { Sensors } from "../sensors/sensors";

/** What is recorded of the device, and what hangs on it. */
export function Overview({ device }: { device: Device }) {
  const typeName = useTypeName();
  const type = device.device_type === null ? null : typeName(device.device_type);
  const own = Object.entries(device.custom_attributes);
  return (
    <div className={styles.parts}>
      <Section title="Facts">
        <div className={styles.columns}>
          <Facts facts={identityFacts(device, type)} />
          <Facts facts={stateFacts(device)} />
        </div>
        <Place device={device} />
        {own.length > 0 && (
          <div className={styles.own}>
            <Facts facts={own.map(([label, value]) => ({ label, value: String(value) }))} />
          </div>
        )}
        {device.notes !== null && <p className={styles.notes}>{visible(device.notes)}</p>}
      </Section>
      <Identities deviceId={device.id} />
      <Monitoring device={device} />
      <Sensors device={device} />
      <Around device={device} />
      <Can do="tools_passive">
        <Neighbours device={device} />
        <KeptResults device={device} />
      </Can>
    </div>
  );
}

function identityFacts(device: Device, type: string | null): Fact[] {
  const mono = (text: string | null) => (text ? <Value text={text} isMono /> : null);
  return [
    { label: "Name", value: device.display_name },
    { label: "Host name", value: mono(device.hostname) },
    { label: "Address", value: mono(device.ip_address) },
    {
      label: "MAC",
      value: device.mac_address && (
        <span className={styles.inline}>
          <Value text={device.mac_address} isMono />
          {device.mac_is_local === true && <span className={styles.dimmed}>locally administered</span>}
        </span>
      ),
    },
    { label: "Type", value: type },
    { label: "Vendor", value: device.vendor },
    { label: "Operating system", value: device.os },
    { label: "Serial number", value: mono(device.serial_number) },
  ];
}

function stateFacts(device: Device): Fact[] {
  return [
    { label: "Lifecycle", value: formatWord(device.lifecycle) },
    { label: "Expected status", value: formatWord(device.expected_status) },
    {
      label: device.monitoring_paused ? "Monitoring" : "Last checked",
      value: device.monitoring_paused ? (
        "Paused"
      ) : (
        <TimeValue at={device.last_monitored_at} absent="No result yet" />
      ),
    },
    { label: "Group", value: device.topology_group },
    { label: "VLAN", value: device.vlan_id },
    { label: "Tags", value: device.tags.join(", ") },
    { label: "Changed", value: <TimeValue at={device.updated_at} /> },
  ];
}

/** Where the device hangs; nothing where no switch tells. */
function Place({ device }: { device: Device }) {
  const term = lookupTerm(device);
  const { data: found } = useQuery({ ...lookupQuery(term ?? ""), enabled: term !== undefined });
  const own = [device.mac_address, ...device.interfaces.map(({ mac_address: mac }) => mac)].filter(
    (mac) => mac !== null,
  );
  // Of a device whose MAC address nobody has noted it is whoever has its address now.
  const attachments = (found?.attachments ?? []).filter(
    ({ mac_address: mac, switch: { id } }) => id !== device.id && (own.length === 0 || own.includes(mac)),
  );
  if (attachments.length === 0) return null;
  return (
    <div className={styles.own}>
      <Facts facts={[{ label: "Hangs on", value: <HangsOn attachments={attachments} /> }]} />
    </div>
  );
}

/** Links, subnets and reservations: one answer of the look-up. */
function Around({ device }: { device: Device }) {
  const term = lookupTerm(device);
  const query = useQuery({ ...lookupQuery(term ?? ""), enabled: term !== undefined });
  if (term === undefined) {
    return (
      <EmptyState title="Nothing is known around this device">
        Give it an address, a MAC or a name, and its links, subnet and reservations are found.
      </EmptyState>
    );
  }
  return (
    <QueryStates query={query} what="links and subnets" rows={6}>
      {(found) => (
        <>
          <Links device={device} found={found} />
          <Subnets subnets={found.subnets} />
          <Reservations reservations={found.reservations} />
        </>
      )}
    </QueryStates>
  );
}
