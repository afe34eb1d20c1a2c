import { useQuery } from "@tanstack/react-query";
import { useTypeName, type Device } from "../../api/inventory";
import { Facts, type Fact } from "../../components/detail-panel/facts";
import { Section } from "../../components/page-head/section";
import { Can } from "../../components/permission/can";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { Value } from "../../components/value/value";
import { formatWord } from "../../format/device";
import { lookupQuery, lookupTerm } from "./api";
import styles from "./device.module.css";
import { Links } from "./links";
import { Monitoring } from "./monitoring";
import { Neighbours } from "./neighbours";
import { Reservations, Subnets } from "./networks";

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
        {own.length > 0 && (
          <div className={styles.own}>
            <Facts facts={own.map(([label, value]) => ({ label, value: String(value) }))} />
          </div>
        )}
        {device.notes !== null && <p className={styles.notes}>{device.notes}</p>}
      </Section>
      <Monitoring device={device} />
      <Around device={device} />
      <Can do="tools_passive">
        <Neighbours device={device} />
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
  ];
}

function stateFacts(device: Device): Fact[] {
  return [
    { label: "Lifecycle", value: formatWord(device.lifecycle) },
    { label: "Expected status", value: formatWord(device.expected_status) },
    {
      label: "Monitoring",
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
