import { Button, Checkbox, Group, NativeSelect, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import type { Version } from "../../../api/version";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { required } from "../../../components/form/rules";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { useField } from "../../../components/form/use-field";
import { useVersionedForm } from "../../../components/form/use-versioned-form";
import { ErrorStrip } from "../../../components/states/error-state";
import { formatMeasure } from "../../../format/measure";
import styles from "../device.module.css";
import { addSensor, changeSensor, readSensor, useReadNow, type Sensor } from "./sensor-api";
import {
  BOUND_LABELS,
  BOUND_NAMES,
  LABELS,
  NEW_VALUES,
  numberRule,
  toBoundsBody,
  toSensorBody,
  valuesOf,
  type SensorValues,
} from "./sensor-values";
import { CATEGORIES, CATEGORY_NAMES } from "./sensor-words";
import own from "./sensors.module.css";

type Fields = { fields: UseFormReturnType<SensorValues> };

const RULES = {
  name: required("The name"),
  oid: required("The OID"),
  factor: numberRule,
  divisor: numberRule,
  ...Object.fromEntries(BOUND_NAMES.map((name) => [name, numberRule])),
};

/** A variable of the agent becomes a sensor of the device. */
export function NewSensorDialog({ deviceId, onClose }: { deviceId: number; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useSubmitForm<SensorValues, void>({
    initialValues: NEW_VALUES,
    validate: RULES,
    submit: (values) => addSensor(queries, deviceId, toSensorBody(values)),
    onDone: onClose,
  });
  return (
    <Dialog title="New sensor" isOpen onClose={onClose} width={560}>
      <FormBody form={form} label="New sensor">
        <Definition fields={form.fields} deviceId={deviceId} />
        <Bounds fields={form.fields} />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Add sensor
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

type ChangeProps = { opened: Version<Sensor>; onDone: () => void };

/** Bounds of a sensor; of one's own all of it. */
export function ChangeForm({ opened, onDone }: ChangeProps) {
  const queries = useQueryClient();
  const { thing: sensor } = opened;
  const isOwn = sensor.origin === "own";
  const { form, conflict } = useVersionedForm<Sensor, SensorValues, void>({
    opened,
    what: "this sensor",
    labels: LABELS,
    valuesOf,
    validate: RULES,
    save: (values, { tag }) =>
      changeSensor(queries, {
        place: sensor,
        body: isOwn ? toSensorBody(values) : toBoundsBody(values),
        tag,
      }),
    readAgain: () => readSensor(sensor),
    onDone,
  });
  return (
    <FormBody form={form} label={`Change ${sensor.name}`}>
      {conflict}
      {isOwn && <Definition fields={form.fields} deviceId={sensor.device_id} />}
      <Bounds fields={form.fields} />
      <Enabled fields={form.fields} />
      <DialogActions isBusy={form.isBusy} onCancel={onDone}>
        Save sensor
      </DialogActions>
    </FormBody>
  );
}

function Definition({ fields, deviceId }: Fields & { deviceId: number }) {
  return (
    <>
      <Text fields={fields} name="name" maxLength={120} isFirst />
      <Text fields={fields} name="oid" maxLength={1000} placeholder="1.3.6.1.4.1.…" />
      <ReadNow fields={fields} deviceId={deviceId} />
      <Group gap="md" align="flex-start">
        <NativeSelect
          label={LABELS.category}
          data={CATEGORIES.map((value) => ({ value, label: CATEGORY_NAMES[value] }))}
          key={fields.key("category")}
          {...fields.getInputProps("category")}
        />
        <NativeSelect
          label={LABELS.kind}
          data={[
            { value: "gauge", label: "as it is" },
            { value: "counter", label: "a counter: its growth in a second" },
          ]}
          key={fields.key("kind")}
          {...fields.getInputProps("kind")}
        />
      </Group>
      <Group gap="md" align="flex-start">
        <Text fields={fields} name="unit" maxLength={16} width={90} />
        <Text fields={fields} name="factor" width={110} isNumber />
        <Text fields={fields} name="divisor" width={110} isNumber />
      </Group>
    </>
  );
}

/** What the agent has there now, before the sensor is kept. */
function ReadNow({ fields, deviceId }: Fields & { deviceId: number }) {
  const { mutate, data, error, isPending } = useReadNow(deviceId);
  const read = () => {
    const { oid, factor, divisor } = toSensorBody(fields.getValues());
    mutate({ oid, factor: factor ?? 1, divisor: divisor ?? 1 });
  };
  const { unit } = fields.getValues();
  return (
    <div>
      <Button size="xs" variant="default" loading={isPending} onClick={read}>
        Read it now
      </Button>
      <p role="status" className={styles.dimmed}>
        {data !== undefined &&
          (data.value === null
            ? `${data.type}: ${data.text}. It is no number, so it cannot be a sensor.`
            : `${formatMeasure(data.value, unit)} (${data.type}: ${data.text})`)}
      </p>
      {error !== null && <ErrorStrip error={error} title="Cannot read it" />}
    </div>
  );
}

function Bounds({ fields }: Fields) {
  return (
    <fieldset className={own.fieldset}>
      <legend>Bounds</legend>
      <p className={styles.dimmed}>Empty: none. A change of state takes several polls in a row.</p>
      <div className={own.bounds}>
        {BOUND_NAMES.map((name) => (
          <TextInput
            key={fields.key(name)}
            label={BOUND_LABELS[name]}
            inputMode="decimal"
            autoComplete="off"
            {...fields.getInputProps(name)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Enabled({ fields }: Fields) {
  const [enabled, setEnabled] = useField(fields, "enabled");
  return (
    <Checkbox
      label={LABELS.enabled}
      checked={enabled}
      onChange={({ currentTarget: { checked } }) => setEnabled(checked)}
    />
  );
}

type TextProps = Fields & {
  name: "name" | "oid" | "unit" | "factor" | "divisor";
  maxLength?: number;
  placeholder?: string;
  /** Pixels. */
  width?: number;
  isNumber?: boolean;
  isFirst?: boolean;
};

function Text({ fields, name, maxLength, placeholder, width, isNumber = false, isFirst = false }: TextProps) {
  return (
    <TextInput
      key={fields.key(name)}
      label={LABELS[name]}
      autoComplete="off"
      {...(maxLength !== undefined && { maxLength })}
      {...(placeholder !== undefined && { placeholder })}
      {...(width !== undefined && { w: width })}
      {...(isNumber && { inputMode: "decimal" as const })}
      {...(isFirst && { "data-autofocus": true })}
      {...fields.getInputProps(name)}
    />
  );
}
