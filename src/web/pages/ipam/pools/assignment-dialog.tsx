import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DeleteDialog } from "../../../components/dialog/delete-dialog";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { useIdempotencyKey } from "../../../components/form/idempotency-key";
import { required } from "../../../components/form/rules";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { renewIpam, useIpamChange } from "../api";
import {
  changeAssignment,
  createAssignment,
  deleteAssignment,
  type Assignment,
  type Pool,
  type PoolAddress,
} from "./api";
import { tellUndoable } from "../../../components/toast/tell-undoable";

const STATUSES = [
  { value: "in_use", label: "In use" },
  { value: "reserved", label: "Reserved" },
  { value: "available", label: "Free, but noted" },
] as const;

type Props = { pool: Pool; address: PoolAddress; onClose: () => void };

/** Says what a public address is used for. */
export function AssignmentDialog({ pool, address, onClose }: Props) {
  const [isReleasing, setIsReleasing] = useState(false);
  const { assignment } = address;
  if (assignment !== null && isReleasing) return <ReleaseDialog assignment={assignment} onClose={onClose} />;
  return (
    <AssignmentForm pool={pool} address={address} onRelease={() => setIsReleasing(true)} onClose={onClose} />
  );
}

function AssignmentForm({ pool, address, onRelease, onClose }: Props & { onRelease: () => void }) {
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const { assignment, ip_address: ip } = address;
  const form = useSubmitForm({
    initialValues: {
      label: assignment?.label ?? "",
      status: assignment?.status ?? "in_use",
      owner: assignment?.owner ?? "",
      service: assignment?.service ?? "",
      notes: assignment?.notes ?? "",
    },
    validate: { label: required("The name") },
    submit: ({ label, status, owner, service, notes }) => {
      const orNull = (text: string) => (text.trim() === "" ? null : text);
      const body = {
        label,
        status: STATUSES.find(({ value }) => value === status)?.value ?? "in_use",
        owner: orNull(owner),
        service: orNull(service),
        notes: orNull(notes),
      };
      return assignment === null
        ? createAssignment({ ...body, pool_id: pool.id, ip_address: ip }, key)
        : changeAssignment(assignment, body);
    },
    onDone: () => {
      void renewIpam(queries);
      onClose();
    },
  });
  const { fields } = form;
  return (
    <Dialog title={assignment === null ? `Assign ${ip}` : `Edit ${ip}`} isOpen onClose={onClose}>
      <FormBody form={form} label="Assign the address">
        <TextInput
          label="Used for"
          maxLength={120}
          data-autofocus
          key={fields.key("label")}
          {...fields.getInputProps("label")}
        />
        <NativeSelect
          label="State"
          data={STATUSES}
          key={fields.key("status")}
          {...fields.getInputProps("status")}
        />
        <TextInput
          label="Owner"
          maxLength={120}
          key={fields.key("owner")}
          {...fields.getInputProps("owner")}
        />
        <TextInput
          label="Service"
          maxLength={120}
          key={fields.key("service")}
          {...fields.getInputProps("service")}
        />
        <Textarea label="Notes" rows={2} key={fields.key("notes")} {...fields.getInputProps("notes")} />
        <DialogActions
          isBusy={form.isBusy}
          onCancel={onClose}
          removal={assignment === null ? undefined : { label: "Release address", onRemove: onRelease }}
        >
          {assignment === null ? "Assign address" : "Save address"}
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

function ReleaseDialog({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useIpamChange(deleteAssignment, ({ entryId }) => {
    onClose();
    tellUndoable(queries, { text: `${assignment.ip_address} released`, entryIds: [entryId] });
  });
  return (
    <DeleteDialog
      verb="Release"
      name={assignment.ip_address}
      explanation={`It is used for “${assignment.label}”, which is forgotten with it.`}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(assignment)}
      onClose={onClose}
    />
  );
}
