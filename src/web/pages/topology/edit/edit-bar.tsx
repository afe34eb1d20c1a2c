import { Button } from "@mantine/core";
import { useState } from "react";
import type { Device } from "../../../api/inventory";
import { useMay } from "../../../api/me";
import { formatNumber } from "../../../format/number";
import { AddIcon, ArrangeIcon, DrawLinkIcon, GroupIcon } from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";
import { AddDeviceDialog } from "./add-device-dialog";
import type { NewDevice } from "../api";
import { GroupDialog } from "./group-dialog";
import type { MapSteps } from "../steps/map-steps";
import type { MapNetwork } from "../network";
import styles from "../topology.module.css";
import type { LinkTool } from "./use-link-tool";

type Props = {
  devices: readonly Device[];
  network: MapNetwork;
  linkTool: LinkTool;
  selected: readonly string[];
  steps: MapSteps;
  onAdded: (device: Device, body: NewDevice) => void;
  onArrange: () => void;
  onDone: () => void;
};

/** In the place of the toolbar while the map is edited. Everyone may arrange; devices and links need the permission. */
export function EditBar(props: Props) {
  const { devices, network, linkTool, selected, steps, onAdded, onArrange, onDone } = props;
  const mayWrite = useMay("topology_write");
  const [dialog, setDialog] = useState<"device" | "group" | null>(null);
  const close = () => setDialog(null);
  return (
    <div role="toolbar" aria-label="Edit the map" className={styles.bar}>
      {mayWrite && (
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<AddIcon {...ICON} />}
            onClick={() => setDialog("device")}
          >
            Add device
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<DrawLinkIcon {...ICON} />}
            aria-pressed={linkTool.isActive}
            disabled={network.nodes.length < 2}
            onClick={linkTool.isActive ? linkTool.cancel : linkTool.start}
          >
            Draw link
          </Button>
          {selected.length > 0 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<GroupIcon {...ICON} />}
              onClick={() => setDialog("group")}
            >
              Group {formatNumber(selected.length)} selected
            </Button>
          )}
        </>
      )}
      <Button size="xs" variant="default" leftSection={<ArrangeIcon {...ICON} />} onClick={onArrange}>
        Arrange anew
      </Button>
      <Button size="xs" onClick={onDone}>
        Done
      </Button>
      <span className={styles.age}>Drag to move, Shift and drag to select</span>
      {dialog === "device" && (
        <AddDeviceDialog
          onClose={close}
          onAdded={(device, body) => {
            close();
            onAdded(device, body);
          }}
        />
      )}
      {dialog === "group" && <GroupDialog {...{ devices, selected, steps }} onClose={close} />}
    </div>
  );
}
