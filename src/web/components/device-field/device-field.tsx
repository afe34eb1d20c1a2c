import { TextInput } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { DeviceFieldProps } from "./device-search";
import { DEVICE_WORDS } from "./device-words";

const DeviceSearch = lazy(() =>
  import("./device-search").then((module) => ({ default: module.DeviceSearch })),
);

/** One of the devices, found by name, address or MAC. What finds them is loaded beside the form, in the same place. */
export function DeviceField(props: DeviceFieldProps) {
  return (
    <Suspense fallback={<TextInput {...DEVICE_WORDS} readOnly error={props.error} />}>
      <DeviceSearch {...props} />
    </Suspense>
  );
}
