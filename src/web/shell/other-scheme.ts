import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";

/** The colours that are not in use now, and how to change to them. */
export function useOtherScheme(): { other: "light" | "dark"; change: () => void } {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme("light") === "dark" ? "light" : "dark";
  return { other, change: () => setColorScheme(other) };
}
