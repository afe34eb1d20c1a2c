/** What is used here of it: its own types bring those of browsers along, and lack the virtual file system. */
declare module "pdfmake" {
  type Fonts = Record<string, { normal: string; bold: string }>;

  const pdfmake: {
    virtualfs: { writeFileSync(name: string, content: Buffer): void };
    setFonts(fonts: Fonts): void;
    setUrlAccessPolicy(isAllowed: (url: string) => boolean): void;
    setLocalAccessPolicy(isAllowed: (path: string) => boolean): void;
    createPdf(definition: object): { getBuffer(): Promise<Buffer> };
  };
  export default pdfmake;
}
