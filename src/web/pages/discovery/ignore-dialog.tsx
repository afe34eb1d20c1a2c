import { NativeSelect, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { ErrorStrip } from "../../components/states/error-state";
import { formatCount } from "../../format/number";
import { useTriage } from "./api";

const DAY_MS = 86_400_000;
const SPANS = [
  { value: "", label: "for good" },
  { value: "1", label: "for a day" },
  { value: "7", label: "for a week" },
  { value: "30", label: "for 30 days" },
];

/** For how long observations are to stay away, and why. */
export function IgnoreDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const [days, setDays] = useState("");
  const [reason, setReason] = useState("");
  const { mutate, error, isPending } = useTriage();
  const title = `Ignore ${formatCount(ids.length, ["observation", "observations"])}`;
  const ignore = () =>
    mutate(
      {
        observation_ids: [...ids],
        action: "ignore",
        ignored_until: days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        reason: reason.trim() === "" ? null : reason.trim(),
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Stack gap="md">
        <NativeSelect
          label="How long"
          data={SPANS}
          value={days}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setDays(value)}
        />
        <TextInput
          label="Reason"
          maxLength={500}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        {error !== null && <ErrorStrip error={error} title="Cannot ignore it" />}
        <DialogActions onCancel={onClose} isBusy={isPending} onAct={ignore}>
          Ignore
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
