import { Stack } from "@mantine/core";
import { useForm, type FormValidateInput, type UseFormReturnType } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState, type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import { RequestFailure } from "../../api/request-failure";
import { formErrorsOf } from "./failure-fields";
import { useAfterPointer } from "./after-pointer";
import { FormSummary } from "./form-summary";
import { useUnsavedChanges } from "./unsaved-changes";

type Options<Values extends Record<string, unknown>, Answer> = {
  initialValues: Values;
  /**
   * Each field's rule: gives what is wrong, or null. Checked when a field that was changed is left, and when the form
   * is sent.
   */
  validate?: FormValidateInput<Values>;
  submit: (values: Values) => Promise<Answer>;
  onDone: (answer: Answer, values: Values) => void;
  /** For forms that are pages or parts of one: leaving with changes asks first. */
  asksBeforeLeaving?: boolean;
  /** The field that is wrong where the service says 401: a code or a password. What is said then. */
  proof?: { field: Extract<keyof Values, string>; message: string };
};

export type SubmitForm<Values> = {
  fields: UseFormReturnType<Values>;
  isBusy: boolean;
  error: Error | null;
  /** What belongs to no field. */
  messages: readonly string[];
  submit: (event?: FormEvent<HTMLFormElement>) => void;
};

/** A form that is sent to the service: a 422 marks its fields, everything else goes to the summary. */
export function useSubmitForm<Values extends Record<string, unknown>, Answer>({
  initialValues,
  validate,
  submit,
  onDone,
  asksBeforeLeaving = false,
  proof,
}: Options<Values, Answer>): SubmitForm<Values> {
  const [messages, setMessages] = useState<readonly string[]>([]);
  const fields = useForm<Values>({
    mode: "uncontrolled",
    initialValues,
    ...(validate !== undefined && { validate }),
  });
  const mutation = useMutation({
    mutationFn: submit,
    // What was sent or answered may be a secret: it goes with the form.
    gcTime: 0,
    onMutate: () => setMessages([]),
    onSuccess(answer, values) {
      fields.resetDirty(values);
      onDone(answer, values);
    },
    onError(error: Error) {
      const errors =
        proof !== undefined && error instanceof RequestFailure && isWrongProof(error)
          ? { fields: { [proof.field]: proof.message }, rest: [] }
          : formErrorsOf(error, Object.keys(initialValues));
      setMessages(errors.rest);
      fields.setErrors(errors.fields);
      focusFirst(Object.keys(errors.fields).map((name) => fields.getInputNode(name)));
    },
  });
  useUnsavedChanges(() => asksBeforeLeaving && fields.isDirty());
  return {
    fields,
    isBusy: mutation.isPending,
    error: mutation.error,
    messages,
    submit: fields.onSubmit(
      (values) => {
        if (!mutation.isPending) mutation.mutate(values);
      },
      (errors) => focusFirst(Object.keys(errors).map((name) => fields.getInputNode(name))),
    ),
  };
}

/** An expired step of the sign-in is a 401, too, and no fault of what was typed. */
function isWrongProof({ status, message }: RequestFailure): boolean {
  return status === 401 && message === "Invalid credentials";
}

function focusFirst(nodes: readonly (HTMLElement | null)[]): void {
  nodes.find((node) => node !== null)?.focus();
}

type Props<Values> = { form: SubmitForm<Values>; label: string; children: ReactNode };

/** The element around the fields: summary first, Ctrl-Enter sends. */
export function FormBody<Values>({ form, label, children }: Props<Values>) {
  const sendByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  const afterPointer = useAfterPointer();
  const check = ({ target }: FocusEvent<HTMLFormElement>) => {
    const path = target instanceof HTMLElement ? target.dataset["path"] : undefined;
    // A field that was only passed through is not wrong yet.
    if (path !== undefined && form.fields.isDirty(path)) afterPointer(() => form.fields.validateField(path));
  };
  return (
    <form aria-label={label} noValidate onSubmit={form.submit} onKeyDown={sendByKey} onBlur={check}>
      <Stack gap="lg">
        <FormSummary error={form.error} messages={form.messages} />
        {children}
      </Stack>
    </form>
  );
}
