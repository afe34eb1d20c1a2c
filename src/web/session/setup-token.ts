/** The token of the link that the start prints: it leaves the address bar at once, and is kept nowhere but here. */
let token = "";

export const setupToken = {
  /** Takes the token behind the #; true where there was one: the router then puts another address in its place. */
  takeFromAddress(): boolean {
    const found = new URLSearchParams(location.hash.slice(1)).get("setup-token");
    if (found === null) return false;
    token = found;
    return true;
  },
  get: () => token,
};
