/** It has no types of its own. */
declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: {
      targetFormat: "truetype";
      variationAxes: Record<string, number>;
      keepFeatures: readonly string[];
    },
  ): Promise<Uint8Array>;
}
