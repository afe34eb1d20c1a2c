import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { forgetDevices } from "../../../api/inventory";
import { may, useMe, type Me } from "../../../api/me";
import { followFirstResult } from "../../../api/monitoring";
import { RequestFailure } from "../../../api/request-failure";
import { useIdempotencyKey } from "../../../components/form/idempotency-key";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { watchHost, watchUrl } from "../api";
import styles from "../monitoring.module.css";
import { whatToWatch, type Wanted } from "./what-to-watch";

type Props = {
  /** Asks for a name too. */
  hasName?: boolean;
  onWatched: (what: "host" | "page") => void;
};

/** An address, a host name or a URL, and it is watched. */
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
    validate: { ip_address: (typed: string) => faultOf(whatToWatch(typed), me) },
    async submit({ ip_address: typed, name }) {
      const wanted = whatToWatch(typed);
      if (wanted?.kind === "page") {
        await atField(() => watchUrl({ url: wanted.url, name: name.trim(), key }));
        return "page";
      }
      const place =
        wanted?.kind === "name"
          ? { hostname: wanted.name }
          : { ip_address: wanted?.kind === "host" ? wanted.address : typed.trim() };
      await watchHost({ place, name: name.trim(), key });
      return "host";
    },
    onDone(kind) {
      void forgetDevices(queries);
      followFirstResult(queries);
      onWatched(kind);
    },
  });
  const { fields } = form;
  return (
    <FormBody form={form} label="Watch a host or a page">
      <div className={styles.watch}>
        <TextInput
          aria-label="Address, host name or URL"
          placeholder="nas.lan, 192.0.2.1 or a URL"
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

/** What is wrong with it, or null. */
function faultOf(wanted: Wanted | undefined, me: Me): string | null {
  switch (wanted?.kind) {
    case "host":
    case "name":
      return may(me, "topology_write") ? null : "To add hosts the permission topology_write is needed";
    case "page":
      return may(me, "monitoring_write") ? null : "To add monitors the permission monitoring_write is needed";
    case "port":
      return `A port is checked on a device: watch ${wanted.host}, then add a service check for its port ${wanted.port}. Is it a page? Then write http://${urlHost(wanted.host)}:${wanted.port}`;
    case "network":
      return `A network is not watched as a whole: scan ${wanted.network} in Discovery, and the hosts found there are`;
    case "unclear":
      return `“${wanted.text}” is no address, host name or URL, such as 192.0.2.1, nas.lan or https://nas.lan`;
    default:
      return "The address is missing";
  }
}

function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** What is wrong with a URL stands at the one field that there is. */
async function atField(send: () => Promise<unknown>): Promise<unknown> {
  try {
    return await send();
  } catch (error) {
    const fault =
      error instanceof RequestFailure ? error.fields.find(({ path }) => path[0] === "url") : undefined;
    if (fault === undefined) throw error;
    const { message } = fault;
    throw new RequestFailure({
      status: 422,
      message,
      fields: [{ path: ["ip_address"], message }],
      cause: error,
    });
  }
}
