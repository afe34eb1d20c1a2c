import { Group, NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Model } from "../../api/client";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { saveProfile, type SnmpProfile } from "./api";
import { rulesOf, type ProfileValues as Values } from "./rules";
import { protocolName } from "./words";

const AUTH_PROTOCOLS = ["sha256", "sha512", "sha", "md5"] as const;
const PRIV_PROTOCOLS = ["aes", "aes256", "des"] as const;

type Props = {
  /** Undefined: a new one. */
  profile: SnmpProfile | undefined;
  onClose: () => void;
};

/** A profile with the fields of its version. */
export function ProfileDialog({ profile, onClose }: Props) {
  const queries = useQueryClient();
  const title = profile === undefined ? "New SNMP profile" : `Change ${profile.name}`;
  const [version, setVersion] = useState(profile?.version ?? "v2c");
  const form = useSubmitForm<Values, void>({
    initialValues: valuesOf(profile),
    validate: rulesOf(version, profile),
    submit: (values) => saveProfile(queries, { id: profile?.id, profile: toBody(values, version) }),
    onDone: onClose,
  });
  const { fields } = form;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <FormBody form={form} label={title}>
        <TextInput
          label="Name"
          autoComplete="off"
          maxLength={120}
          data-autofocus
          key={fields.key("name")}
          {...fields.getInputProps("name")}
        />
        <NativeSelect
          label="Version"
          data={[
            { value: "v2c", label: "2c: a community" },
            { value: "v3", label: "3: a user, authenticated and encrypted" },
            { value: "v1", label: "1: a community, for old devices" },
          ]}
          value={version}
          onChange={({ currentTarget: { value } }) =>
            setVersion(value === "v1" || value === "v3" ? value : "v2c")
          }
        />
        {version === "v3" ? (
          <UserFields fields={fields} profile={profile} />
        ) : (
          <Secret
            fields={fields}
            name="community"
            label="Community"
            isSet={profile?.has_community === true}
          />
        )}
        <Group gap="md" align="flex-start">
          {(["port", "timeout_seconds", "retries"] as const).map((name) => (
            <TextInput
              key={fields.key(name)}
              label={NUMBER_LABELS[name]}
              inputMode="numeric"
              w={110}
              {...fields.getInputProps(name)}
            />
          ))}
        </Group>
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          {profile === undefined ? "Create profile" : "Save profile"}
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

const NUMBER_LABELS = { port: "Port", timeout_seconds: "Seconds a try", retries: "Retries" } as const;

type Fields = { fields: UseFormReturnType<Values> };

function UserFields({ fields, profile }: Fields & { profile: SnmpProfile | undefined }) {
  return (
    <>
      <TextInput
        label="User"
        autoComplete="off"
        maxLength={32}
        key={fields.key("username")}
        {...fields.getInputProps("username")}
      />
      <NativeSelect
        label="Authentication"
        data={choices("not authenticated", AUTH_PROTOCOLS)}
        key={fields.key("auth_protocol")}
        {...fields.getInputProps("auth_protocol")}
      />
      <Secret
        fields={fields}
        name="auth_key"
        label="Authentication key"
        isSet={profile?.has_auth_key === true}
      />
      <NativeSelect
        label="Encryption"
        data={choices("not encrypted", PRIV_PROTOCOLS)}
        key={fields.key("priv_protocol")}
        {...fields.getInputProps("priv_protocol")}
      />
      <Secret fields={fields} name="priv_key" label="Encryption key" isSet={profile?.has_priv_key === true} />
      <TextInput
        label="Context"
        description="Empty: the default one"
        autoComplete="off"
        maxLength={255}
        key={fields.key("context")}
        {...fields.getInputProps("context")}
      />
    </>
  );
}

type SecretProps = Fields & { name: "community" | "auth_key" | "priv_key"; label: string; isSet: boolean };

function Secret({ fields, name, label, isSet }: SecretProps) {
  return (
    <PasswordInput
      label={label}
      autoComplete="off"
      maxLength={128}
      placeholder={isSet ? "Set; leave empty to keep it" : ""}
      key={fields.key(name)}
      {...fields.getInputProps(name)}
    />
  );
}

function choices(none: string, protocols: readonly string[]) {
  return [
    { value: "", label: none },
    ...protocols.map((protocol) => ({ value: protocol, label: protocolName(protocol) })),
  ];
}

function valuesOf(profile: SnmpProfile | undefined): Values {
  return {
    name: profile?.name ?? "",
    community: "",
    username: profile?.username ?? "",
    auth_protocol: profile?.auth_protocol ?? (profile?.version === "v3" ? "" : "sha256"),
    auth_key: "",
    priv_protocol: profile?.priv_protocol ?? (profile?.version === "v3" ? "" : "aes"),
    priv_key: "",
    context: profile?.context ?? "",
    port: String(profile?.port ?? 161),
    timeout_seconds: String(profile?.timeout_seconds ?? 3),
    retries: String(profile?.retries ?? 1),
  };
}

/** What is typed for the version; an empty secret is one that stays. */
function toBody(values: Values, version: SnmpProfile["version"]): Model<"SnmpProfileCreate"> {
  const text = (name: keyof Values) => values[name].trim() || null;
  const common = {
    name: values.name,
    version,
    port: Number(values.port),
    timeout_seconds: Number(values.timeout_seconds),
    retries: Number(values.retries),
  };
  if (version !== "v3") return { ...common, community: values.community || null };
  return {
    ...common,
    username: text("username"),
    auth_protocol: AUTH_PROTOCOLS.find((name) => name === values.auth_protocol) ?? null,
    auth_key: values.auth_key || null,
    priv_protocol: PRIV_PROTOCOLS.find((name) => name === values.priv_protocol) ?? null,
    priv_key: values.priv_key || null,
    context: text("context"),
  };
}
