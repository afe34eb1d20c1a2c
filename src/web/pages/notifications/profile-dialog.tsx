import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { changesIn, toInputs, type Inputs } from "../../components/settings-form/fields";
import { SettingInput } from "../../components/settings-form/setting-input";
import { toasts } from "../../components/toast/toasts";
import { saveProfile, useChangeProfile, type Profile } from "./api";
import { problemsOf } from "./problems";
import { findProvider, PROVIDERS, secretsIn, settingsOf, type Provider } from "./providers";

type Props = {
  /** Undefined: a new one. */
  profile: Profile | undefined;
  /** Of a new one the first choice. */
  provider: Provider;
  onClose: () => void;
};

/** A profile with the fields of its provider, which is chosen once. */
export function ProfileDialog({ profile, provider: first, onClose }: Props) {
  const queries = useQueryClient();
  const [provider, setProvider] = useState(first);
  const remove = useChangeProfile();
  const config = profile?.config ?? {};
  const secretsSet = secretsIn(config);
  const title = profile === undefined ? "New profile" : `Change ${profile.name}`;
  const form = useSubmitForm<Inputs, void>({
    initialValues: {
      name: profile?.name ?? "",
      enabled: profile?.enabled ?? true,
      carries_log_lines: profile?.carries_log_lines ?? false,
      ...inputsOf(config),
    },
    validate: (inputs) => problemsOf(inputs, { provider, secretsSet }),
    submit: ({ name, enabled, carries_log_lines: carriesLogLines, ...inputs }) =>
      saveProfile(queries, {
        id: profile?.id,
        profile: {
          name: String(name),
          provider: provider.name,
          enabled: enabled === true,
          carries_log_lines: carriesLogLines === true,
          config: {
            ...(profile === undefined && provider.defaults),
            ...changesIn(provider.fields, settingsOf(provider, config), inputs),
          },
        },
      }),
    onDone: onClose,
  });
  const { fields } = form;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <FormBody form={form} label={title}>
        {profile === undefined && (
          <NativeSelect
            label="Provider"
            data={PROVIDERS.map(({ name, label }) => ({ value: name, label }))}
            value={provider.name}
            onChange={(event) => setProvider(findProvider(event.currentTarget.value) ?? provider)}
          />
        )}
        <TextInput
          label="Name"
          autoComplete="off"
          maxLength={120}
          data-autofocus
          key={fields.key("name")}
          {...fields.getInputProps("name")}
        />
        {provider.fields.map((field) => (
          <SettingInput
            key={field.name}
            field={field}
            fields={fields}
            isSet={secretsSet.includes(field.name)}
            onRemove={() => {
              if (profile === undefined) return;
              remove.mutate(
                { id: profile.id, changes: { config: { [field.name]: "" } } },
                { onError: (error) => toasts.tellError(error.message) },
              );
            }}
          />
        ))}
        <Switch
          label="Send by it"
          description="Switched off, it is kept and delivers nothing"
          key={fields.key("enabled")}
          {...fields.getInputProps("enabled", { type: "checkbox" })}
        />
        <Switch
          label="May carry log lines"
          description="Alerts on log lines bring the lines along, to everybody who reads there"
          key={fields.key("carries_log_lines")}
          {...fields.getInputProps("carries_log_lines", { type: "checkbox" })}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          {profile === undefined ? "Create profile" : "Save profile"}
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

/** For the fields of every provider, so that another choice loses nothing. */
function inputsOf(config: Profile["config"]): Inputs {
  return Object.fromEntries(
    PROVIDERS.flatMap((provider) => Object.entries(toInputs(provider.fields, settingsOf(provider, config)))),
  );
}
