import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { BATCH } from "../../../api/batches";
import { forgetDevices } from "../../../api/inventory";
import { useMay } from "../../../api/me";
import { forgetMonitoring } from "../../../api/monitoring";
import { AddIcon, LiveIcon, PauseIcon, SearchIcon } from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";
import { pauseDevices } from "../api";
import { BulkBar } from "../../../components/bulk-bar/bulk-bar";
import type { Row } from "../rows";
import { useBulk } from "./use-bulk";

const BulkCheckDialog = lazy(() =>
  import("./bulk-check-dialog").then((module) => ({ default: module.BulkCheckDialog })),
);
const ServiceFinder = lazy(() =>
  import("../../../components/service-finder/service-finder").then((module) => ({
    default: module.ServiceFinder,
  })),
);

type Props = { rows: readonly Row[]; isAll: boolean; dropped: number; clear: () => void };

/** Watch many devices no more for a while, watch them again, or check one thing on all of them. */
export function DeviceBulk({ rows, isAll, dropped, clear }: Props) {
  const queries = useQueryClient();
  const mayPause = useMay("topology_write");
  const mayCheck = useMay("monitoring_write");
  const [dialog, setDialog] = useState<"add" | "find">();
  const close = () => setDialog(undefined);
  const { run, running } = useBulk();
  const ids = rows.map(({ id }) => id);
  const pause = (isPaused: boolean) =>
    void run({
      ids,
      size: BATCH,
      send: (batch) => pauseDevices(batch, isPaused),
      done: isPaused
        ? ["device is watched no more for now", "devices are watched no more for now"]
        : ["device is watched again", "devices are watched again"],
      onEnd() {
        void forgetDevices(queries);
        void forgetMonitoring(queries);
      },
    });
  return (
    <>
      <BulkBar
        label="Selected rows"
        count={rows.length}
        isAll={isAll}
        dropped={dropped}
        running={running}
        onClear={clear}
      >
        {mayPause && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<PauseIcon {...ICON} />}
              onClick={() => pause(true)}
            >
              Pause
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<LiveIcon {...ICON} />}
              onClick={() => pause(false)}
            >
              Resume
            </Button>
          </>
        )}
        {mayCheck && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<AddIcon {...ICON} />}
              onClick={() => setDialog("add")}
            >
              Add a check
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<SearchIcon {...ICON} />}
              onClick={() => setDialog("find")}
            >
              Find services
            </Button>
          </>
        )}
      </BulkBar>
      <Suspense>
        {dialog === "add" && <BulkCheckDialog deviceIds={ids} onClose={close} />}
        {dialog === "find" && <ServiceFinder deviceIds={ids} onClose={close} />}
      </Suspense>
    </>
  );
}
