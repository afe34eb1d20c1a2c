import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { IconButton } from "../../../components/icon-button/icon-button";
import { saveFile } from "../../../components/save-file/save-file";
import { asError } from "../../../components/states/as-error";
import { toasts } from "../../../components/toast/toasts";
import { formatDayAndTime } from "../../../format/time";
import { AddIcon, FitIcon, LegendIcon, MinimapIcon, PictureIcon, ZoomOutIcon } from "../../../theme/icons";
import { COLOURINGS, type Colouring, type LegendEntry } from "../colours/colouring";
import type { TopologyMap } from "../map/create-map";
import type { PictureFrame } from "./picture";
import type { MapHistory } from "../steps/history";
import { ColourLegend, Legend } from "../colours/legend";
import type { MapNetwork } from "../network";
import { Minimap } from "./minimap";
import { AgeText, type Age } from "../toolbar";
import styles from "../topology.module.css";
import { UndoButtons } from "./undo-buttons";

type Props = {
  map: TopologyMap;
  network: MapNetwork;
  /** What the colours tell, and what each stands for. */
  by: Colouring;
  entries: readonly LegendEntry[];
  onColour: (by: Colouring) => void;
  /** Of the layout that is shown; for the picture. */
  title: string;
  age: Age;
  history: MapHistory;
  onFit: () => void;
};

/** Bottom left: zoom, all of the map, minimap, colours, legend, picture, undo. */
export function ViewControls(props: Props) {
  const { map, network, by, entries, onColour, title, age, history, onFit } = props;
  const [hasMinimap, setHasMinimap] = useState(false);
  const [hasLegend, setHasLegend] = useState(false);
  return (
    <div className={styles.bottom}>
      {entries.length > 0 && <ColourLegend by={by} entries={entries} />}
      {hasLegend && <Legend by={by} empty={network.empty} />}
      {hasMinimap && <Minimap map={map} />}
      <div role="toolbar" aria-label="View of the map" className={`${styles.floating} ${styles.controls}`}>
        <IconButton icon={AddIcon} label="Zoom in (+)" onClick={() => map.zoom(1)} />
        <IconButton icon={ZoomOutIcon} label="Zoom out (−)" onClick={() => map.zoom(-1)} />
        <IconButton icon={FitIcon} label="Show all of the map (0)" onClick={onFit} />
        <IconButton
          icon={MinimapIcon}
          label="Minimap"
          isPressed={hasMinimap}
          onClick={() => setHasMinimap(!hasMinimap)}
        />
        <NativeSelect
          size="xs"
          w={144}
          aria-label="Colour by"
          data={COLOURINGS.map(({ value, label }) => ({ value, label: `Colour: ${label}` }))}
          value={by}
          onChange={({ currentTarget: { value } }) => {
            onColour(COLOURINGS.find((one) => one.value === value)?.value ?? "status");
          }}
        />
        <IconButton
          icon={LegendIcon}
          label="Legend"
          isPressed={hasLegend}
          onClick={() => setHasLegend(!hasLegend)}
        />
        <IconButton
          icon={PictureIcon}
          label="Save the map as a picture (PNG)"
          onClick={() => void savePicture(map, frameOf({ title, by, entries, age }))}
        />
        <UndoButtons history={history} />
        <AgeText age={age} />
      </div>
    </div>
  );
}

function frameOf({ title, by, entries, age }: Pick<Props, "title" | "by" | "entries" | "age">): PictureFrame {
  const colouring = COLOURINGS.find(({ value }) => value === by)?.label ?? "";
  return {
    title,
    date: `As of ${formatDayAndTime(new Date(age.updatedAt).toISOString())}`,
    legend: { title: colouring, entries },
  };
}

async function savePicture(map: TopologyMap, frame: PictureFrame): Promise<void> {
  try {
    saveFile("netatlas-map.png", await map.picture(frame));
  } catch (thrown) {
    const error = asError(thrown);
    // oxlint-disable-next-line no-console -- the only log that a page has
    console.error(error);
    toasts.tellError(`The browser could not make a picture of this map: ${error.message}`);
  }
}
