import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { deviceQuery, devicesQuery, type VersionedDevice } from "../../../api/inventory";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { ThingPicker } from "../../../components/scope-picker/thing-picker";
import { ErrorStrip } from "../../../components/states/error-state";
import { QueryStates } from "../../../components/states/query-states";
import { toasts } from "../../../components/toast/toasts";
import { deviceName } from "../../../format/device";
import { mergePreviewQuery, useMerge, type MergeChoices } from "../api";
import { MergeBelongings } from "./merge-belongings";
import { MergeFields, type Side } from "./merge-fields";
import styles from "./merge.module.css";

const MAX_SHOWN = 50;

type Props = {
  versioned: VersionedDevice;
  /** Undefined: it is still to be chosen. */
  otherId: number | undefined;
  onChoose: (otherId: number) => void;
  onClose: () => void;
};

/** Makes another device and this one one: first which, then what stays of both, as the service would do it. */
export function MergeDialog({ versioned, otherId, onChoose, onClose }: Props) {
  const { device } = versioned;
  return (
    <Dialog title={`Merge with ${deviceName(device)}`} isOpen onClose={onClose} width={760}>
      {otherId === undefined ? (
        <ChooseOther deviceId={device.id} onChoose={onChoose} onClose={onClose} />
      ) : (
        <Preview versioned={versioned} otherId={otherId} onClose={onClose} />
      )}
    </Dialog>
  );
}

type Choosing = { deviceId: number } & Pick<Props, "onChoose" | "onClose">;

function ChooseOther({ deviceId, onChoose, onClose }: Choosing) {
  const [text, setText] = useState("");
  const { data: devices = [] } = useQuery(devicesQuery(useDeferredValue(text.trim())));
  const choices = devices
    .filter(({ id }) => id !== deviceId)
    .slice(0, MAX_SHOWN)
    .map((device) => ({ kind: "device" as const, id: device.id, name: deviceName(device) }));
  return (
    <>
      <ThingPicker
        label="Other device"
        description="Found by a part of its name, or by its address. It goes; what belongs to it comes here."
        text={text}
        onText={setText}
        choices={choices}
        onChoose={({ id }) => onChoose(id)}
      />
      <DialogActions mt="md" onCancel={onClose} />
    </>
  );
}

type Previewing = { versioned: VersionedDevice; otherId: number; onClose: () => void };

function Preview({ versioned: { device, etag }, otherId, onClose }: Previewing) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(() => new Map());
  const fields: MergeChoices = Object.fromEntries(chosen);
  const other = useQuery(deviceQuery(otherId));
  const query = useQuery(mergePreviewQuery({ id: device.id, otherId, fields }));
  const { mutate, isPending, error } = useMerge();
  const otherName = other.data === undefined ? `device ${otherId}` : deviceName(other.data.device);
  const merge = () =>
    mutate(
      { id: device.id, otherId, fields, etag, otherEtag: other.data?.etag ?? null },
      {
        onSuccess(merged) {
          toasts.tell(`${otherName} is ${deviceName(merged)} now`);
          onClose();
        },
      },
    );
  return (
    <>
      <p className={styles.lead}>
        {deviceName(device)} stays, {otherName} goes. This cannot be undone; the audit log keeps what both
        were.{" "}
        <Link to="/inventory/$deviceId" params={{ deviceId: String(otherId) }} search={{ merge: device.id }}>
          Keep {otherName} instead
        </Link>
      </p>
      <QueryStates query={query} what="what the merge would come to" rows={6}>
        {({ merge: preview }) => (
          <>
            <MergeFields
              fields={preview.fields}
              names={{ this: deviceName(device), other: otherName }}
              chosen={chosen}
              onChoose={(field, side) => setChosen((old) => new Map([...old, [field, side]]))}
            />
            <MergeBelongings belongings={preview.belongings} otherName={otherName} />
          </>
        )}
      </QueryStates>
      {error !== null && <ErrorStrip error={error} title="Cannot merge the devices" />}
      <DialogActions
        mt="md"
        onCancel={onClose}
        isBusy={isPending}
        isDisabled={query.data === undefined}
        onAct={merge}
      >
        Merge
      </DialogActions>
    </>
  );
}
