import { Checkbox, NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { lazy, Suspense, useState, type ReactNode } from "react";
import styles from "./monitor-form.module.css";
import { SecretField } from "./secret-field";
import {
  AUTH_TYPES,
  ENCODINGS,
  KINDS,
  LABELS,
  METHODS,
  OAUTH_METHODS,
  OPERATORS,
  type MonitorValues,
  type SecretName,
} from "./values";

const GroupFields = lazy(() => import("./group-fields").then((module) => ({ default: module.GroupFields })));

/** Help stands below the input, so that the inputs of a row are in line. */
const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

type Props = {
  fields: UseFormReturnType<MonitorValues>;
  /** The kind can still be chosen. */
  isNew?: boolean;
};

type Flag =
  | "follow_redirects"
  | "cache_bust"
  | "keyword_inverted"
  | "upside_down"
  | "verify_tls"
  | "certificate_expiry_alert"
  | "enabled";
type Line = Exclude<keyof MonitorValues, Flag | SecretName | "modes" | "members">;

const KIND_WORDS: Readonly<Record<(typeof KINDS)[number], string>> = {
  http: "A URL answers",
  push: "A job reports",
  group: "Others together",
};
const KIND_HINTS: Readonly<Record<string, string>> = {
  push: "A job calls a URL each time it has run; its silence is down",
  group: "Devices, checks and monitors decide: all of them, or any",
};
const SWITCHED_OFF: Readonly<Record<string, string>> = {
  push: "Switched off, reports are not counted",
  group: "Switched off, it is kept and is not looked at",
};
const AUTH_WORDS: Readonly<Record<(typeof AUTH_TYPES)[number], string>> = {
  none: "None",
  basic: "User name and password",
  bearer: "Token",
  oauth2: "OAuth 2 client credentials",
  mtls: "Own certificate (mTLS)",
};
const ENCODING_WORDS: Readonly<Record<(typeof ENCODINGS)[number], string>> = {
  json: "JSON",
  text: "Text",
  form: "A form",
  xml: "XML",
};
const OPERATOR_WORDS: Readonly<Record<(typeof OPERATORS)[number], string>> = {
  equals: "is",
  not_equals: "is not",
  contains: "contains",
  not_contains: "does not contain",
  exists: "is there",
  not_exists: "is not there",
  gt: "is greater than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
};

function words<Word extends string>(list: readonly Word[], names: Readonly<Record<Word, string>>) {
  return list.map((value) => ({ value, label: names[value] }));
}

/** Every field of a monitor, in the order in which a check goes: what is asked, as whom, what must come, when. */
export function MonitorFields({ fields, isNew = false }: Props) {
  const [kind, setKind] = useState(() => fields.getValues().kind);
  fields.watch("kind", ({ value }) => setKind(value));
  const { line } = drawing(fields);
  const isHttp = kind === "http";
  return (
    <>
      {(isNew || !isHttp) && (
        <fieldset className={styles.group}>
          <legend>What is watched</legend>
          {isNew && (
            <NativeSelect
              key={fields.key("kind")}
              {...line("kind")}
              description={KIND_HINTS[kind] ?? ""}
              data={words(KINDS, KIND_WORDS)}
            />
          )}
          {!isHttp && <NameField fields={fields} />}
        </fieldset>
      )}
      {isHttp && <HttpFields fields={fields} />}
      {kind === "group" && (
        <Suspense>
          <GroupFields fields={fields} />
        </Suspense>
      )}
      <WhenFields fields={fields} kind={kind} />
      <fieldset className={styles.group}>
        <legend>For people</legend>
        <TextInput key={fields.key("tags")} {...line("tags")} description="Separated by commas" />
        <Textarea
          key={fields.key("description")}
          {...line("description")}
          className={styles.wide}
          rows={2}
          maxLength={4000}
        />
      </fieldset>
    </>
  );
}

function drawing(fields: Props["fields"]) {
  const line = (name: Line) => ({
    label: LABELS[name],
    inputWrapperOrder: ORDER,
    ...fields.getInputProps(name),
  });
  const number = (name: Line, description: string): ReactNode => (
    <TextInput key={fields.key(name)} {...line(name)} inputMode="numeric" description={description} />
  );
  return { line, number };
}

function WhenFields({ fields, kind }: Props & { kind: string }) {
  const { number } = drawing(fields);
  const isGroup = kind === "group";
  return (
    <fieldset className={styles.group}>
      <legend>When</legend>
      {number(
        "check_interval_seconds",
        isGroup ? "20 to 86,400; a change of a member counts at once" : "20 to 86,400",
      )}
      {kind === "push" && number("push_grace_seconds", "How much later a report may come: 0 to 2,678,400")}
      {!isGroup && number("max_retries", "0 to 10, before it is held to be down")}
      {!isGroup && number("retry_interval_seconds", "5 to 86,400")}
      <Switch
        className={styles.wide}
        label={LABELS.enabled}
        description={SWITCHED_OFF[kind] ?? "Switched off, it is kept and asks nothing"}
        key={fields.key("enabled")}
        {...fields.getInputProps("enabled", { type: "checkbox" })}
      />
    </fieldset>
  );
}

function HttpFields({ fields }: Props) {
  const [{ auth_type: auth, http_method: method, json_operator: operator }, setChosen] = useState(() =>
    fields.getValues(),
  );
  const renew = () => setChosen({ ...fields.getValues() });
  fields.watch("auth_type", renew);
  fields.watch("http_method", renew);
  fields.watch("json_operator", renew);
  const { line, number } = drawing(fields);
  const flag = (name: Flag, description?: string): ReactNode => (
    <Checkbox
      key={fields.key(name)}
      className={styles.wide}
      label={LABELS[name]}
      description={description}
      {...fields.getInputProps(name, { type: "checkbox" })}
    />
  );
  const hasBody = !["GET", "HEAD"].includes(method);
  const needsValue = operator !== "exists" && operator !== "not_exists";
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Request</legend>
        <TextInput
          key={fields.key("url")}
          {...line("url")}
          className={styles.wide}
          placeholder="https://www.example.com/health"
          classNames={{ input: "mono" }}
          autoComplete="off"
          data-autofocus
          autoFocus
        />
        <TextInput
          key={fields.key("name")}
          {...line("name")}
          maxLength={120}
          description="Left blank: the host"
        />
        <NativeSelect key={fields.key("http_method")} {...line("http_method")} data={[...METHODS]} />
        {number("timeout_seconds", "1 to 60")}
        {number("max_redirects", "0 to 20")}
        {flag("follow_redirects")}
        <SecretField
          fields={fields}
          name="request_headers"
          rows={2}
          description="One a line, such as Accept: application/json"
        />
        {hasBody && (
          <>
            <SecretField fields={fields} name="request_body" rows={4} />
            <NativeSelect
              key={fields.key("body_encoding")}
              {...line("body_encoding")}
              data={words(ENCODINGS, ENCODING_WORDS)}
            />
          </>
        )}
        <SecretField fields={fields} name="proxy_url" description="Such as http://proxy.example.com:3128" />
        {flag("cache_bust")}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Authentication</legend>
        <NativeSelect
          key={fields.key("auth_type")}
          {...line("auth_type")}
          label="As whom"
          data={words(AUTH_TYPES, AUTH_WORDS)}
        />
        <Authentication fields={fields} line={line} type={auth} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>What is expected</legend>
        <TextInput
          key={fields.key("accepted_status_codes")}
          {...line("accepted_status_codes")}
          description="Codes and ranges, such as 200-299, 304"
        />
        <TextInput
          key={fields.key("keyword")}
          {...line("keyword")}
          maxLength={1000}
          description="Left blank: any answer"
        />
        {flag("keyword_inverted")}
        <TextInput
          key={fields.key("json_path")}
          {...line("json_path")}
          description="Such as $.status; left blank: not looked at"
          classNames={{ input: "mono" }}
        />
        <NativeSelect
          key={fields.key("json_operator")}
          {...line("json_operator")}
          data={words(OPERATORS, OPERATOR_WORDS)}
        />
        {needsValue && (
          <TextInput key={fields.key("expected_value")} {...line("expected_value")} maxLength={2000} />
        )}
        <Textarea
          key={fields.key("expected_headers")}
          {...line("expected_headers")}
          className={styles.wide}
          rows={2}
          description="One a line: Content-Type: text/html must be so, Cache-Control ~ no-store must be in it"
          classNames={{ input: "mono" }}
        />
        {number("max_response_time_ms", "Left blank: any time")}
        {number("max_response_bytes", "Left blank: any size")}
        {flag("upside_down", "It is up as long as the check fails")}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Certificate</legend>
        {flag("verify_tls")}
        <SecretField
          fields={fields}
          name="tls_ca"
          rows={3}
          description="PEM; for servers with an authority of your own"
        />
        {flag("certificate_expiry_alert")}
        {number("certificate_expiry_days", "1 to 365")}
      </fieldset>
    </>
  );
}

type AuthProps = Props & { type: string; line: (name: Line) => Record<string, unknown> };

function Authentication({ fields, type, line }: AuthProps) {
  const text = (name: Line) => <TextInput key={fields.key(name)} {...line(name)} autoComplete="off" />;
  switch (type) {
    case "basic":
      return (
        <>
          {text("auth_username")}
          <SecretField fields={fields} name="auth_password" />
        </>
      );
    case "bearer":
      return <SecretField fields={fields} name="bearer_token" />;
    case "oauth2":
      return (
        <>
          {text("oauth_token_url")}
          {text("oauth_client_id")}
          <SecretField fields={fields} name="oauth_client_secret" />
          {text("oauth_scopes")}
          {text("oauth_audience")}
          <NativeSelect
            key={fields.key("oauth_auth_method")}
            {...line("oauth_auth_method")}
            data={OAUTH_METHODS.map((value) => ({
              value,
              label: value === "client_secret_basic" ? "In a header" : "In the body",
            }))}
          />
        </>
      );
    case "mtls":
      return (
        <>
          <SecretField fields={fields} name="tls_cert" rows={4} description="PEM" />
          <SecretField fields={fields} name="tls_key" rows={4} description="PEM" />
        </>
      );
    default:
      return null;
  }
}

/** A group has no host that it could be called after. */
function NameField({ fields }: Pick<Props, "fields">) {
  return (
    <TextInput
      key={fields.key("name")}
      label={LABELS.name}
      maxLength={120}
      {...fields.getInputProps("name")}
    />
  );
}
