import { Avatar, Button, FileButton, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../../api/me";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { Section } from "../../components/page-head/section";
import { ErrorStrip } from "../../components/states/error-state";
import { toasts } from "../../components/toast/toasts";
import { toProof } from "../../session/second-factor/proof";
import { ProofInput } from "../../session/second-factor/proof-input";
import { updateProfile } from "./api";
import { readAvatar } from "./avatar-file";
import styles from "./profile.module.css";

/** How others see this person, and where mails go. */
export function Person() {
  const me = useMe();
  const [turn, setTurn] = useState(0);
  return (
    <Section title="You" hint={`Signed in as ${me.username}, role ${me.role}.`}>
      <div className={styles.form}>
        <PersonForm key={turn} onDone={() => setTurn(turn + 1)} />
      </div>
    </Section>
  );
}

/** Another mail address takes a proof: reset links go to it, so an open session alone must not be enough. */
function PersonForm({ onDone }: { onDone: () => void }) {
  const me = useMe();
  const queries = useQueryClient();
  const [isNewAddress, setIsNewAddress] = useState(false);
  const hasProvider = me.auth_source !== "local";
  const form = useSubmitForm({
    initialValues: {
      display_name: me.display_name ?? "",
      email: me.email ?? "",
      proof: "",
    },
    submit: ({ proof, ...values }) =>
      updateProfile(queries, { ...values, ...(proof !== "" && { proof: toProof(proof) }) }),
    onDone() {
      toasts.tell("Profile saved");
      onDone();
    },
    asksBeforeLeaving: true,
  });
  const { fields } = form;
  const email = fields.getInputProps("email");
  return (
    <FormBody form={form} label="Profile">
      <Picture />
      <TextInput
        label="Display name"
        placeholder={me.username}
        autoComplete="name"
        maxLength={100}
        key={fields.key("display_name")}
        {...fields.getInputProps("display_name")}
      />
      <TextInput
        label="Mail address"
        description="For password links and notices"
        type="email"
        autoComplete="email"
        key={fields.key("email")}
        {...email}
        onChange={(event) => {
          setIsNewAddress(event.currentTarget.value.trim() !== (me.email ?? ""));
          email.onChange(event);
        }}
      />
      {isNewAddress && (
        <ProofInput
          description={
            hasProvider
              ? "Needed for another mail address. Without a password here, sign in anew and leave this empty."
              : "Needed for another mail address, because password links go there. The former one is told."
          }
          key={fields.key("proof")}
          {...fields.getInputProps("proof")}
        />
      )}
      <div>
        <Button variant="default" type="submit" loading={form.isBusy}>
          Save profile
        </Button>
      </div>
    </FormBody>
  );
}

function Picture() {
  const me = useMe();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (file: File | null) =>
      updateProfile(queries, { avatar_data: file === null ? null : await readAvatar(file) }),
    gcTime: 0,
  });
  return (
    <>
      {error !== null && <ErrorStrip error={error} title="The picture was not changed" />}
      <div className={styles.picture}>
        <Avatar src={me.avatar_data} size={48} radius="xl" color="accent" variant="filled" alt="Your picture">
          {(me.display_name ?? me.username).slice(0, 2).toUpperCase()}
        </Avatar>
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          onChange={(file) => file !== null && mutate(file)}
        >
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={isPending}>
              Choose a picture
            </Button>
          )}
        </FileButton>
        {me.avatar_data !== null && (
          <Button size="xs" variant="subtle" onClick={() => mutate(null)}>
            Remove it
          </Button>
        )}
      </div>
    </>
  );
}
