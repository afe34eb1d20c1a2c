import { Button, Progress } from "@mantine/core";
import { useShortcut } from "../../../shell/shortcuts/registry";
import { nodeId, type MapNetwork } from "../network";
import type { Show } from "../toolbar";
import styles from "../topology.module.css";
import type { Arrangement } from "../layouts/use-arrangement";
import type { LinkTool } from "../edit/use-link-tool";

type Props = {
  arrangement: Arrangement;
  linkTool: LinkTool;
  network: MapNetwork;
  near: number | undefined;
  show: Show;
};

/** What the map is doing, or waits for. */
export function MapNotice({ arrangement, linkTool, network, near, show }: Props) {
  if (arrangement.state === "running") {
    const { done, total } = arrangement;
    return (
      <div role="status" className={`${styles.floating} ${styles.notice}`}>
        Arranging the map
        <Progress w={160} value={total === 0 ? 50 : (done / total) * 100} aria-label="Arranging the map" />
      </div>
    );
  }
  if (arrangement.state === "failed") {
    return (
      <div role="alert" className={`${styles.floating} ${styles.notice}`}>
        The map cannot be arranged in this browser. Reload the page, or place the devices by hand.
      </div>
    );
  }
  if (linkTool.isActive) return <LinkNotice linkTool={linkTool} network={network} />;
  const centre = network.nodes.find(({ id }) => near !== undefined && id === nodeId(near));
  if (centre === undefined) return null;
  return (
    <div className={`${styles.floating} ${styles.notice}`}>
      Neighbours of {centre.name}
      <Button size="compact-xs" variant="default" onClick={() => show({ near: undefined })}>
        Show all
      </Button>
    </div>
  );
}

function LinkNotice({ linkTool, network }: { linkTool: LinkTool; network: MapNetwork }) {
  useShortcut({ keys: "Escape", label: "Draw no link", scope: "Topology" }, linkTool.cancel);
  const source = network.nodes.find(({ id }) => id === linkTool.source);
  return (
    <div className={`${styles.floating} ${styles.notice}`}>
      {source === undefined
        ? "Click the device at one end of the link"
        : `From ${source.name}: click the device at the other end`}
      <Button size="compact-xs" variant="default" onClick={linkTool.cancel}>
        Cancel
      </Button>
    </div>
  );
}
