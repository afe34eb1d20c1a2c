import { useState, type ReactNode } from "react";
import type { Device } from "../../../api/inventory";
import { LinkDialog } from "./link-dialog";
import type { MapSteps } from "../steps/map-steps";
import { numberOf } from "../network";

export type LinkTool = {
  isActive: boolean;
  /** The end that is chosen already. */
  source: string | null;
  start: () => void;
  cancel: () => void;
  /** True: the device was taken as an end of the link. */
  pick: (id: string) => boolean;
  spoken: string | undefined;
  dialog: (known: { devices: readonly Device[]; steps: MapSteps }) => ReactNode;
};

/** Draws a link: first one device, then the other, then what is said about it. */
export function useLinkTool(isEditing: boolean): LinkTool {
  const [isStarted, setIsStarted] = useState(false);
  const [ends, setEnds] = useState<readonly string[]>([]);
  const isActive = isStarted && isEditing;
  const stop = () => {
    setIsStarted(false);
    setEnds([]);
  };
  const [source, target] = ends;
  return {
    isActive,
    source: isActive ? (source ?? null) : null,
    start: () => setIsStarted(true),
    cancel: stop,
    pick(id) {
      if (!isActive || !id.startsWith("device-")) return false;
      if (!ends.includes(id)) setEnds([...ends, id]);
      return true;
    },
    spoken: isActive
      ? source === undefined
        ? "Choose one end of the link"
        : "Choose the other end"
      : undefined,
    dialog: ({ devices, steps }) =>
      isActive &&
      source !== undefined &&
      target !== undefined && (
        <LinkDialog
          devices={devices}
          steps={steps}
          ends={{ source: numberOf(source), target: numberOf(target) }}
          onClose={stop}
        />
      ),
  };
}
