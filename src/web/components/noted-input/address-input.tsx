import type { TextInputProps } from "@mantine/core";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { foundDevicesQuery } from "../../api/inventory";
import { deviceName } from "../../format/device";
import { NotedInput } from "./noted-input";

type Props = TextInputProps & {
  /** The device that has the address by right; absent: it is not made yet. */
  deviceId?: number | undefined;
};

/** A device's address: once it is left it says which other devices have it, which may share one. */
export function AddressInput({ deviceId, ...input }: Props) {
  const queries = useQueryClient();
  return (
    <NotedInput
      {...input}
      about={`address of device ${deviceId ?? "new"}`}
      noteOf={(text) => holdersNote(queries, { text, deviceId })}
    />
  );
}

async function holdersNote(
  queries: QueryClient,
  { text, deviceId }: { text: string; deviceId: number | undefined },
): Promise<string | null> {
  const { recognise } = await import("../../format/address");
  const given = recognise(text);
  if (given?.kind !== "address") return null;
  const found = await queries.fetchQuery({ ...foundDevicesQuery(given.text), staleTime: 0 });
  const holders = found.filter(
    ({ id, ip_address: address, additional_addresses: others, interfaces }) =>
      id !== deviceId &&
      [address, ...others, ...interfaces.flatMap((one) => one.ip_addresses)].includes(given.text),
  );
  return holders.length === 0
    ? null
    : `${given.text} is already the address of ${holders.map(deviceName).join(", ")}. If two machines answer to it, one is not reached.`;
}
