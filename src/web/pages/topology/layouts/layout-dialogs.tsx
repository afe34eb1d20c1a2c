import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { DeleteDialog } from "../../../components/dialog/delete-dialog";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { required } from "../../../components/form/rules";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { ErrorStrip } from "../../../components/states/error-state";
import { Loading } from "../../../components/states/loading";
import { SecretText } from "../../../components/value/secret-text";
import type { Places } from "../../../workers/layout/network";
import { importLayout, saveLayout, shareLayout, stopSharing, useDeleteLayout, type Layout } from "../api";
import type { LayoutDialogName } from "./layout-menu";
import type { Show } from "../toolbar";
import { tellUndoable } from "../../../components/toast/tell-undoable";

type Props = {
  dialog: LayoutDialogName;
  /** The one that is opened, or was when it was changed. */
  layout: Layout | undefined;
  places: Places;
  show: Show;
  onClose: () => void;
};

/** Save as, share, import, delete. */
export function LayoutDialogs({ dialog, layout, places, show, onClose }: Props) {
  if (dialog === "save-as")
    return <SaveAs name={layout?.name ?? ""} places={places} show={show} onClose={onClose} />;
  if (dialog === "import") return <Import show={show} onClose={onClose} />;
  if (layout === undefined) return null;
  return dialog === "share" ? (
    <Share layout={layout} onClose={onClose} />
  ) : (
    <Delete layout={layout} show={show} onClose={onClose} />
  );
}

type FormProps = { show: Show; onClose: () => void };

function SaveAs({ name, places, show, onClose }: FormProps & { name: string; places: Places }) {
  const queries = useQueryClient();
  const form = useSubmitForm({
    initialValues: { name },
    validate: { name: required("The name") },
    submit: (values) => saveLayout(queries, { name: values.name.trim(), positions: places }),
    onDone: ({ layout: { id, name: savedAs }, entryId }) => {
      onClose();
      show({ layout: id });
      tellUndoable(queries, { text: `Saved as ${savedAs}`, entryIds: [entryId] });
    },
  });
  return (
    <Dialog title="Save the layout" isOpen onClose={onClose}>
      <FormBody form={form} label="Save the layout">
        <TextInput
          label="Name"
          description="A layout of yours that has this name is replaced"
          maxLength={80}
          data-autofocus
          key={form.fields.key("name")}
          {...form.fields.getInputProps("name")}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Save layout
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

function Import({ show, onClose }: FormProps) {
  const queries = useQueryClient();
  const form = useSubmitForm({
    initialValues: { code: "", name: "" },
    validate: { code: required("The code") },
    submit: ({ code, name }) => importLayout(queries, { code, name: name.trim() || null }),
    onDone: ({ id }) => {
      onClose();
      show({ layout: id });
    },
  });
  return (
    <Dialog title="Import a shared layout" isOpen onClose={onClose}>
      <FormBody form={form} label="Import a shared layout">
        <TextInput
          label="Share code"
          description="Twelve letters and digits, from the person who shares the layout"
          maxLength={24}
          data-autofocus
          key={form.fields.key("code")}
          {...form.fields.getInputProps("code")}
        />
        <TextInput
          label="Name"
          description="Empty: the name that it has"
          maxLength={80}
          key={form.fields.key("name")}
          {...form.fields.getInputProps("name")}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Import layout
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

function Share({ layout, onClose }: { layout: Layout; onClose: () => void }) {
  const queries = useQueryClient();
  const share = useMutation({ mutationFn: () => shareLayout(queries, layout) });
  const stop = useMutation({ mutationFn: () => stopSharing(queries, layout), onSuccess: onClose });
  const begin = useEffectEvent(() => share.mutate());
  useEffect(() => begin(), []);
  const error = share.error ?? stop.error;
  return (
    <Dialog title={`Share ${layout.name}`} isOpen onClose={onClose}>
      <Stack gap="md">
        <p>
          Whoever has an account here and this code can copy the layout. Later changes do not reach copies.
        </p>
        {error !== null && (
          <ErrorStrip error={error} title="Cannot share the layout" onRetry={() => share.mutate()} />
        )}
        {share.data === undefined ? (
          <Loading what="the code" rows={1} />
        ) : (
          <SecretText text={share.data} label="share code" />
        )}
        <DialogActions
          others={
            <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
              Stop sharing
            </Button>
          }
          onAct={onClose}
        >
          Done
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function Delete({ layout, show, onClose }: FormProps & { layout: Layout }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useDeleteLayout((entryId) => {
    onClose();
    tellUndoable(queries, { text: `${layout.name} deleted`, entryIds: [entryId] });
    show({ layout: undefined });
  });
  return (
    <DeleteDialog
      verb="Delete"
      name={layout.name}
      explanation="The devices stay. Copies that others have imported stay, too."
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(layout)}
      onClose={onClose}
    />
  );
}
