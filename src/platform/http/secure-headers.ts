import type { Context, MiddlewareHandler } from "hono";
import type { Env } from "./server-app";

export type SecureHeaders = {
  isEnabled: boolean;
  contentSecurityPolicy: string;
  referrerPolicy: string;
  permissionsPolicy: string;
  /** Age in seconds; null: no HSTS. */
  hstsMaxAge: number | null;
};

/** Sets the security headers where a handler has not set its own. */
export function secureHeaders(
  options: SecureHeaders,
  isHttps: (context: Context<Env>) => boolean,
): MiddlewareHandler<Env> {
  const fixed = Object.entries({
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": options.referrerPolicy,
    "Permissions-Policy": options.permissionsPolicy,
    "Content-Security-Policy": options.contentSecurityPolicy,
    "Cache-Control": "no-store",
  });
  return async (context, next) => {
    await next();
    if (!options.isEnabled) return;
    const { headers } = context.res;
    for (const [name, value] of fixed) if (!headers.has(name)) headers.set(name, value);
    if (options.hstsMaxAge !== null && isHttps(context)) {
      headers.set("Strict-Transport-Security", `max-age=${options.hstsMaxAge}; includeSubDomains`);
    }
  };
}
