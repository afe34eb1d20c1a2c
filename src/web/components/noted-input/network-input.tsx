import type { TextInputProps } from "@mantine/core";
import { NotedInput } from "./noted-input";

/** A network: where it was typed with an address inside of it, it says as what it is stored. */
export function NetworkInput(input: TextInputProps) {
  return <NotedInput {...input} about="network" noteOf={storedNote} />;
}

async function storedNote(text: string): Promise<string | null> {
  const { clearHostBits, recognise } = await import("../../format/address");
  const given = recognise(text);
  if (given?.kind !== "network") return null;
  const stored = clearHostBits(given.text);
  return stored === given.text ? null : `${given.text} is stored as ${stored}, the network that it lies in`;
}
