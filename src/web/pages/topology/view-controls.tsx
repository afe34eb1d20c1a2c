import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { StatusMark } from "../../components/badge/status-mark";
import { IconButton } from "../../components/icon-button/icon-button";
import { saveFile } from "../../components/save-file/save-file";
import { asError } from "../../components/states/as-error";
import { toasts } from "../../components/toast/toasts";
import { formatWord } from "../../format/device";
import { formatNumber } from "../../format/number";
import { AddIcon, FitIcon, LegendIcon, MinimapIcon, PictureIcon, ZoomOutIcon } from "../../theme/icons";
import type { TopologyMap } from "./create-map";
import { KIND_NAMES, KINDS } from "./kinds";
import type { MapNetwork } from "./network";
import { Minimap } from "./minimap";
import { AgeText, type Age } from "./toolbar";
import styles from "./topology.module.css";

type Props = { map: TopologyMap; network: MapNetwork; age: Age; onFit: () => void; background: string };

/** Bottom left: zoom, all of the map, minimap, legend, picture. */
export function ViewControls({ map, network, age, onFit, background }: Props) {
  const [hasMinimap, setHasMinimap] = useState(false);
  const [hasLegend, setHasLegend] = useState(false);
  return (
    <div className={styles.bottom}>
      {hasLegend && <Legend empty={network.empty} />}
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
        <IconButton
          icon={LegendIcon}
          label="Legend"
          isPressed={hasLegend}
          onClick={() => setHasLegend(!hasLegend)}
        />
        <IconButton
          icon={PictureIcon}
          label="Save the map as a picture (PNG)"
          onClick={() => void savePicture(map, background)}
        />
        <AgeText age={age} />
      </div>
    </div>
  );
}

async function savePicture(map: TopologyMap, background: string): Promise<void> {
  try {
    saveFile("netatlas-map.png", await map.picture(background));
  } catch (thrown) {
    const error = asError(thrown);
    // oxlint-disable-next-line no-console -- the only log that a page has
    console.error(error);
    toasts.tellError(`The browser could not make a picture of this map: ${error.message}`);
  }
}

/** More names would fill the map. */
const MOST_NAMED = 5;

const STATES = [
  { status: "ok", label: "Up" },
  { status: "degraded", label: "Flapping, or up though expected down" },
  { status: "down", label: "Down" },
  { status: "unreachable", label: "Unreachable: what leads to it is down" },
  { status: "unknown", label: "Unknown, or nothing heard of late" },
  { status: "maintenance", label: "In maintenance, or disabled" },
  { status: "paused", label: "Paused, or down as expected" },
] as const;

function Legend({ empty }: { empty: readonly string[] }) {
  return (
    <section aria-label="Legend" tabIndex={0} className={`${styles.floating} ${styles.legend}`}>
      <div>
        <h2>States</h2>
        <ul>
          {STATES.map(({ status, label }) => (
            <li key={status}>
              <StatusMark status={status} label={label} />
            </li>
          ))}
        </ul>
        <h2>Links</h2>
        <ul>
          <li>Thick: 10 Gbit/s and more</li>
          <li>Arrow: only in that direction</li>
          <li>Dashed: in neither direction</li>
          <li>Dashed, blue: heard by a device, and not kept yet</li>
        </ul>
        {empty.length > 0 && (
          <>
            <h2>Not drawn</h2>
            <p className={styles.empty}>
              No device is in {empty.slice(0, MOST_NAMED).join(", ")}
              {empty.length > MOST_NAMED && ` and ${formatNumber(empty.length - MOST_NAMED)} more`}.{" "}
              <Link to="/inventory/places">Sites and groups</Link>
            </p>
          </>
        )}
      </div>
      <div>
        <h2>Kinds</h2>
        <ul>
          {KIND_NAMES.map((kind) => (
            <li key={kind}>
              <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden>
                <path
                  d={KINDS[kind]}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.6"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
              {formatWord(kind === "wireless" ? "access point" : kind === "device" ? "other" : kind)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
