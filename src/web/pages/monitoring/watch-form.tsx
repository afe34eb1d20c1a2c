import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { forgetDevices } from "../../api/inventory";
import { may, useMe } from "../../api/me";
import { forgetMonitoring } from "../../api/monitoring";
import { RequestFailure } from "../../api/request-failure";
import { useIdempotencyKey } from "../../components/form/idempotency-key";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { watchHost, watchUrl } from "./api";
import styles from "./monitoring.module.css";
import { whatToWatch } from "./what-to-watch";

type Props = {
  /** Asks for a name too. */
  hasName?: boolean;
  onWatched: (what: "host" | "page") => void;
};

/** An address or a URL, and it is watched. */
export function WatchForm(props: Props) {
  // A second one is not the first one sent twice.
  const [round, setRound] = useState(0);
  return (
    <Form
      key={round}
      {...props}
      onWatched={(what) => {
        setRound((old) => old + 1);
        props.onWatched(what);
      }}
    />
  );
}

function Form({ hasName = false, onWatched }: Props) {
  const queries = useQueryClient();
  const me = useMe();
  const key = useIdempotencyKey();
  const form = useSubmitForm({
    initialValues: { ip_address: "", name: "" },
    async submit({ ip_address: typed, name }) {
      const wanted = whatToWatch(typed);
      if (wanted === undefined) throw refusal("The address is missing");
      if (wanted.kind === "name") {
        throw refusal(
          `A host is watched by its address. Is “${wanted.name}” a page? Then write https://${wanted.name}`,
        );
      }
      if (wanted.kind === "host" && !may(me, "topology_write"))
        throw refusal("To add hosts the permission topology_write is needed");
      if (wanted.kind === "page" && !may(me, "monitoring_write"))
        throw refusal("To add pages the permission monitoring_write is needed");
      await (wanted.kind === "host"
        ? watchHost({ address: wanted.address, name: name.trim(), key })
        : atField(() => watchUrl({ url: wanted.url, name: name.trim(), key })));
      return wanted.kind;
    },
    onDone(kind) {
      void forgetDevices(queries);
      void forgetMonitoring(queries);
      onWatched(kind);
    },
  });
  const { fields } = form;
  return (
    <FormBody form={form} label="Watch a host or a page">
      <div className={styles.watch}>
        <TextInput
          aria-label="Address or URL"
          placeholder="192.0.2.1, 2001:db8::1 or https://www.example.com"
          autoFocus
          data-autofocus
          autoComplete="off"
          classNames={{ input: "mono" }}
          key={fields.key("ip_address")}
          {...fields.getInputProps("ip_address")}
        />
        {hasName && (
          <TextInput
            aria-label="Name"
            placeholder="Name, if it has one"
            maxLength={120}
            key={fields.key("name")}
            {...fields.getInputProps("name")}
          />
        )}
        <Button type="submit" loading={form.isBusy}>
          Watch it
        </Button>
      </div>
    </FormBody>
  );
}

function refusal(message: string): RequestFailure {
  return new RequestFailure({ status: 422, message, fields: [{ path: ["ip_address"], message }] });
}

/** What is wrong with a URL stands at the one field that there is. */
async function atField(send: () => Promise<unknown>): Promise<unknown> {
  try {
    return await send();
  } catch (error) {
    const fault =
      error instanceof RequestFailure ? error.fields.find(({ path }) => path[0] === "url") : undefined;
    throw fault === undefined ? error : refusal(fault.message);
  }
}
