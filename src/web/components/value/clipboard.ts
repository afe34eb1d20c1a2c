/** Puts a text on the clipboard; also on pages that are not served over https, where the browser hides its own way. */
export async function copyText(text: string): Promise<void> {
  if ("clipboard" in navigator) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("readonly", "");
  area.style.position = "fixed";
  area.style.opacity = "0";
  // Inside of a dialog, which would take the focus back from anywhere else.
  const home = document.querySelector("[role=dialog]") ?? document.body;
  home.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("the browser did not copy");
}
