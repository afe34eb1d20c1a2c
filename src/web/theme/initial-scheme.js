// Runs in the page's head before anything is painted, so that the page never appears in the other scheme first.
{
  let wanted = null;
  try {
    wanted = localStorage.getItem("netatlas-color-scheme");
  } catch {
    // Storage may be forbidden: then the system's scheme counts.
  }
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const scheme = wanted === "light" || wanted === "dark" ? wanted : isDark ? "dark" : "light";
  document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
}
