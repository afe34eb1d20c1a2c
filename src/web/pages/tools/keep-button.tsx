import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { devicesQuery, type Device } from "../../api/inventory";
import { useKeepResults } from "../../api/tool-results";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { ThingPicker } from "../../components/scope-picker/thing-picker";
import { ErrorStrip } from "../../components/states/error-state";
import { deviceName } from "../../format/device";

const MAX_SHOWN = 50;

type Props = { resultIds: readonly number[]; target: string; name: string };

/** Keeps an answer on the page of a device. */
export function KeepButton({ resultIds, target, name }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [keptOn, setKeptOn] = useState<Device>();
  if (keptOn !== undefined) {
    return (
      <span role="status">
        Kept on{" "}
        <Link to="/inventory/$deviceId" params={{ deviceId: String(keptOn.id) }}>
          {deviceName(keptOn)}
        </Link>
      </span>
    );
  }
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Keep on device: ${name} ${target}`}
        onClick={() => setIsOpen(true)}
      >
        Keep on device…
      </Button>
      {isOpen && (
        <KeepDialog
          resultIds={resultIds}
          target={target}
          name={name}
          onKept={setKeptOn}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

type DialogProps = Props & { onKept: (device: Device) => void; onClose: () => void };

function KeepDialog({ resultIds, target, name, onKept, onClose }: DialogProps) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Device>();
  const { data: found = [] } = useQuery(devicesQuery(useDeferredValue(text.trim())));
  const { data: own = [] } = useQuery(devicesQuery(target));
  const { mutate, isPending, error } = useKeepResults();
  const suggested = own.find(({ ip_address: address }) => address === target);
  const device = chosen ?? suggested ?? (own.length === 1 ? own[0] : undefined);
  const choices = found
    .slice(0, MAX_SHOWN)
    .map((one) => ({ kind: "device" as const, id: one.id, name: deviceName(one), device: one }));
  const keep = () => {
    if (device !== undefined) mutate({ deviceId: device.id, resultIds }, { onSuccess: () => onKept(device) });
  };
  return (
    <Dialog title={`Keep ${name} of ${target}`} isOpen onClose={onClose}>
      <Stack gap="md">
        <p role="status">
          {device === undefined
            ? "No device is chosen yet."
            : `It goes to the page of ${deviceName(device)}.`}
        </p>
        <ThingPicker
          label={device === undefined ? "Device" : "Another device"}
          description="Found by a part of its name, or by its address"
          text={text}
          onText={setText}
          choices={choices}
          onChoose={(choice) => setChosen(choice.device)}
        />
        {error !== null && <ErrorStrip error={error} title="Cannot keep it" />}
        <DialogActions onCancel={onClose} isBusy={isPending} isDisabled={device === undefined} onAct={keep}>
          Keep
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
