import { Group, NativeSelect, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { ZoneChoices } from "../../components/form/zone-choices";
import {
  DAY_CHOICES,
  PERIOD_CHOICES,
  toBody,
  valuesOf,
  WEEKDAY_CHOICES,
  type ReportScheduleValues,
} from "./report-schedule-values";
import {
  changeReportSchedule,
  createReportSchedule,
  SCHEDULES_KEY,
  type ReportSchedule,
} from "./report-schedules-api";

type Props = {
  /** Undefined: a new one. */
  schedule: ReportSchedule | undefined;
  /** Of who fills the form in; null: none is known. */
  ownAddress: string | null;
  onClose: () => void;
};

const ZONES = "report-zones";

/** When a report is mailed, what time it is of, and to whom. */
export function ReportScheduleDialog({ schedule, ownAddress, onClose }: Props) {
  const queries = useQueryClient();
  const title = schedule === undefined ? "New report by mail" : `Change ${schedule.name}`;
  const [cadence, setCadence] = useState<string>(schedule?.cadence ?? "weekly");
  const form = useSubmitForm<ReportScheduleValues, unknown>({
    initialValues: valuesOf(schedule, ownAddress),
    validate: {
      name: required("The name"),
      recipient_addresses: (text) =>
        text.trim() === "" && (schedule?.recipient_user_ids.length ?? 0) === 0
          ? "A report needs a recipient"
          : null,
      time: (text) => (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text.trim()) ? null : "A time such as 07:00"),
    },
    async submit(values) {
      const body = toBody(values);
      await (schedule === undefined
        ? createReportSchedule({ ...body, enabled: true, recipient_user_ids: [] })
        : changeReportSchedule({ id: schedule.id, schedule: body }));
      await queries.invalidateQueries({ queryKey: SCHEDULES_KEY });
    },
    onDone: onClose,
  });
  const { fields } = form;
  fields.watch("cadence", ({ value }) => {
    setCadence(value);
    fields.setFieldValue("days", value === "weekly" ? "7" : "30");
  });
  return (
    <Dialog title={title} isOpen onClose={onClose} width={520}>
      <FormBody form={form} label={title}>
        <TextInput
          label="Name"
          description="Stands in the subject of the mail"
          autoComplete="off"
          maxLength={120}
          data-autofocus
          key={fields.key("name")}
          {...fields.getInputProps("name")}
        />
        <TextInput
          label="To"
          description="Mail addresses, with commas between them"
          placeholder="boss@example.com"
          autoComplete="off"
          key={fields.key("recipient_addresses")}
          {...fields.getInputProps("recipient_addresses")}
        />
        <Group gap="md" grow align="flex-start">
          <NativeSelect
            label="Comes"
            data={[
              { value: "weekly", label: "each week" },
              { value: "monthly", label: "each month" },
            ]}
            key={fields.key("cadence")}
            {...fields.getInputProps("cadence")}
          />
          {cadence === "monthly" ? (
            <NativeSelect
              label="On"
              data={DAY_CHOICES}
              key={fields.key("day_of_month")}
              {...fields.getInputProps("day_of_month")}
            />
          ) : (
            <NativeSelect
              label="On"
              data={WEEKDAY_CHOICES}
              key={fields.key("weekday")}
              {...fields.getInputProps("weekday")}
            />
          )}
        </Group>
        <Group gap="md" grow align="flex-start">
          <TextInput
            label="At"
            placeholder="07:00"
            autoComplete="off"
            maxLength={5}
            key={fields.key("time")}
            {...fields.getInputProps("time")}
          />
          <TextInput
            label="Time zone"
            list={ZONES}
            autoComplete="off"
            maxLength={64}
            key={fields.key("time_zone")}
            {...fields.getInputProps("time_zone")}
          />
        </Group>
        <ZoneChoices id={ZONES} />
        <Group gap="md" grow align="flex-start">
          <NativeSelect
            label="Of the last"
            data={periodChoices(schedule?.days)}
            key={fields.key("days")}
            {...fields.getInputProps("days")}
          />
          <NativeSelect
            label="Paper"
            data={["A4", "Letter"]}
            key={fields.key("paper")}
            {...fields.getInputProps("paper")}
          />
        </Group>
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          {schedule === undefined ? "Mail this report" : "Save report"}
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

/** One that was set by the API is among them. */
function periodChoices(days: number | undefined) {
  if (days === undefined || PERIOD_CHOICES.some(({ value }) => value === String(days))) return PERIOD_CHOICES;
  return [...PERIOD_CHOICES, { value: String(days), label: `${days} days` }];
}
