type Options = { ignoreBlocker: boolean };

export type RouterHistory = { canGoBack: () => boolean; back: (options: Options) => void };

/**
 * The way back to where a form was opened from, with its filters and its place; `otherwise` leads on where it was opened
 * by its address. What was typed is asked about, unless it is done.
 */
export function wayBack(
  history: RouterHistory,
  otherwise: (options: Options) => void,
): (isDone?: boolean) => void {
  return (isDone = false) => {
    const options = { ignoreBlocker: isDone };
    if (history.canGoBack()) history.back(options);
    else otherwise(options);
  };
}
