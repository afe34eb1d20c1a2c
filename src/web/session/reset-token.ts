/** The token of a mailed link: it leaves the address bar at once, and is kept nowhere but here. */
let token: string | undefined;

export const resetToken = {
  /**
   * Takes the token of the page's address; true where there was one: the router then puts another address in its place.
   */
  takeFromAddress(): boolean {
    const found = new URLSearchParams(location.search).get("reset_token");
    if (found === null) return false;
    token = found;
    return true;
  },
  get: () => token,
};
