/** Bun gives a Markdown file that is imported with `type: "text"` as its text. */
declare module "*.md" {
  const text: string;
  export default text;
}
