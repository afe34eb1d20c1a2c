import { expect, test } from "bun:test";
import { crontabLine } from "../../../../../src/web/pages/watched/push/push-commands";

const URL = "https://netatlas.example.com/api/v1/monitors/push/abc";

test.each([
  [20, "* * * * * "],
  [60, "* * * * * "],
  [420, "*/6 * * * * "],
  [3600, "0 * * * * "],
  [5 * 3600, "0 */4 * * * "],
  [86_400, "0 4 * * * "],
])("a job that is expected every %d s runs as often or oftener, evenly", (seconds, schedule) => {
  const line = crontabLine(URL, seconds);
  expect(line).toStartWith(schedule);
  expect(line).toContain(`'${URL}'`);
  // In a crontab a percent sign ends the command.
  expect(line).not.toContain("%");
});
