/** What is not needed to begin with, in one file for the browser. */
export { AboutFields } from "./about/about-fields";
export { RuleSentence } from "./rule-sentence";
export { TimingParts } from "./timing/timing-parts";
