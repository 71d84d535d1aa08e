import { useQuery } from "@tanstack/react-query";
import { fetchSearch } from "#web-docs/src/browser/fetch-search.ts";
import type { ListedAccount } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatRecent, languageName } from "#web/format.ts";
import { requestPath } from "./requests/request-status.tsx";
import { requestTitle } from "./requests/request-title.tsx";
import { studioWithVoice } from "./studio-path.ts";
import { t } from "#web/messages/translate.ts";
import { useRested } from "./use-rested.ts";

/** A page of the account, which the palette leads to. */
export interface PalettePage {
  readonly name: string;
  readonly address: string;
  /** Further words by which it is found. */
  readonly keywords?: string;
}

/** A place that the palette leads to. */
export interface PaletteOption {
  readonly label: string;
  readonly hint: string;
  readonly address: string;
}

/** Places of one kind, by the name of the kind. */
export interface PaletteGroup {
  readonly name: string;
  readonly options: readonly PaletteOption[];
}

/** Milliseconds for which the typing rests before the service is asked. */
const typingMs = 200;
const limit = 5;
/** Calls of the API reference that are shown. */
const callsShown = 3;
/** A single letter is in most names. */
const leastLetters = 2;

/** A function alone is not kept as data. */
const openDocs = async () => ({ search: await fetchSearch() });

type FoundPage = ReturnType<Awaited<ReturnType<typeof openDocs>>["search"]>[number];

/** The best section of a page, or the best calls of the reference. */
function docsOptions({ page, sections: [best, ...others] }: FoundPage): readonly PaletteOption[] {
  if (best === undefined) return [];
  if (best.call === undefined) return [{ label: page, hint: best.heading, address: best.url }];
  return [best, ...others]
    .slice(0, callsShown)
    .map(({ heading, call = "", url }) => ({ label: heading, hint: call, address: url }));
}

const accountOption = ({ user_id: id, name, username, email }: ListedAccount): PaletteOption => ({
  label: name || username || email,
  hint: email,
  address: `/account/admin/accounts/${id}`,
});

/** The form of the id of a request. */
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The pages whose names have the text, and what the service and the documentation have for it. */
export function usePaletteOptions(pages: readonly PalettePage[], text: string) {
  const asked = useRested(text.trim(), typingMs);
  const enabled = asked.length >= leastLetters;
  const query = { search: asked, limit };
  const voices = useApi("GET /v1/voices", { query: { ...query, installed: true } }, { enabled });
  const requests = useApi("GET /v1/speech/requests", { query }, { enabled });
  const { data: me } = useApi("GET /v1/users/me", {});
  const isAdmin = me?.role === "admin";
  const accounts = useApi("GET /v1/admin/accounts", { query }, { enabled: enabled && isAdmin });
  const docs = useQuery({
    queryKey: ["documentation"],
    queryFn: openDocs,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const named = pages.filter(({ name, keywords = "" }) =>
    `${name} ${keywords}`.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const found = enabled ? (requests.data?.items ?? []) : [];
  const isUnlisted = uuid.test(asked) && !found.some(({ request_id: id }) => id === asked.toLowerCase());
  const sections = enabled ? (docs.data?.search(asked, limit) ?? []) : [];
  const groups: readonly PaletteGroup[] = [
    { name: t("Pages"), options: named.map(({ name, address }) => ({ label: name, hint: "", address })) },
    {
      name: t("Voices"),
      options: (enabled && voices.data?.nearest === false ? voices.data.items : []).map((voice) => ({
        label: voice.name,
        hint: voice.type === "custom" ? t("Your voice") : languageName(voice.language),
        address: studioWithVoice(voice.voice_id),
      })),
    },
    {
      name: t("History"),
      options: [
        ...(isUnlisted ? [{ label: asked, hint: t("Request"), address: requestPath(asked) }] : []),
        ...found.map((request) => ({
          label: requestTitle(request),
          hint: formatRecent(request.created_at),
          address: requestPath(request.request_id),
        })),
      ],
    },
    { name: t("Accounts"), options: (enabled && isAdmin ? (accounts.data?.items ?? []) : []).map(accountOption) },
    {
      name: t("Documentation"),
      options: sections.flatMap(docsOptions),
    },
  ];
  const isBusy =
    text.trim() !== asked || voices.isFetching || requests.isFetching || accounts.isFetching || docs.isFetching;
  return { groups: groups.filter(({ options }) => options.length > 0), isBusy };
}
