import { expect, test } from "bun:test";
import { toProof } from "../../../../src/web/session/second-factor/proof";

test.each([
  ["123456", { code: "123456" }],
  [" 123 456 ", { code: "123456" }],
  ["7k2m-9qxa-04ht-e5cw", { code: "7k2m-9qxa-04ht-e5cw" }],
  ["7K2M-9QXA-04HT-E5CW ", { code: "7K2M-9QXA-04HT-E5CW" }],
  ["7k2m9qxa04hte5cw", { password: "7k2m9qxa04hte5cw" }],
  ["correct horse battery staple", { password: "correct horse battery staple" }],
  [" with blanks ", { password: " with blanks " }],
  ["1234567", { password: "1234567" }],
])("«%s» is taken for %j", (text, proof) => {
  expect(toProof(text)).toEqual(proof);
});
