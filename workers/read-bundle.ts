import {
  parseBundleText,
  type TextInput,
  type TextOutput,
} from "../src/features/configuration/text/parse-text";

/** Reads the text of a configuration bundle. */
export default function readBundle(input: TextInput): TextOutput {
  return parseBundleText(input);
}
