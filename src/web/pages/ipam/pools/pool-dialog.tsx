import { Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { wordsOf } from "../../../components/dialog/consequences";
import { DeleteDialog } from "../../../components/dialog/delete-dialog";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { useIdempotencyKey } from "../../../components/form/idempotency-key";
import { required } from "../../../components/form/rules";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { renewIpam, useIpamChange } from "../api";
import { changePool, createPool, deletePool, poolDeletionQuery, type Pool } from "./api";
import { tellUndoable } from "../../../components/toast/tell-undoable";

type Props = { pool?: Pool; onClose: () => void };

/** Adds a pool, or changes one. */
export function PoolDialog({ pool, onClose }: Props) {
  const [isDeleting, setIsDeleting] = useState(false);
  if (pool !== undefined && isDeleting) return <DeletePool pool={pool} onClose={onClose} />;
  return <PoolForm pool={pool} onDelete={() => setIsDeleting(true)} onClose={onClose} />;
}

type FormProps = {
  pool: Pool | undefined;
  onDelete: () => void;
  onClose: () => void;
};

function PoolForm({ pool, onDelete, onClose }: FormProps) {
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const form = useSubmitForm({
    initialValues: {
      name: pool?.name ?? "",
      cidr: pool?.cidr ?? "",
      provider: pool?.provider ?? "",
      account: pool?.account ?? "",
      description: pool?.description ?? "",
    },
    validate: { name: required("The name"), cidr: required("The network") },
    submit: ({ name, cidr, provider, account, description }) => {
      const orNull = (text: string) => (text.trim() === "" ? null : text);
      const body = {
        name,
        cidr,
        provider: orNull(provider),
        account: orNull(account),
        description: orNull(description),
      };
      return pool === undefined ? createPool(body, key) : changePool(pool, body);
    },
    onDone: () => {
      void renewIpam(queries);
      onClose();
    },
  });
  const { fields } = form;
  return (
    <Dialog title={pool === undefined ? "Add a pool" : `Edit ${pool.name}`} isOpen onClose={onClose}>
      <FormBody form={form} label={pool === undefined ? "Add a pool" : "Edit the pool"}>
        <TextInput
          label="Name"
          maxLength={120}
          data-autofocus
          key={fields.key("name")}
          {...fields.getInputProps("name")}
        />
        <TextInput
          label="Addresses"
          description="A network, or the first and the last address with a hyphen between"
          maxLength={128}
          styles={{
            input: { fontFamily: "var(--mantine-font-family-monospace)" },
          }}
          key={fields.key("cidr")}
          {...fields.getInputProps("cidr")}
        />
        <TextInput
          label="Provider"
          maxLength={80}
          key={fields.key("provider")}
          {...fields.getInputProps("provider")}
        />
        <TextInput
          label="Account"
          maxLength={120}
          key={fields.key("account")}
          {...fields.getInputProps("account")}
        />
        <Textarea
          label="Description"
          rows={2}
          key={fields.key("description")}
          {...fields.getInputProps("description")}
        />
        <DialogActions
          isBusy={form.isBusy}
          onCancel={onClose}
          removal={pool === undefined ? undefined : { label: "Delete pool", onRemove: onDelete }}
        >
          {pool === undefined ? "Add pool" : "Save pool"}
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

function DeletePool({ pool, onClose }: { pool: Pool; onClose: () => void }) {
  const queries = useQueryClient();
  const preview = useQuery(poolDeletionQuery(pool.id));
  const { mutate, isPending, error } = useIpamChange(deletePool, ({ entryId }) => {
    onClose();
    tellUndoable(queries, { text: `${pool.name} deleted`, entryIds: [entryId] });
  });
  const consequences = Object.entries(preview.data?.would_delete ?? {})
    .filter(([kind]) => !kind.endsWith("pools"))
    .map(([kind, { count }]) => ({ what: wordsOf(kind), count }));
  return (
    <DeleteDialog
      verb="Delete"
      name={pool.name}
      explanation="What its addresses are used for is forgotten with it."
      consequences={preview.isPending ? undefined : consequences}
      isBusy={isPending}
      error={error ?? preview.error}
      onConfirm={() => mutate(pool)}
      onClose={onClose}
    />
  );
}
