import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { devicesQuery } from "../../api/inventory";
import { useCorrection, type Neighbour } from "../../api/neighbours";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { neighbourName, REASON_WORDS } from "../../components/neighbour/words";
import { ThingPicker } from "../../components/scope-picker/thing-picker";
import { ErrorStrip } from "../../components/states/error-state";
import { deviceName } from "../../format/device";

const MAX_SHOWN = 50;

/** Says which device a neighbour is; rescans leave it so. */
export function MatchDialog({ neighbour, onClose }: { neighbour: Neighbour; onClose: () => void }) {
  const [text, setText] = useState("");
  const { data: devices = [] } = useQuery(devicesQuery(useDeferredValue(text.trim())));
  const { mutate, isPending, error } = useCorrection(onClose);
  const { id: neighbourId, match_reason: reason, matched_device_name: matched } = neighbour;
  const choices = devices
    .filter(({ id }) => id !== neighbour.source_device_id)
    .slice(0, MAX_SHOWN)
    .map((device) => ({ kind: "device" as const, id: device.id, name: deviceName(device) }));
  return (
    <Dialog title={`Which device is ${neighbourName(neighbour)}?`} isOpen onClose={onClose}>
      {matched !== null && reason !== null && (
        <p>
          Now it is {matched}, {REASON_WORDS[reason]}.
        </p>
      )}
      <ThingPicker
        label="Device"
        description="Found by a part of its name, or by its address. What is chosen stays in later scans."
        text={text}
        onText={setText}
        choices={choices}
        onChoose={({ id }) => mutate({ neighbourId, changes: { matched_device_id: id } })}
      />
      {error !== null && <ErrorStrip error={error} title="Cannot change the match" />}
      <DialogActions
        mt="md"
        onCancel={onClose}
        others={
          reason === "person" && (
            <Button
              variant="default"
              loading={isPending}
              onClick={() => mutate({ neighbourId, changes: { reset_match: true } })}
            >
              Look for it anew
            </Button>
          )
        }
      />
    </Dialog>
  );
}
