import { useMutation } from "@tanstack/react-query";
import { formErrorsOf } from "../../components/form/failure-fields";
import type { SubmitForm } from "../../components/form/submit-form";
import { useRef } from "react";
import { tryMonitor } from "./api";
import { NEW_MONITOR, toMonitor, type MonitorValues } from "./values";

/** Tries what the form says just now. What is wrong with it stands at its fields. */
export function useTrial(form: SubmitForm<MonitorValues>, monitorId: number | null) {
  const { fields } = form;
  const abort = useRef<AbortController>(undefined);
  const trial = useMutation({
    mutationFn(values: MonitorValues) {
      abort.current?.abort();
      abort.current = new AbortController();
      const { name, ...monitor } = toMonitor(values);
      return tryMonitor(
        { ...monitor, ...(name !== "" && { name }), monitor_id: monitorId },
        abort.current.signal,
      );
    },
    // What was sent may be a secret: it goes with the form.
    gcTime: 0,
    onError(error: Error) {
      const { fields: faults } = formErrorsOf(error, Object.keys(NEW_MONITOR));
      fields.setErrors(faults);
      const [first] = Object.keys(faults);
      if (first !== undefined) fields.getInputNode(first)?.focus();
    },
  });
  const run = () => {
    if (!fields.validateField("url").hasError) trial.mutate(fields.getValues());
  };
  return { run, result: trial.data, error: trial.error, isBusy: trial.isPending };
}
