type Support = { support_email: string; support_url: string };

/** Where the people of this service get help, as links: a mail address, a page, or nothing. */
export function supportLinks({ support_email: mail, support_url: page }: Support): SupportLink[] {
  return [
    ...(mail === "" ? [] : [{ label: mail, href: `mailto:${encodeURIComponent(mail).replace("%40", "@")}` }]),
    ...(page === "" ? [] : [{ label: "Support page", href: page }]),
  ];
}

export type SupportLink = { label: string; href: string };
