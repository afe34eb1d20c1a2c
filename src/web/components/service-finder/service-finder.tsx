import { Checkbox, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { followFirstResult } from "../../api/monitoring";
import { formatCount } from "../../format/number";
import { formatLatency } from "../../format/time";
import { describeCheck } from "../check-fields/kind-names";
import { Dialog } from "../dialog/dialog";
import { DialogActions } from "../dialog/dialog-actions";
import { FormBody, useSubmitForm } from "../form/submit-form";
import { ErrorState } from "../states/error-state";
import { Loading } from "../states/loading";
import { toasts } from "../toast/toasts";
import { addChosen, lookForServices, type Chosen, type LookedAt, type Suggestion } from "./look";
import styles from "./service-finder.module.css";

type Props = { deviceIds: readonly number[]; onClose: () => void };

/** Asks devices for their services, and adds a check of each that is wanted. */
export function ServiceFinder({ deviceIds: given, onClose }: Props) {
  // What was selected when this was opened: the list behind goes on living.
  const [deviceIds] = useState(given);
  const [progress, setProgress] = useState<{ devices: readonly LookedAt[]; asked: number }>();
  const { data, error, refetch } = useQuery({
    queryKey: ["services-found", deviceIds],
    queryFn: ({ signal }) =>
      lookForServices({
        deviceIds,
        onProgress: (devices, asked) => setProgress({ devices, asked }),
        signal,
      }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  // What was found before an answer failed is worth having.
  const devices = data ?? (error === null ? undefined : progress?.devices);
  const count = formatCount(deviceIds.length, ["device", "devices"]);
  return (
    <Dialog title={`Services on ${count}`} isOpen onClose={onClose} width={560}>
      <Stack gap="lg">
        {error !== null && (
          <ErrorState error={error} title="Cannot ask all devices" onRetry={() => void refetch()} />
        )}
        {devices === undefined && error === null && (
          <>
            <p role="status" className={styles["dimmed"]}>
              Asking {count} for usual services, which takes up to 20 s
              {progress === undefined ? "" : `: ${progress.asked} asked`}
            </p>
            <Loading what="services" rows={4} />
          </>
        )}
        {devices !== undefined && <Choice devices={devices} onClose={onClose} />}
      </Stack>
    </Dialog>
  );
}

const keyOf = (deviceId: number, { check }: Suggestion) => `${deviceId} ${check.check_type} ${check.port}`;

function Choice({ devices, onClose }: { devices: readonly LookedAt[]; onClose: () => void }) {
  const queries = useQueryClient();
  const fresh = devices.flatMap(({ device_id: deviceId, suggestions }) =>
    suggestions
      .filter((suggestion) => suggestion.existing_check_id === null)
      .map((suggestion) => ({ key: keyOf(deviceId, suggestion), deviceId, check: suggestion.check })),
  );
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen: (Chosen & { key: string })[] = fresh.filter(({ key }) => !left.has(key));
  const form = useSubmitForm({
    initialValues: {},
    submit: () => addChosen(chosen),
    onDone(created) {
      onClose();
      followFirstResult(queries);
      toasts.tell(`${formatCount(created, ["check", "checks"])} added`);
    },
  });
  const toggle = (key: string) =>
    setLeft((before) =>
      before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
    );
  return (
    <FormBody form={form} label="Checks to add">
      <div className={styles["devices"]} tabIndex={0} role="group" aria-label="What answered">
        {devices.map((device) => (
          <section key={device.device_id}>
            <h3 className={styles["name"]}>{device.name}</h3>
            <Found device={device} isChosen={(key) => !left.has(key)} onToggle={toggle} />
          </section>
        ))}
      </div>
      {fresh.length === 0 ? (
        <p role="status" className={styles["dimmed"]}>
          Nothing answers that is not checked already.
        </p>
      ) : (
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          {`Add ${formatCount(chosen.length, ["check", "checks"])}`}
        </DialogActions>
      )}
    </FormBody>
  );
}

type FoundProps = {
  device: LookedAt;
  isChosen: (key: string) => boolean;
  onToggle: (key: string) => void;
};

function Found({ device, isChosen, onToggle }: FoundProps) {
  const { device_id: deviceId, suggestions, reason } = device;
  return (
    <>
      {suggestions.length === 0 && reason === null && (
        <p className={styles["dimmed"]}>It answers, and has none of the services that are looked for.</p>
      )}
      {reason !== null && <p className={styles["dimmed"]}>{reason}.</p>}
      <ul className={styles["list"]}>
        {suggestions.map((suggestion) => {
          const key = keyOf(deviceId, suggestion);
          const isThere = suggestion.existing_check_id !== null;
          return (
            <li key={key}>
              <Checkbox
                label={`${suggestion.check.label} (${describeCheck(suggestion.check)})`}
                description={isThere ? "Checked already" : describeAnswer(suggestion)}
                disabled={isThere}
                checked={!isThere && isChosen(key)}
                onChange={() => onToggle(key)}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** What it said, in a line. */
function describeAnswer({
  check,
  details,
  response_time_ms: latency,
  status_code: status,
}: Suggestion): string {
  const { banner, value } = details;
  const words = [
    banner ?? (value === undefined ? undefined : `value ${value}`),
    status === null ? undefined : `status ${status}`,
    check.check_type === "tcp" ? "takes connections" : undefined,
    latency === null ? undefined : formatLatency(latency),
  ];
  return words.filter((word) => word !== undefined).join(" · ");
}
