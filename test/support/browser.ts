/** The end of a page visit: an answer, or an address that was not followed any further. */
export interface Visit {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

export interface VisitOptions {
  /** Sent as a form by POST. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The redirect that begins with this is returned, not followed. */
  readonly stopAt?: string;
}

/** A browser without scripts: it keeps cookies by host, as browsers do, and follows redirects. */
export interface Browser {
  visit(url: string, options?: VisitOptions): Promise<Visit>;
  /** Fills the form of a page that has these fields, or else the first, hidden fields included, and sends it. */
  submit(page: Visit, fields: Readonly<Record<string, string>>, options?: VisitOptions): Promise<Visit>;
  /** The cookies that this address would be sent, as a header; the ports of a host share theirs. */
  cookies(url: string): string;
}

interface Cookie {
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 10;

export function openBrowser(): Browser {
  const jar = new Map<string, Cookie>();
  const cookies = (url: string): string => {
    const { hostname, pathname } = new URL(url);
    const sent = [...jar.values()].filter(
      ({ host, path }) => host === hostname && (pathname === path || pathname.startsWith(path.replace(/\/?$/, "/"))),
    );
    return sent.map(({ name, value }) => `${name}=${value}`).join("; ");
  };
  const keep = (url: string, headers: Headers): void => {
    for (const line of headers.getSetCookie()) {
      const cookie = parseCookie(line, new URL(url).hostname);
      const key = `${cookie.host} ${cookie.path} ${cookie.name}`;
      if (isExpired(line) || cookie.value === "") jar.delete(key);
      else jar.set(key, cookie);
    }
  };
  const visit = async (url: string, { fields, stopAt }: VisitOptions = {}): Promise<Visit> => {
    let target = url;
    let form = fields;
    for (let count = 0; count < maxRedirects; count += 1) {
      const response = await fetch(target, {
        redirect: "manual",
        headers: { accept: "text/html", cookie: cookies(target) },
        ...(form !== undefined && { method: "POST", body: new URLSearchParams(form) }),
      });
      keep(target, response.headers);
      const { status, headers } = response;
      const html = await response.text();
      const location = headers.get("location");
      if (!redirects.has(status) || location === null) return { url: target, status, headers, html };
      target = new URL(location, target).href;
      if (stopAt !== undefined && target.startsWith(stopAt)) return { url: target, status, headers, html: "" };
      form = undefined;
    }
    throw new Error(`${url} redirects without end.`);
  };
  const submit: Browser["submit"] = (page, fields, options = {}) => {
    const { action, hidden } = formOf(page, Object.keys(fields));
    return visit(action, { ...options, fields: { ...hidden, ...fields } });
  };
  return { visit, submit, cookies };
}

function parseCookie(line: string, host: string): Cookie {
  const [pair = "", ...attributes] = line.split(/;\s*/);
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice("path=".length) ?? "/";
  const separator = pair.indexOf("=");
  return { host, path, name: pair.slice(0, separator), value: pair.slice(separator + 1) };
}

const isExpired = (line: string): boolean =>
  Date.parse(/;\s*expires=([^;]+)/i.exec(line)?.[1] ?? "") < Date.now() || /;\s*max-age=0\b/i.test(line);

/** Finds where the form of a page with such fields, or else its first, is sent, and its hidden fields. */
function formOf(page: Visit, names: readonly string[]): { action: string; hidden: Record<string, string> } {
  const forms = page.html.match(/<form[^>]*>.*?<\/form>/gs) ?? [];
  const form = forms.find((one) => names.every((name) => one.includes(`name="${name}"`))) ?? forms[0];
  if (form === undefined) throw new Error(`${page.url} (${page.status}) has no form:\n${page.html}`);
  const inputs = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => input);
  const hidden = inputs.map((input) => [attribute(input, "name"), attribute(input, "value")] as const);
  return { action: new URL(attribute(form, "action"), page.url).href, hidden: Object.fromEntries(hidden) };
}

const attribute = (tag: string, name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
