import { readdir, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";

/** A page of the documentation site. */
export interface DocsPage {
  /** Its address below /docs; `index` is /docs itself. */
  readonly id: string;
  /** Its file in the repository. */
  readonly path: string;
  readonly title: string;
  /** Its Markdown below the title, with links as the site has them. */
  readonly body: string;
}

const repository = join(import.meta.dirname, "../..");

/** Pages that are not in docs/. */
const elsewhere = {
  "CHANGELOG.md": "changelog",
  "CONTRIBUTING.md": "contributing",
  "sdk/typescript/README.md": "typescript-sdk",
  "sdk/python/README.md": "python-sdk",
} as const;

/** The groups of the navigation. Pages that it does not name are reached by links and by the search. */
export const navigation: readonly { readonly label: string; readonly pages: readonly string[] }[] = [
  { label: "Get started", pages: ["index", "quickstart", "typescript-sdk", "python-sdk"] },
  { label: "Text to speech", pages: ["text-to-speech", "streaming", "spoken-text", "pronunciation", "documents"] },
  { label: "Voices", pages: ["voices", "custom-voices", "voice-matching"] },
  {
    label: "Transcription",
    pages: [
      ...["transcription", "languages", "subtitles", "speakers", "channels", "own-words", "clean-text"],
      ...["long-recordings", "addresses", "batches", "live"],
    ],
  },
  { label: "Errors and limits", pages: ["errors", "limits", "idempotency", "callbacks", "not-supported"] },
  { label: "Account", pages: ["billing", "your-account"] },
  {
    label: "Drop-in replacement",
    pages: ["openai", "deepgram", "elevenlabs", "assemblyai", "sarvam", "home-assistant", "dialects-tested"],
  },
  { label: "API", pages: ["api", "glossary", "changelog"] },
  {
    label: "Self-hosting",
    pages: [
      ...[
        "install",
        "kubernetes",
        "settings",
        "models",
        "remote-engines",
        "operations",
        "providers",
        "scale",
        "security",
      ],
      ...["backup", "upgrade"],
    ],
  },
  { label: "Project", pages: ["architecture", "jobs", "internals", "decisions", "faults", "measured", "contributing"] },
];

/** Every page, read from the Markdown of the repository. @throws Error for a link to a file that is no page */
export async function readPages(): Promise<readonly DocsPage[]> {
  const found = await readdir(join(repository, "docs"), { recursive: true });
  const own = found.filter((name) => name.endsWith(".md")).map((name) => join("docs", name));
  const ids = new Map<string, string>([
    ...own.map((path) => [path, idOf(path)] as const),
    ...Object.entries(elsewhere),
  ]);
  return Promise.all([...ids].map(async ([path, id]) => ({ id, path, ...(await readPage(path, ids)) })));
}

/** `docs/api.md` is `api`, and `docs/decisions/README.md` is `decisions`. */
function idOf(path: string): string {
  const [, folder, name = ""] = /^docs\/(?:(.*)\/)?(.+)\.md$/.exec(path) ?? [];
  if (name === "README") return folder ?? "index";
  return folder === undefined ? name : `${folder}/${name}`;
}

async function readPage(path: string, ids: ReadonlyMap<string, string>): Promise<Pick<DocsPage, "title" | "body">> {
  const text = await readFile(join(repository, path), "utf8");
  const [, title, body] = /^# (.+)\n([^]*)$/.exec(text) ?? [];
  if (title === undefined || body === undefined) throw new Error(`${path} does not begin with a title.`);
  const linked = body.replaceAll(
    /\]\((?!https?:|#|\/)([^)#\s]+)(#[^)\s]*)?\)/g,
    (_link, target: string, anchor = "") => {
      const id = ids.get(normalize(join(dirname(path), target)));
      if (id === undefined) throw new Error(`${path} links to ${target}, which is no page of the site.`);
      return `](${addressOf(id)}${anchor})`;
    },
  );
  // Addresses of this service are links here; in the repository they lead nowhere.
  return { title, body: linked.replaceAll(/(?<!\[)`(\/(?:account|docs|llms|openapi)(?:[\w/.-]*\w)?)`/g, "[`$1`]($1)") };
}

/** The address of a page on the site. */
export const addressOf = (id: string): string => (id === "index" ? "/docs" : `/docs/${id}`);
