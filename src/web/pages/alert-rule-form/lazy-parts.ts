/** What is not needed to begin with, in one file for the browser. */
export { AboutFields } from "./about-fields";
export { RuleSentence } from "./rule-sentence";
export { TimingParts } from "./timing-parts";
