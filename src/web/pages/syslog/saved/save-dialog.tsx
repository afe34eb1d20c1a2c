import { TextInput } from "@mantine/core";
import { RequestFailure } from "../../../api/request-failure";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { required } from "../../../components/form/rules";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { describeRange, readRange } from "../../../format/range";
import { toasts } from "../../../components/toast/toasts";
import type { EventSearch } from "../../../url/event-search";
import { useSaveSearch } from "../api";

/** Asks for the name; what is saved stands above it. */
export function SaveDialog({ search, onClose }: { search: EventSearch; onClose: () => void }) {
  const save = useSaveSearch();
  const filters = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
  const form = useSubmitForm({
    initialValues: { name: "" },
    validate: { name: required("The name") },
    submit: ({ name }) => save({ name: name.trim(), filters }).catch(nameFailure),
    onDone: ({ name }) => {
      toasts.tell(`Saved as ${name}`);
      onClose();
    },
  });
  const { fields } = form;
  return (
    <Dialog title="Save this search" isOpen onClose={onClose}>
      <FormBody form={form} label="Save this search">
        <p>
          <span className="mono">{search.q ?? "all events"}</span> ·{" "}
          {describeRange(readRange(search.from, search.to))}
        </p>
        <TextInput
          label="Name"
          maxLength={80}
          data-autofocus
          key={fields.key("name")}
          {...fields.getInputProps("name")}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Save search
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

/** A name that is taken belongs to the field of the name. */
function nameFailure(error: unknown): never {
  if (!(error instanceof RequestFailure) || error.status !== 409) throw error;
  const fields = [{ path: ["name"], message: error.message }];
  throw new RequestFailure({ status: 422, message: error.message, fields, requestId: error.requestId });
}
