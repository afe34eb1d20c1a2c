import { testFormat, type TestFormatInput } from "../src/features/syslog/parse-test/test-format";

/** Tries a format of one's own on lines. The caller gets a TriedResult per line that is not empty. */
export default function testFormatTask(input: TestFormatInput): ReturnType<typeof testFormat> {
  return testFormat(input);
}
