import { Button } from "@mantine/core";
import { getRouteApi, Link as PageLink } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { sitesQuery, useTypeName } from "../../../api/inventory";
import { StatusMark } from "../../../components/badge/status-mark";
import { Facts } from "../../../components/detail-panel/facts";
import { TimeValue } from "../../../components/value/time-value";
import { Value } from "../../../components/value/value";
import { deviceName, formatWord, placeName } from "../../../format/device";
import { NeighboursIcon } from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";
import type { Graph, Link, MapDevice } from "../api";
import { deviceState } from "../../../components/watched/device-state";
import { linkId } from "../network";
import type { Show } from "../toolbar";
import styles from "../topology.module.css";

const route = getRouteApi("/shell/topology");

/** What a device is, and what it is linked to. */
export function DevicePanel({ graph, device, show }: { graph: Graph; device: MapDevice; show: Show }) {
  const { near } = route.useSearch();
  const { data: sites = [] } = useQuery(sitesQuery());
  const typeName = useTypeName();
  const site = sites.find(({ id }) => id === device.site_id);
  const links = graph.relationships.filter(
    ({ source_device_id: source, target_device_id: target }) => source === device.id || target === device.id,
  );
  const isNear = near === device.id;
  const { status, label } = deviceState(device);
  return (
    <>
      <div className={styles.panelActions}>
        <Button
          size="xs"
          variant="default"
          leftSection={<NeighboursIcon {...ICON} />}
          aria-pressed={isNear}
          onClick={() => show({ near: isNear ? undefined : device.id, view: undefined })}
        >
          Show neighbours
        </Button>
      </div>
      <Facts
        facts={[
          { label: "Status", value: <StatusMark status={status} label={label} /> },
          { label: "Last checked", value: <TimeValue at={device.last_monitored_at} absent="never" /> },
          {
            label: "Address",
            value: device.ip_address === "" ? null : <Value text={device.ip_address} isMono />,
          },
          {
            label: "MAC",
            value: device.mac_address === null ? null : <Value text={device.mac_address} isMono />,
          },
          { label: "Type", value: device.device_type === null ? null : typeName(device.device_type) },
          { label: "Vendor", value: device.vendor },
          { label: "Site", value: site === undefined ? null : placeName(site) },
          { label: "Group", value: device.topology_group },
          {
            label: "Details",
            value: (
              <PageLink to="/inventory/$deviceId" params={{ deviceId: String(device.id) }}>
                Open {deviceName(device)}
              </PageLink>
            ),
          },
        ]}
      />
      <h3 className={styles.panelHead}>{links.length === 1 ? "1 link" : `${links.length} links`}</h3>
      <ul className={styles.ends}>
        {links.map((link) => (
          <LinkRow key={link.id} graph={graph} device={device} link={link} show={show} />
        ))}
      </ul>
    </>
  );
}

type RowProps = { graph: Graph; device: MapDevice; link: Link; show: Show };

function LinkRow({ graph, device, link, show }: RowProps) {
  const isSource = link.source_device_id === device.id;
  const otherId = isSource ? link.target_device_id : link.source_device_id;
  const other = graph.devices.find(({ id }) => id === otherId);
  const own = isSource ? link.source_interface : link.target_interface;
  const what = `${formatWord(link.relationship_type)}${own === null ? "" : ` at ${own}`}`;
  const name = other === undefined ? `device ${otherId}` : deviceName(other);
  return (
    <li>
      <Button size="compact-xs" variant="default" onClick={() => show({ id: `device-${otherId}` })}>
        {name}
      </Button>
      <span className={`${styles.age} ${styles.cut}`} title={what}>
        {what}
      </span>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Open the link to ${name}`}
        onClick={() => show({ id: linkId(link) })}
      >
        Open link
      </Button>
    </li>
  );
}
