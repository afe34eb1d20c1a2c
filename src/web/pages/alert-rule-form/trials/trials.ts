export { RuleRehearsal } from "./rehearsal";
export { RuleTest } from "./rule-test";
