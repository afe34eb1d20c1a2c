import { readEnvironment } from "../settings/settings";
import { askHealth } from "./ask-health";

/** For containers: exit code 0 where the service of this environment answers, else 1. */

const answer = await askHealth(readEnvironment());
process.exit(answer.ok ? 0 : 1);
