interface Scalar {
  createApiReference(element: string, configuration: Readonly<Record<string, unknown>>): void;
}
declare const Scalar: Scalar;

/** As the visitor has chosen on the other pages, or else as the system is. */
const chosen = localStorage.getItem("starlight-theme");
const isDark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
document.documentElement.dataset["theme"] = isDark ? "dark" : "light";

/** The header stays in view: what the viewer keeps in view stands below it, and so do the places that links lead to. */
const header = document.querySelector(".reference-header");
if (header !== null) {
  new ResizeObserver(() => {
    const { height } = header.getBoundingClientRect();
    document.documentElement.style.setProperty("--scalar-custom-header-height", `${height}px`);
  }).observe(header);
}

/** The viewer's samples beside those of our clients: curl, and one for each of the languages that have none of ours. */
const hiddenClients = {
  ...Object.fromEntries(
    [
      "c",
      "clojure",
      "dart",
      "fsharp",
      "http",
      "julia",
      "kotlin",
      "node",
      "objc",
      "ocaml",
      "powershell",
      "python",
      "r",
      "swift",
    ].map((language) => [language, true]),
  ),
  ...{ csharp: ["restsharp"], java: ["asynchttp", "nethttp", "unirest"], js: true, php: ["guzzle", "laravel"] },
  shell: ["httpie", "wget"],
};

Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  servers: [{ url: location.origin }],
  authentication: {
    preferredSecurityScheme: "apiKey",
    // The key was typed into the field of the other pages.
    securitySchemes: { apiKey: { value: sessionStorage.getItem("speech-api-key") ?? "" } },
  },
  // Nothing is asked of or told to other hosts.
  ...{ withDefaultFonts: false, telemetry: false, proxyUrl: "", agent: { disabled: true }, mcp: { disabled: true } },
  ...{ forceDarkModeState: isDark ? "dark" : "light", hideDarkModeToggle: true, showDeveloperTools: "never" },
  ...{
    hideClientButton: true,
    // The search of the documentation finds these calls, too.
    hideSearch: true,
    hiddenClients,
    persistAuth: false,
    theme: "default",
    defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  },
});

/** The attributes that elements of Scalar lack for those who use a keyboard or a screen reader. */
const lacking: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "button[class*='copy-button']:not([aria-label])": { "aria-label": "Copy" },
  "[role='combobox'][contenteditable]:not([aria-label])": { "aria-label": "Value", "aria-expanded": "false" },
  ".scalar-card-content.overflow-auto:not([tabindex])": { tabindex: "0" },
};

new MutationObserver(() => {
  for (const [selector, attributes] of Object.entries(lacking)) {
    for (const element of document.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    }
  }
}).observe(document.body, { childList: true, subtree: true });
