import { StatusMark } from "../../../components/badge/status-mark";
import { deviceName, formatWord } from "../../../format/device";
import { formatCount } from "../../../format/number";
import type { Graph } from "../api";
import type { Hovered } from "./create-map";
import { deviceState } from "../../../components/watched/device-state";
import { numberOf } from "../network";
import { visible } from "../../../components/value/visible-text";
import styles from "../topology.module.css";

/** What the mouse rests on, in a few words; a click opens all of it. */
export function HoverCard({ graph, hovered }: { graph: Graph; hovered: Hovered }) {
  const id = numberOf(hovered.id);
  const device = graph.devices.find((one) => one.id === id);
  if (device === undefined) return null;
  const links = graph.relationships.filter(
    ({ source_device_id: source, target_device_id: target }) => source === id || target === id,
  ).length;
  const about = [
    device.device_type === null ? null : formatWord(device.device_type),
    device.vendor,
    device.vlan_id === null ? null : `VLAN ${device.vlan_id}`,
    formatCount(links, ["link", "links"]),
  ];
  return (
    <div className={`${styles.floating} ${styles.hover}`} style={{ left: hovered.x, top: hovered.y }}>
      <strong>{visible(deviceName(device))}</strong>
      <StatusMark {...deviceState(device)} />
      {device.ip_address !== "" && <span className="mono">{device.ip_address}</span>}
      <span className={styles.age}>
        {visible(about.filter((part) => part !== null && part !== "").join(" · "))}
      </span>
    </div>
  );
}
