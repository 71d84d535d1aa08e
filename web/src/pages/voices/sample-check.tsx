import { useQuery } from "@tanstack/react-query";
import { Check, Clock, TriangleAlert, X } from "lucide-react";
import type { Recording } from "#web/components/audio/use-recording.ts";
import { t } from "#web/messages/translate.ts";
import { measureSample, type SampleFinding, sampleFindings } from "./sample-quality.ts";

/** As the service hears it. */
const rate = 16_000;

/** Decodes a recording with the browser and measures its first channel. @throws DOMException for what it cannot decode */
async function check(audio: Blob): Promise<readonly SampleFinding[]> {
  const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await audio.arrayBuffer());
  return sampleFindings(measureSample(sound.getChannelData(0), rate));
}

const icons = { good: Check, warn: TriangleAlert, bad: X, open: Clock } as const;
const kinds = { good: t("Good"), warn: t("Could be better"), bad: t("Refused"), open: t("Checked later") } as const;

const Finding = ({ finding: { kind, text } }: { readonly finding: SampleFinding }) => {
  const Icon = icons[kind];
  return (
    <li data-kind={kind}>
      <Icon role="img" aria-label={kinds[kind]} />
      {text}
    </li>
  );
};

/** Scrolls a sample that was checked to the top of its dialog, so that what was found and the consent below are in sight. */
const bringIntoSight = (found: HTMLElement | null): void =>
  found?.closest(".sample-heard")?.scrollIntoView({ block: "start" });

/** The findings of the browser in a sample before it is sent. */
export function SampleCheck({ sample: { audio, address } }: { readonly sample: Recording }) {
  const { data, isError } = useQuery({
    queryKey: ["sample check", address],
    queryFn: () => check(audio),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <div role="status" className="sample-check">
      {isError && (
        <p ref={bringIntoSight} className="hint">
          {t("This browser cannot check the recording. The service checks it.")}
        </p>
      )}
      {data !== undefined && (
        <>
          <ul ref={bringIntoSight}>
            {data.map((finding) => (
              <Finding key={finding.text} finding={finding} />
            ))}
          </ul>
          <p className="hint">{t("Estimated in your browser.")}</p>
        </>
      )}
    </div>
  );
}
