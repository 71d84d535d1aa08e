import { Slider } from "@base-ui/react/slider";
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { fieldProblem, Problem } from "#web/api/problem.ts";
import { useApi } from "#web/api/use-api.ts";
import { durationWords, numberWords } from "#web/api/words.ts";
import { ChoiceField, LabelledField } from "#web/parts/field.tsx";
import { Heading } from "#web/parts/heading.tsx";
import { ErrorNotice, Waiting } from "#web/parts/notice.tsx";
import { Snippets } from "./snippets.tsx";
import { formats, synthesize, type Synthesized, type Wanted } from "./synthesize.ts";
import { useVoices } from "./use-voices.ts";

const anyVoice = "";

function Speed({ value, onChange }: { readonly value: number; readonly onChange: (value: number) => void }) {
  return (
    <Slider.Root
      className="slider"
      value={value}
      min={0.5}
      max={2}
      step={0.05}
      onValueChange={(next) => onChange(next)}
    >
      <Slider.Label className="label">Speed</Slider.Label>
      <Slider.Value className="soft">{() => `${value.toFixed(2)}×`}</Slider.Value>
      <Slider.Control className="slider-control">
        <Slider.Track className="slider-track">
          <Slider.Indicator className="slider-indicator" />
          <Slider.Thumb className="slider-thumb" />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}

const Result = ({ spoken }: { readonly spoken: Synthesized }) => (
  <div className="result">
    {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text it speaks is in the field above */}
    <audio controls autoPlay src={spoken.address} aria-label="The spoken text" />
    <a className="button quiet" href={spoken.address} download={`speech.${spoken.format}`}>
      Download
    </a>
    <p className="hint">
      {numberWords(spoken.characters)} characters, {durationWords(spoken.seconds)}, by {spoken.voice}
    </p>
  </div>
);

interface FormProps {
  readonly wanted: Wanted;
  readonly onChange: (changed: Partial<Wanted>) => void;
  readonly error: unknown;
}

function Choices({ wanted, onChange, error }: FormProps) {
  const limits = useApi("GET /demo.json", {}, { staleTime: Number.POSITIVE_INFINITY });
  const voices = useVoices(wanted.language);
  const languages = limits.data?.languages ?? [{ tag: "en", name: "English" }];
  return (
    <div className="row">
      <ChoiceField
        label="Language"
        value={wanted.language}
        onChange={(language) => onChange({ language, voiceId: anyVoice })}
        choices={languages.map(({ tag, name }) => [tag, name])}
      />
      <ChoiceField
        label="Voice"
        value={wanted.voiceId}
        onChange={(voiceId) => onChange({ voiceId })}
        problem={fieldProblem(error, "voice_id")}
        choices={[[anyVoice, "The usual one"], ...voices.map(({ voice_id: id, name }) => [id, name] as const)]}
      />
      <ChoiceField
        label="Format"
        value={wanted.format}
        onChange={(format) => onChange({ format: formats.find((one) => one === format) ?? "wav" })}
        choices={formats.map((format) => [format, format.toUpperCase()])}
      />
      <Speed value={wanted.speed} onChange={(speed) => onChange({ speed })} />
    </div>
  );
}

/** Speaking a text with everything that the API offers, and the same call for a program. */
export function Playground() {
  const [wanted, setWanted] = useState<Wanted>({
    text: "",
    language: "en",
    voiceId: anyVoice,
    speed: 1,
    format: "mp3",
  });
  const { mutate, data, error, isPending } = useMutation({ mutationFn: synthesize });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    mutate(wanted);
  };
  const change = (changed: Partial<Wanted>): void => setWanted((known) => ({ ...known, ...changed }));
  return (
    <>
      <Heading title="Playground" />
      <form className="card" onSubmit={submit} noValidate>
        <LabelledField
          label="Text to speak"
          value={wanted.text}
          onChange={(text) => change({ text })}
          hint={`${numberWords([...wanted.text].length)} of 5,000 characters; each costs a credit`}
          problem={fieldProblem(error, "text")}
          render={<textarea rows={6} />}
        />
        <Choices wanted={wanted} onChange={change} error={error} />
        <button type="submit" className="button" disabled={isPending}>
          Speak
        </button>
        {isPending && <Waiting>Speaking…</Waiting>}
        {error !== null && !(error instanceof Problem && error.status === 422) && <ErrorNotice error={error} />}
        {data !== undefined && !isPending && error === null && <Result spoken={data} />}
      </form>
      <section className="card" aria-labelledby="snippets-title">
        <h2 id="snippets-title">The same from a program</h2>
        <Snippets wanted={wanted} />
      </section>
    </>
  );
}
