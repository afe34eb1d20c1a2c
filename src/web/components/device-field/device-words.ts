/** What stands around the input. */
export const DEVICE_WORDS: {
  label: string;
  description: string;
  inputWrapperOrder: ("label" | "input" | "description" | "error")[];
} = {
  label: "Device",
  description: "By name, address or MAC",
  inputWrapperOrder: ["label", "input", "description", "error"],
};
